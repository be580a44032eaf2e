import type { Profile } from '@open-banking/config';
import { randomUUID } from 'node:crypto';
import type { Service } from '@open-banking/spec';
import { moveClock, readClock, type ClockState } from '@open-banking/sandbox/third-party';
import { requestFromRun } from './run-request.js';
import type { BankFacts } from './bank-of-the-run.js';
import { RunningBank } from './running-bank.js';

/** As long as a busy machine may need. */
const startMs = 400_000;

/** A bank for one test file, whose clock can be moved. */
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

  /** Moves the clock of all services by an ISO 8601 duration. */
  advance(by: string): Promise<ClockState> {
    return moveClock(this.operator, by);
  }

  /** Moves the clock to a future instant. */
  async advanceTo(instant: Date): Promise<ClockState> {
    const seconds = Math.ceil((instant.getTime() - new Date((await this.clock()).now).getTime()) / 1_000);
    if (seconds < 0) throw new Error(`${instant.toISOString()} is in the past`);
    return this.advance(`PT${seconds}S`);
  }

  clock(service: Service = 'ais-pis'): Promise<ClockState> {
    return readClock(this.operator, service);
  }
}

/** A bank with only these services, available from `beforeAll` on. It takes some seconds to open, so only tests that move the clock or look at a whole bank use one. */
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
