import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import { BankClock, Database, type Transaction } from '@open-banking/database';
import { RecurringWork } from '@open-banking/http';
import { entriesToErase } from './erased-entries.statements.js';
import { erasedEntries } from './erased-entries.js';
import { erasedOrders } from './erased-orders.js';
import {
  beginRound,
  currentRound,
  lockRound,
  nextAccounts,
  noteHistoryErasedTo,
  oldOrders,
  walkTo,
  type WalkedAccount,
} from './history-retention.statements.js';
import { contradiction, historyBefore } from './retention.js';
import { RetentionSettings } from './retention.settings.js';

const everyMs = 60_000;
/** A run ends after this, so that one process erases for half of its time at most. */
const maxMs = 30_000;

/** Erases names and texts of entries and orders that are older than HISTORY_RETENTION_MONTHS: a round through all accounts once a month. */
@Injectable()
export class HistoryRetentionService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly retention: RetentionSettings,
    service: ServiceSettings,
  ) {
    const { historyRetentionMonths: history, legalRetentionMonths: legal } = retention;
    const fault = contradiction({ served: service.historyMonths, legal, history });
    if (fault) throw new Error(fault);
  }

  @RecurringWork('erase-old-history', {
    everyMs: ({ retention }: HistoryRetentionService) => (retention.historyRetentionMonths === 0 ? undefined : everyMs),
  })
  async erase(): Promise<void> {
    const before = historyBefore(this.clock.today(), this.retention.historyRetentionMonths);
    const round = (await this.database.row(currentRound))!;
    if (round.walkedTo === null && round.before >= before) return;
    const end = performance.now() + maxMs;
    while ((await this.step(before)) && performance.now() < end);
  }

  /** One short transaction: entries or orders of one account, or accounts that have nothing to erase. False: the round is over, or another process erases. */
  private step(before: string): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const round = await tx.row(lockRound);
      if (!round) return false;
      if (round.walkedTo === null) {
        if (round.before >= before) return false;
        await tx.rows(beginRound, before);
        return true;
      }
      const accounts = await tx.rows(nextAccounts, round.walkedTo, round.before);
      const next = accounts.findIndex(({ hasEntries, hasOrders }) => hasEntries || hasOrders);
      if (next === 0) await this.account(tx, accounts[0]!, round.before);
      else await tx.rows(walkTo, accounts.at(next < 0 ? -1 : next - 1)?.accountId ?? null);
      // After the last account the round is over.
      return accounts.length > 0;
    });
  }

  private async account(tx: Transaction, account: WalkedAccount, before: string): Promise<void> {
    const { accountId, afterDate, afterReference } = account;
    if (!account.hasEntries) {
      const orders = (await tx.rows(oldOrders, accountId, before)).map(({ paymentId }) => paymentId);
      await erasedOrders(tx, orders, accountId, this.clock.now());
      return;
    }
    const [first, ...others] = await tx.rows(entriesToErase, accountId, afterDate, afterReference, before);
    if (!first) return;
    await erasedEntries(tx, accountId, [first, ...others], this.clock.now());
    const last = others.at(-1) ?? first;
    await tx.rows(noteHistoryErasedTo, accountId, last.bookingDate, last.entryReference);
  }
}
