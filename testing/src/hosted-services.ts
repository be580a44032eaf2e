import { randomUUID } from 'node:crypto';
import { hostService } from '@open-banking/sandbox/bank';
import type { Service } from '@open-banking/spec';
import { placeBeside, type FurtherAddresses, type FurtherOptions } from './place-beside.js';

export interface HostedAsked {
  readonly dataDir: string;
  readonly service: Service;
  readonly options: FurtherOptions;
}

/** A further service, and the id with which it is stopped. */
export interface HostedFacts extends FurtherAddresses {
  readonly id: string;
}

/** The services that test files have beside those of a bank, in the process of the run. */
export class HostedServices {
  readonly #running = new Map<string, { stop(): Promise<void> }>();

  async start({ dataDir, service, options }: HostedAsked): Promise<HostedFacts> {
    const { bank, folder, addresses } = await placeBeside(dataDir, service, options);
    const id = randomUUID();
    this.#running.set(id, await hostService(service, folder, { LOG_LEVEL: 'info', ...options.settings }, options).start(bank));
    return { id, ...addresses };
  }

  async stop({ id }: Pick<HostedFacts, 'id'>): Promise<object> {
    const running = this.#running.get(id);
    this.#running.delete(id);
    await running?.stop();
    return {};
  }

  /** Stops those whose file has not. */
  async close(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((id) => this.stop({ id })));
  }
}
