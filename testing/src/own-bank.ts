import { randomUUID } from 'node:crypto';
import type { Service } from '@open-banking/spec';
import { requestFromRun } from './run-request.js';
import { available } from './running-bank.js';
import type { BankFacts } from './bank-facts.js';
import { BankWithClock } from './bank-with-clock.js';

/** A bank that one test file starts, that ends with it, and whose services it may end. */
export class OwnBank extends BankWithClock {
  readonly #name = `own-${randomUUID()}`;

  constructor(
    services: readonly Service[],
    private readonly settings: Readonly<Record<string, string>>,
    private readonly processes: readonly Service[],
    private readonly sharesServer = false,
  ) {
    super(services);
  }

  protected override open(): Promise<BankFacts> {
    return requestFromRun<BankFacts>('own-bank', {
      name: this.#name,
      services: this.services,
      settings: this.settings,
      profile: this.profile,
      processes: this.processes,
      sharesServer: this.sharesServer,
    });
  }

  override async disconnect(): Promise<void> {
    await super.disconnect();
    await requestFromRun('close-own', { name: this.#name });
  }

  /** Restarts a service that was killed, once its process is gone. */
  async restart(service: Service): Promise<void> {
    await requestFromRun('restart', { name: this.#name, services: [service] });
  }
}

/**
 * A bank with only these services and a PostgreSQL of its own, available from `beforeAll` on. It takes some seconds to open, so it is for
 * tests that stop, fill, freeze or upgrade the server, change its roles or settings, or look at all that it does. `processes`: the services
 * that the test kills, hangs or restarts; each start of one is 1.3 s of processor time. The process of the run hosts the others.
 */
export function ownBank(
  services: readonly Service[],
  settings: Readonly<Record<string, string>> = {},
  processes: readonly Service[] = services,
): OwnBank {
  return available(new OwnBank(services, settings, processes));
}

/** As `ownBank`, on the run's PostgreSQL: for tests that kill, hang or restart services and leave the server alone. */
export function killableBank(
  services: readonly Service[],
  settings: Readonly<Record<string, string>> = {},
  processes: readonly Service[] = services,
): OwnBank {
  return available(new OwnBank(services, settings, processes, true));
}
