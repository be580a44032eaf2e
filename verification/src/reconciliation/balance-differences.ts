import type { Money } from '@open-banking/messages';
import type { Difference } from './difference.js';
import type { StatementFrame } from './settlement-item.js';

/** Checks that each statement closes with the sum of its opening balance and entries, and opens with the previous closing balance. */
export function balanceDifferences(frames: readonly StatementFrame[]): Difference[] {
  const byAccount = Map.groupBy(frames, ({ account, currency }) => `${account} ${currency}`);
  return [...frames.flatMap(withinStatement), ...[...byAccount.values()].flatMap(betweenStatements)];
}

const ofStatement = ({ id, account, currency, until, place }: StatementFrame) =>
  ({ of: 'statement', id: id === '' ? account : id, currency, date: until, place }) as const;

function withinStatement(frame: StatementFrame): Difference[] {
  const { opening, closing, moved, unevenBatches, currency } = frame;
  const uneven: Difference[] = unevenBatches.map(({ reference, entry, transactions, date, place }) => ({
    kind: 'amount-differs',
    of: 'entry',
    id: reference,
    amount: entry.toString(),
    currency,
    date,
    place,
    text: `is ${entry}, and its transactions add up to ${transactions}`,
  }));
  if (!opening || !closing) return uneven;
  const expected = opening.plus(moved);
  if (expected.equals(closing)) return uneven;
  const text = `opens with ${opening}, its entries make ${moved}, and it closes with ${closing} in place of ${expected}`;
  return [...uneven, follows(frame, closing.minus(expected), text)];
}

function betweenStatements(frames: readonly StatementFrame[]): Difference[] {
  const inOrder = frames.toSorted(
    (a, b) => a.from.localeCompare(b.from) || a.until.localeCompare(b.until) || Number(a.page) - Number(b.page),
  );
  return inOrder.flatMap((frame, at) => afterStatement(frame, inOrder[at - 1]));
}

/** A statement against the one before it. Without an opening balance it begins with what that one closes with. */
function afterStatement(frame: StatementFrame, before: StatementFrame | undefined): Difference[] {
  const { opening, closing, moved } = frame;
  if (!before?.closing) return opening && closing ? [] : unchecked(frame);
  const [begun, earlier] = [before.closing, `the statement before it, ${before.id} of ${before.until}, closes with ${before.closing}`];
  if (opening) {
    const gap = begun.equals(opening) ? [] : [follows(frame, opening.minus(begun), `opens with ${opening}, and ${earlier}`)];
    return closing ? gap : [...gap, ...unchecked(frame)];
  }
  if (!closing) return unchecked(frame);
  const expected = begun.plus(moved);
  if (expected.equals(closing)) return [];
  return [
    follows(
      frame,
      closing.minus(expected),
      `has no opening booked balance; ${earlier}, its entries make ${moved}, and it closes with ${closing} in place of ${expected}`,
    ),
  ];
}

const follows = (frame: StatementFrame, amount: Money, text: string): Difference => ({
  kind: 'balance-does-not-follow',
  ...ofStatement(frame),
  amount: amount.toString(),
  text,
});

/** No balance says what the entries must lead to: one remark, and no difference unless the statement's own summary contradicts them. */
function unchecked(frame: StatementFrame): Difference[] {
  const missing = [...(frame.opening ? [] : ['opening']), ...(frame.closing ? [] : ['closing'])].join(' and no ');
  const facts = { ...ofStatement(frame), amount: frame.moved.toString() };
  const text = `has no ${missing} booked balance: that its entries lead from one to the other is not checked`;
  const remark: Difference = { kind: 'balance-not-checked', ...facts, text };
  const { summaryMisfit } = frame;
  if (summaryMisfit === undefined) return [remark];
  return [{ kind: 'summary-differs', ...facts, text: `has in TxsSummry what its entries do not come to: ${summaryMisfit}` }, remark];
}
