import type { Difference } from './difference.js';
import type { StatementFrame } from './settlement-item.js';

/** Whether each statement closes with what its entries make of its opening, and opens with what the one before closed with. */
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
  if (!opening || !closing)
    return [
      ...uneven,
      {
        kind: 'balance-does-not-follow',
        ...ofStatement(frame),
        amount: moved.toString(),
        text: `has no ${opening ? 'closing' : 'opening'} booked balance`,
      },
    ];
  const follows = opening.plus(moved);
  if (follows.equals(closing)) return uneven;
  return [
    ...uneven,
    {
      kind: 'balance-does-not-follow',
      ...ofStatement(frame),
      amount: closing.minus(follows).toString(),
      text: `opens with ${opening}, its entries make ${moved}, and it closes with ${closing} in place of ${follows}`,
    },
  ];
}

function betweenStatements(frames: readonly StatementFrame[]): Difference[] {
  const inOrder = frames.toSorted(
    (a, b) => a.from.localeCompare(b.from) || a.until.localeCompare(b.until) || Number(a.page) - Number(b.page),
  );
  return inOrder.flatMap((frame, at) => {
    const before = inOrder[at - 1];
    if (!before?.closing || !frame.opening || before.closing.equals(frame.opening)) return [];
    return [
      {
        kind: 'balance-does-not-follow' as const,
        ...ofStatement(frame),
        amount: frame.opening.minus(before.closing).toString(),
        text: `opens with ${frame.opening}, and the statement before it, ${before.id} of ${before.until}, closes with ${before.closing}`,
      },
    ];
  });
}
