import type { Profile } from '@open-banking/config';
import { randomUUID } from 'node:crypto';
import type { Service } from '@open-banking/spec';
import { requestFromRun } from './run-request.js';
import type { BankFacts } from './bank-facts.js';
import { BankWithClock } from './bank-with-clock.js';

/** As long as a busy machine may need. */
const startMs = 400_000;

/** A bank with a PostgreSQL of its own that one test file starts, and that ends with it. */
export class OwnBank extends BankWithClock {
  readonly #name = `own-${randomUUID()}`;

  constructor(
    private readonly services: readonly Service[],
    private readonly settings: Readonly<Record<string, string>>,
    profile: Profile,
  ) {
    super(profile);
  }

  protected override open(): Promise<BankFacts> {
    return requestFromRun<BankFacts>('own-bank', {
      name: this.#name,
      services: this.services,
      settings: this.settings,
      profile: this.profile,
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
 * A bank with only these services, available from `beforeAll` on. It takes some seconds to open, so it is for tests that kill, hang, fill,
 * restart or upgrade, and for those that need a bank that nobody has used. Others lease one.
 */
export function ownBank(
  services: readonly Service[],
  settings: Readonly<Record<string, string>> = {},
  profile: Profile = 'baseline',
): OwnBank {
  const bank = new OwnBank(services, settings, profile);
  beforeAll(() => bank.connect(), startMs);
  afterAll(() => bank.disconnect(), startMs);
  return bank;
}
