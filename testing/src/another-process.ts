import { dirname } from 'node:path';
import type { Service } from '@open-banking/spec';
import { startService } from '@open-banking/sandbox/service-process';
import { placeBeside, type FurtherAddresses, type FurtherOptions } from './place-beside.js';
import type { RunningBank } from './running-bank.js';

export interface AnotherProcess extends FurtherAddresses {
  stop(): Promise<void>;
  /** Kills it immediately, whatever it is doing. */
  kill(): Promise<void>;
}

/**
 * A second process of a service over the same database, beside the bank's own: what must hold for several holds for two. It costs 1.3 s of
 * processor time: a test that neither kills nor freezes it uses `anotherService`.
 */
export async function anotherProcess(bank: RunningBank, service: Service, options: FurtherOptions = {}): Promise<AnotherProcess> {
  bank.mustName(service);
  const place = await placeBeside(dirname(bank.facts.caFolder), service, options);
  const running = await startService(service, place.bank, place.folder, { LOG_LEVEL: 'info', ...options.settings }, options);
  return {
    ...place.addresses,
    stop: () => running.stop(),
    kill: async () => {
      process.kill(running.pid, 'SIGKILL');
      await running.ended;
    },
  };
}
