import type { Profile } from '@open-banking/config';
import { internalCall } from '@open-banking/operator-client';
import { clearingInternal, type Service } from '@open-banking/spec';
import type { LeaseFacts } from './leased-banks.js';
import { BankWithClock } from './bank-with-clock.js';
import { generousTimeouts } from './generous-timeouts.js';
import { requestFromRun } from './run-request.js';
import { available } from './running-bank.js';

/** How far its clock may have been moved for another file to get it: later, little of the demo bank's history is recent. */
const spentAfterMs = 300 * 86_400_000;

/**
 * A bank that one test file has for itself until its end, and another file after it. Its clock may stand on a later day than today
 * (`clock`), and it has what earlier files left: their customers, clients, payments and consents.
 */
export class LeasedBank extends BankWithClock {
  #lease?: string;
  #isSpent: boolean;

  /** `isFresh`: nobody has had it before, and nobody gets it afterwards. */
  constructor(
    services: readonly Service[],
    private readonly settings: Readonly<Record<string, string>>,
    profile: Profile,
    private readonly isFresh = false,
  ) {
    super(services, profile);
    this.#isSpent = isFresh;
  }

  /** No other file gets this bank: it is in a state that another could not use. */
  spend(): void {
    this.#isSpent = true;
  }

  protected override async open(): Promise<LeaseFacts> {
    const { services, profile, isFresh } = this;
    // Only now: a file may learn its settings, such as the port of a server of its own, before the bank opens.
    const settings = { ...generousTimeouts, ...this.settings };
    const facts = await requestFromRun<LeaseFacts>('lease', { services, settings, profile, isFresh });
    this.#lease = facts.lease;
    return facts;
  }

  override async disconnect(): Promise<void> {
    await super.disconnect();
    const isFit = !this.#isSpent && (await this.#isFitForOthers().catch(() => false));
    if (this.#lease) await requestFromRun('give-back', { lease: this.#lease, spent: !isFit });
  }

  /** Puts back what files change for a whole bank. */
  async #isFitForOthers(): Promise<boolean> {
    if (!this.services.includes('ais-pis')) return true;
    const { status } = await internalCall(this.operator, 'ais-pis', clearingInternal.removeClearingRule, undefined, { ruleId: 'all' });
    return status < 500 && (await this.clock()).offsetMs < spentAfterMs;
  }
}

/**
 * A bank with these services, available from `beforeAll` on, that has usually been started for another file. Files that ask for the same
 * services, settings and profile take turns. It has the settings of `generousTimeouts`, unless others are given.
 */
export function leasedBank(
  services: readonly Service[],
  settings: Readonly<Record<string, string>> = {},
  profile: Profile = 'baseline',
): LeasedBank {
  return available(new LeasedBank(services, settings, profile));
}

/**
 * As a leased bank, for one file alone: it needs a bank that nobody has used, or settings that no other file has. Its services end with the
 * file. A test that kills, hangs or restarts a service uses `killableBank`, and one whose PostgreSQL must be nobody else's `ownBank`.
 */
export function freshBank(
  services: readonly Service[],
  settings: Readonly<Record<string, string>> = {},
  profile: Profile = 'baseline',
): LeasedBank {
  return available(new LeasedBank(services, settings, profile, true));
}
