import type { Profile } from '@open-banking/config';
import { randomUUID } from 'node:crypto';
import type { Service } from '@open-banking/spec';
import { moveClock, readClock, type ClockState } from '@open-banking/sandbox/third-party';
import { askFor } from './ask-for.js';
import type { BankFacts } from './bank-of-the-run.js';
import { RunningBank } from './running-bank.js';

const startMs = 120_000;

/** A bank of one test file's own, whose clock may be moved. */
export class OwnBank extends RunningBank {
  readonly #name = `own-${randomUUID()}`;

  constructor(
    private readonly services: readonly Service[],
    private readonly settings: Readonly<Record<string, string>>,
    profile: Profile,
  ) {
    super(profile);
  }

  protected override open(): Promise<BankFacts> {
    return askFor<BankFacts>('own-bank', { name: this.#name, services: this.services, settings: this.settings, profile: this.profile });
  }

  override async leave(): Promise<void> {
    await super.leave();
    await askFor('close-own', { name: this.#name });
  }

  /** Starts a service anew that was killed, once it is gone. */
  async restart(service: Service): Promise<void> {
    await askFor('restart', { name: this.#name, services: [service] });
  }

  /** Moves the clock by an ISO 8601 duration, in all services. */
  advance(by: string): Promise<ClockState> {
    return moveClock(this.operator, by);
  }

  /** Moves the clock to an instant that is still to come. */
  async advanceTo(instant: Date): Promise<ClockState> {
    const seconds = Math.ceil((instant.getTime() - new Date((await this.clock()).now).getTime()) / 1_000);
    if (seconds < 0) throw new Error(`${instant.toISOString()} is past`);
    return this.advance(`PT${seconds}S`);
  }

  clock(service: Service = 'ais-pis'): Promise<ClockState> {
    return readClock(this.operator, service);
  }
}

/** A bank with these services alone, from `beforeAll` on; it takes some seconds to open, so only tests that move the clock have one. */
export function ownBank(
  services: readonly Service[],
  settings: Readonly<Record<string, string>> = {},
  profile: Profile = 'baseline',
): OwnBank {
  const bank = new OwnBank(services, settings, profile);
  beforeAll(() => bank.arrive(), startMs);
  afterAll(() => bank.leave(), startMs);
  return bank;
}
