import { keptFrom, keptUntil, type BankClock, type Database, type ErasedCustomer, type Transaction } from '@open-banking/database';
import { entriesToErase } from './erased-entries.statements.js';
import { erasedEntriesAndCounterparties, erasedNameInEntries } from './erased-entries.js';
import { erasedCreditor, erasedNameInOrders, erasedOrders } from './erased-orders.js';
import { eraseCreditTransfers } from './erased-orders.statements.js';
import {
  accountWithEntries,
  dueAccount,
  eraseAccount,
  eraseAdjustmentReasons,
  eraseCreditorOfMessages,
  eraseOwnerName,
  firstKept,
  nameKept,
  noteDue,
  noteErasedTo,
  ordersNaming,
  ordersToErase,
  paymentsToAccount,
  rejectedTransfersTo,
  type AccountToErase,
} from './erased-accounts.statements.js';

/** Erases the accounts of a customer in steps, each a short transaction. A step returns how many rows it was about; 0: nothing is due. */
export class ErasedAccounts {
  constructor(
    private readonly clock: BankClock,
    private readonly legalMonths: number,
  ) {}

  /** The next entries of an account, with their orders, in the order of its list. */
  entries(database: Database, customer: ErasedCustomer): Promise<number> {
    return database.transaction(async (tx) => {
      const account = await tx.row(accountWithEntries, ...this.due(customer));
      if (!account) return 0;
      const { accountId, shared, afterDate, afterReference, before } = account;
      const [first, ...others] = await tx.rows(entriesToErase, accountId, afterDate, afterReference, before);
      if (!first) return 0;
      const last = others.at(-1) ?? first;
      const name = shared ? await nameOf(tx, customer) : null;
      if (!shared) await erasedEntriesAndCounterparties(tx, accountId, [first, ...others], this.clock.now());
      else if (name !== null) await erasedNameInEntries(tx, accountId, [first, ...others], name);
      await tx.rows(noteErasedTo, customer.psuId, accountId, last.bookingDate, last.entryReference);
      return 1 + others.length;
    });
  }

  /** Orders that were never executed, so that no entry leads to them. */
  orders(database: Database, customer: ErasedCustomer): Promise<number> {
    return database.transaction(async (tx) => {
      const orders = await tx.rows(ordersToErase, ...this.due(customer));
      const byAccount = Map.groupBy(orders, ({ accountId }) => accountId);
      for (const [accountId, of] of byAccount) await erasedOrders(tx, paymentIdsOf(of), accountId, this.clock.now());
      return orders.length;
    });
  }

  /** An account of which all is erased that can be, itself; or notes until when the rest is kept. */
  account(database: Database, customer: ErasedCustomer): Promise<number> {
    return database.transaction(async (tx) => {
      const account = await tx.row(dueAccount, ...this.due(customer));
      if (!account) return 0;
      const kept = await this.kept(tx, account, customer);
      if (kept === null && (await this.rest(tx, account, customer)) > 0) return 1;
      await tx.rows(noteDue, customer.psuId, account.accountId, kept);
      return 1;
    });
  }

  private due({ psuId, today }: ErasedCustomer): [psuId: string, today: string, keptFrom: string] {
    return [psuId, today, keptFrom(today, this.legalMonths)];
  }

  private async kept(tx: Transaction, { accountId }: AccountToErase, { psuId, today }: ErasedCustomer): Promise<string | null> {
    if (this.legalMonths === 0) return null;
    const day = (await tx.row(firstKept, psuId, accountId))?.day;
    return day ? keptUntil(day, today, this.legalMonths) : null;
  }

  /** What is found by the number of the account, then the account. Returns how much was found: there may be more. */
  private async rest(tx: Transaction, { accountId, shared }: AccountToErase, customer: ErasedCustomer): Promise<number> {
    if (shared) {
      const name = await nameOf(tx, customer);
      if (name === null) return 0;
      const named = paymentIdsOf(await tx.rows(ordersNaming, accountId, name));
      if (named.length > 0) return erasedNameInOrders(tx, named, accountId, name);
      await tx.rows(eraseOwnerName, accountId, name, customer.psuId);
      return 0;
    }
    const told = paymentIdsOf(await tx.rows(paymentsToAccount, accountId));
    if (told.length > 0) {
      await erasedCreditor(tx, told, accountId);
      await tx.rows(eraseCreditorOfMessages, told);
      return told.length;
    }
    await tx.rows(
      eraseCreditTransfers,
      (await tx.rows(rejectedTransfersTo, accountId)).map(({ transferId }) => transferId),
    );
    await tx.rows(eraseAdjustmentReasons, accountId);
    await tx.rows(eraseAccount, accountId);
    return 0;
  }
}

const paymentIdsOf = (rows: readonly { readonly paymentId: string }[]): string[] => rows.map(({ paymentId }) => paymentId);

/** What stands in the directory still, where whoever asks no longer knows it. */
const nameOf = async (tx: Transaction, { psuId, name }: ErasedCustomer): Promise<string | null> =>
  name ?? (await tx.row(nameKept, psuId))?.name ?? null;
