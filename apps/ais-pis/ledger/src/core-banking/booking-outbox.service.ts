import { Injectable } from '@nestjs/common';
import { BankClock, markFaultPoint, type Transaction } from '@open-banking/database';
import { LedgerSettings } from '../ledger.settings.js';
import { daysToAnswer, type BookingKind } from './booking-instruction.js';
import { bookingOf, instructBookings, type BookingRow } from './booking-instructions.statements.js';
import { CoreBankingSettings } from './core-banking.settings.js';

export interface Booking {
  readonly kind: BookingKind;
  readonly subject: string;
  readonly accountId: string;
  readonly currency: string;
  readonly amount: string;
  readonly message: object;
}

/** What the core is told besides payments, written in the transaction of the decision. */
@Injectable()
export class BookingOutboxService {
  #wake = (): void => undefined;

  constructor(
    private readonly clock: BankClock,
    private readonly ledgerSettings: LedgerSettings,
    private readonly settings: CoreBankingSettings,
  ) {}

  /** Whether the core is told of money that waits here. */
  get reportsHolds(): boolean {
    return this.ledgerSettings.ledger === 'core' && this.settings.coreHoldsFunds;
  }

  /** `wake` is called when instructions have been written: whoever delivers them need not look for them. */
  onInstructed(wake: () => void): void {
    this.#wake = wake;
  }

  /** Instructions of any kind are written in this transaction. */
  wakeAfter(tx: Transaction): void {
    tx.afterCommit(() => {
      this.#wake();
    });
  }

  async instruct(tx: Transaction, bookings: readonly Booking[]): Promise<void> {
    if (bookings.length === 0) return;
    const { clock } = this;
    await tx.rows(instructBookings, JSON.stringify(bookings), clock.today(), clock.now(), clock.timeZone, daysToAnswer, new Date());
    for (const { subject } of bookings) markFaultPoint(tx, 'core instructed', subject);
    this.wakeAfter(tx);
  }

  find(tx: Transaction, subject: string, kind: BookingKind): Promise<BookingRow | undefined> {
    return tx.row(bookingOf, subject, kind);
  }
}
