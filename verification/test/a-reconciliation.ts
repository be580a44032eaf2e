import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@open-banking/testing';
import { isDifference, statementPeriod, readStatements, reconcile } from '../src/reconciliation/index.js';
import type { ClearingPosting, InstructedPayment, RejectedTransfer } from '@open-banking/contracts';
import type { BankSide, Difference } from '../src/reconciliation/index.js';
import { day, settlementXml, type WrittenEntry, type WrittenStatement } from './a-settlement-statement.js';

export const short = (id: string): string => id.replaceAll('-', '');

/** An accepted payment that is due on the day. */
export const instructedPayment = (given: Partial<InstructedPayment> = {}): InstructedPayment => {
  const amount = given.amount ?? '12.50';
  const state = given.state ?? 'ACCEPTED';
  return {
    instructionId: randomUUID(),
    paymentId: randomUUID(),
    product: 'sepa-credit-transfers',
    currency: 'EUR',
    amount,
    state,
    reason: state === 'REJECTED' || state === 'RETURNED' ? 'AC04' : null,
    instructedOn: day,
    settlementDate: day,
    endToEndId: null,
    byCore: false,
    settledHere: false,
    posted: amount,
    balance: state === 'REJECTED' || state === 'RETURNED' ? '0' : amount,
    ...given,
  };
};
export const posting = (kind: string, amount: string, given: Partial<ClearingPosting> = {}): ClearingPosting => ({
  subject: randomUUID(),
  kind,
  product: 'sepa-credit-transfers',
  currency: 'EUR',
  amount,
  bookingDate: day,
  valueDate: day,
  endToEndId: null,
  isKnown: true,
  ...given,
});
/** What clearing states of a payment: it gives back the payment's id. */
export const settledLine = ({ paymentId, amount }: InstructedPayment, given: Partial<WrittenEntry> = {}): WrittenEntry => ({
  amount: `-${amount}`,
  refs: { TxId: short(paymentId) },
  ...given,
});

export interface Bank {
  readonly ledger?: 'own' | 'core';
  readonly instructed?: readonly InstructedPayment[];
  readonly postings?: readonly ClearingPosting[];
  /** Of other days. */
  readonly before?: readonly InstructedPayment[];
  readonly postedBefore?: readonly ClearingPosting[];
  readonly rejected?: readonly RejectedTransfer[];
}

export const kinds = (found: readonly Difference[]): string[] => found.map(({ kind, id }) => `${kind} ${id}`);

const sideOf = ({ ledger = 'own', instructed = [], postings = [], before = [], postedBefore = [], rejected = [] }: Bank): BankSide => ({
  ledger,
  async *instructed() {
    yield instructed;
  },
  async *postings() {
    yield postings;
  },
  find: (ids) =>
    Promise.resolve({
      instructed: before.filter(({ paymentId, instructionId }) => ids.includes(paymentId) || ids.includes(instructionId)),
      postings: postedBefore.filter(({ subject }) => ids.includes(subject)),
      rejected: rejected.filter(({ transferId }) => ids.includes(transferId)),
    }),
});

/** Reconciles a bank with statements that are written into files. */
export function reconciliations() {
  const files = temporaryFolder();
  afterAll(() => {
    files.remove();
  });
  const file = (xml: string): string => {
    const path = join(files.path, `${randomUUID()}.xml`);
    writeFileSync(path, xml);
    return path;
  };
  /** Differences, and remarks: what is left out or cannot be checked. */
  async function all(bank: Bank, statements: readonly WrittenStatement[] = [], period?: { from: string; until: string }) {
    const found: Difference[] = [];
    const read = await readStatements(statements.length > 0 ? [file(settlementXml(...statements))] : [], 'Asia/Jerusalem');
    await reconcile(sideOf(bank), read, period ?? statementPeriod(read) ?? { from: day, until: day }, (one) => found.push(one));
    return found;
  }
  const differences = async (...args: Parameters<typeof all>) => (await all(...args)).filter(({ kind }) => isDifference(kind));
  const remarks = async (...args: Parameters<typeof all>) => (await all(...args)).filter(({ kind }) => !isDifference(kind));
  /** With one statement of the day. */
  const one = async (bank: Bank, entries: readonly WrittenEntry[]) => differences(bank, [{ entries }]);
  return { file, all, differences, remarks, one };
}
