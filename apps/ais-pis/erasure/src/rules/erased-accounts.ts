import { keptFrom, keptUntil, type ErasedCustomer, type Erasing } from '@open-banking/erasure';
import type { BankClock, Queries, Transaction } from '@open-banking/database';
import { entriesToErase } from './erased-entries.statements.js';
import { erasedEntriesAndCounterparties, erasedNameInEntries } from './erased-entries.js';
import { erasedCreditor, erasedNameInOrders, erasedOrders } from './erased-orders.js';
import { eraseCreditTransfers } from './erased-orders.statements.js';
import {
  accountWithEntries,
  countAccounts,
  countEntries,
  countOrders,
  countOrdersNaming,
  countPaymentsToAccounts,
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
  paymentsToAccounts,
  rejectedTransfersTo,
  type AccountToErase,
  type PaymentOfAccount,
} from './erased-accounts.statements.js';

/** Erases the accounts of a customer in steps, each a short transaction: those of theirs alone, or the name in those that others own too. */
export class ErasedAccounts {
  constructor(
    private readonly clock: BankClock,
    private readonly legalMonths: number,
  ) {}

  /** In this order: an order that an entry leads to, too, is erased as what it is, and the account's number leads to the rest. */
  erasings(): Erasing[] {
    return [
      this.paymentsToAccounts(),
      this.orders(),
      this.ordersNaming(),
      this.entries('entry', false),
      this.entries('entry (searched for the name)', true),
      this.accounts('account', false),
      this.accounts('account (name)', true),
    ];
  }

  /** What a core was told of payments to accounts of theirs alone. */
  private paymentsToAccounts(): Erasing {
    return {
      what: 'payment (creditor)',
      batch: (database, customer) =>
        database.transaction(async (tx) => {
          const instructed = await tx.rows(paymentsToAccounts, ...this.due(customer));
          for (const [accountId, paymentIds] of byAccount(instructed)) {
            await erasedCreditor(tx, paymentIds, accountId);
            await tx.rows(eraseCreditorOfMessages, paymentIds);
          }
          return instructed.length;
        }),
      count: async (queries, customer) => (await queries.row(countPaymentsToAccounts, ...this.due(customer)))!.rows,
    };
  }

  /** Orders that were never executed. */
  private orders(): Erasing {
    return {
      what: 'payment (not executed)',
      batch: (database, customer) =>
        database.transaction(async (tx) => {
          const orders = await tx.rows(ordersToErase, ...this.due(customer));
          for (const [accountId, paymentIds] of byAccount(orders)) await erasedOrders(tx, paymentIds, accountId, this.clock.now());
          return orders.length;
        }),
      count: async (queries, customer) => (await queries.row(countOrders, ...this.due(customer)))!.rows,
    };
  }

  /** Such orders of others who own the account, too, that name the customer. */
  private ordersNaming(): Erasing {
    return {
      what: 'payment (name)',
      batch: (database, customer) =>
        database.transaction(async (tx) => {
          const name = await customerName(tx, customer);
          if (name === null) return 0;
          const orders = await tx.rows(ordersNaming, ...this.due(customer), name);
          for (const [accountId, paymentIds] of byAccount(orders)) await erasedNameInOrders(tx, paymentIds, accountId, name);
          return orders.length;
        }),
      count: async (queries, customer) => {
        const name = await customerName(queries, customer);
        return name === null ? 0 : (await queries.row(countOrdersNaming, ...this.due(customer), name))!.rows;
      },
    };
  }

  /** The next entries of an account, with their orders, in the order of its list. */
  private entries(what: string, shared: boolean): Erasing {
    return {
      what,
      batch: (database, customer) =>
        database.transaction(async (tx) => {
          const account = await tx.row(accountWithEntries, ...this.due(customer), shared);
          if (!account) return 0;
          const { accountId, afterDate, afterReference, before } = account;
          const [first, ...others] = await tx.rows(entriesToErase, accountId, afterDate, afterReference, before);
          if (!first) return 0;
          const last = others.at(-1) ?? first;
          const name = shared ? await customerName(tx, customer) : null;
          if (!shared) await erasedEntriesAndCounterparties(tx, accountId, [first, ...others], this.clock.now());
          else if (name !== null) await erasedNameInEntries(tx, accountId, [first, ...others], name);
          await tx.rows(noteErasedTo, customer.psuId, accountId, last.bookingDate, last.entryReference);
          return 1 + others.length;
        }),
      count: async (queries, customer) => (await queries.row(countEntries, ...this.due(customer), shared))!.rows,
    };
  }

  /** An account of which all is erased that can be, itself. Notes until when those are kept that come before it. */
  private accounts(what: string, shared: boolean): Erasing {
    return {
      what,
      batch: (database, customer) =>
        database.transaction(async (tx) => {
          for (;;) {
            const account = await tx.row(dueAccount, ...this.due(customer), shared);
            if (!account) return 0;
            const kept = await this.kept(tx, account, customer);
            if (kept === null) await erasedAccount(tx, account, customer);
            await tx.rows(noteDue, customer.psuId, account.accountId, kept);
            if (kept === null) return 1;
          }
        }),
      count: async (queries, customer) => (await queries.row(countAccounts, ...this.due(customer), shared))!.rows,
    };
  }

  private due({ psuId, today }: ErasedCustomer): [psuId: string, today: string, keptFrom: string] {
    return [psuId, today, keptFrom(today, this.legalMonths)];
  }

  private async kept(tx: Transaction, { accountId }: AccountToErase, { psuId, today }: ErasedCustomer): Promise<string | null> {
    if (this.legalMonths === 0) return null;
    const day = (await tx.row(firstKept, psuId, accountId))?.day;
    return day ? keptUntil(day, today, this.legalMonths) : null;
  }
}

/** The account, and what else is found by its number. */
async function erasedAccount(tx: Transaction, { accountId, shared }: AccountToErase, customer: ErasedCustomer): Promise<void> {
  if (shared) {
    const name = await customerName(tx, customer);
    if (name !== null) await tx.rows(eraseOwnerName, accountId, name, customer.psuId);
    return;
  }
  await tx.rows(
    eraseCreditTransfers,
    (await tx.rows(rejectedTransfersTo, accountId)).map(({ transferId }) => transferId),
  );
  await tx.rows(eraseAdjustmentReasons, accountId);
  await tx.rows(eraseAccount, accountId);
}

const byAccount = (payments: readonly PaymentOfAccount[]): (readonly [accountId: string, paymentIds: string[]])[] =>
  [...Map.groupBy(payments, ({ accountId }) => accountId)].map(([accountId, of]) => [accountId, of.map(({ paymentId }) => paymentId)]);

/** What stands in the directory still, where whoever asks no longer knows it. */
const customerName = async (queries: Queries, { psuId, name }: ErasedCustomer): Promise<string | null> =>
  name ?? (await queries.row(nameKept, psuId))?.name ?? null;
