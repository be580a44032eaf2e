import { dirname } from 'node:path';
import type { Service } from '@open-banking/spec';
import type { HostedFacts } from './hosted-services.js';
import type { FurtherAddresses, FurtherOptions } from './place-beside.js';
import { requestFromRun } from './run-request.js';
import type { RunningBank } from './running-bank.js';

export interface AnotherService extends FurtherAddresses {
  stop(): Promise<void>;
}

/** As `anotherProcess`, hosted by the process of the run, as the services of its banks are. */
export async function anotherService(bank: RunningBank, service: Service, options: FurtherOptions = {}): Promise<AnotherService> {
  bank.mustName(service);
  const { id, ...addresses } = await requestFromRun<HostedFacts>('another-service', {
    dataDir: dirname(bank.facts.caFolder),
    service,
    options,
  });
  return {
    ...addresses,
    stop: async () => {
      await requestFromRun('stop-another', { id });
    },
  };
}
