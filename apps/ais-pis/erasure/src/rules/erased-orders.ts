import type { Transaction } from '@open-banking/database';
import {
  eraseBookingMessages,
  eraseChecks,
  eraseClearingMessages,
  eraseCreditorOfOrders,
  eraseCreditTransfers,
  eraseNameInClearingMessages,
  eraseNameOfOrders,
  eraseOrders,
  erasePayeeNames,
  eraseProposals,
  eraseRecovered,
  eraseResolutions,
  eraseVoidChecks,
} from './erased-orders.statements.js';

/**
 * Erases the orders among these payments, transfers and collections that were about the account, with what was written, told and asked of
 * them. Ids that are none of these change nothing. Returns how many payments lost their order.
 */
export async function erasedOrders(tx: Transaction, subjects: readonly string[], accountId: string, now: Date): Promise<number> {
  if (subjects.length === 0) return 0;
  await tx.rows(eraseRecovered, subjects, accountId);
  const orders = (await tx.rows(eraseOrders, subjects, accountId, now)).map(({ paymentId }) => paymentId);
  await tx.rows(eraseBookingMessages, subjects, accountId);
  await tx.rows(eraseCreditTransfers, subjects);
  if (orders.length === 0) return 0;
  for (const statement of [eraseClearingMessages, eraseChecks, eraseVoidChecks, eraseResolutions, eraseProposals, erasePayeeNames])
    await tx.rows<unknown, [readonly string[]]>(statement, orders);
  return orders.length;
}

/** Erases the account as creditor of payments that others made. Returns how many there were. */
export async function erasedCreditor(tx: Transaction, paymentIds: readonly string[], accountId: string): Promise<number> {
  if (paymentIds.length === 0) return 0;
  const orders = (await tx.rows(eraseCreditorOfOrders, paymentIds, accountId)).map(({ paymentId }) => paymentId);
  if (orders.length > 0) await tx.rows(erasePayeeNames, orders);
  return orders.length;
}

/** Erases one owner's name in orders of a shared account. Returns how many had it. */
export async function erasedNameInOrders(tx: Transaction, paymentIds: readonly string[], accountId: string, name: string): Promise<number> {
  if (paymentIds.length === 0) return 0;
  await tx.rows(eraseNameInClearingMessages, paymentIds, name);
  return (await tx.rows(eraseNameOfOrders, paymentIds, accountId, name)).length;
}
