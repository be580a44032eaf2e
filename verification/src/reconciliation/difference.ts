/** The differences that a reconciliation may find, in words. */
export const differenceKinds = {
  'missing-there': 'booked here, and no statement has it',
  'missing-here': 'in a statement, and nothing here is known of it',
  'amount-differs': 'of another amount there than here, or in the books than in the instruction',
  'value-date-differs': 'settled with another value date',
  'answered-not-settled': 'answered by clearing, due, and no statement has it',
  'settled-not-answered': 'settled, though clearing has not answered so',
  'settled-twice': 'settled more than once',
  'charge-not-booked': 'a charge of clearing, which nothing here has booked',
  'outside-statement': 'in a statement that does not cover its booking day',
  'summary-differs': 'a statement whose balances cannot be checked, and which counts other entries (TxsSummry) than it lists',
  'balance-does-not-follow': 'a balance of a statement that its entries, or the statement before, do not lead to',
} as const;
export type DifferenceKind = keyof typeof differenceKinds;

/** The remarks of a reconciliation besides differences. */
export const remarkKinds = {
  'left-out': 'in a statement, and not compared',
  'balance-not-checked': 'a statement without an opening or a closing booked balance',
} as const;
export type RemarkKind = keyof typeof remarkKinds;

export const isDifference = (kind: DifferenceKind | RemarkKind): kind is DifferenceKind => kind in differenceKinds;

/** One difference or remark, about one payment, transfer, collection, entry, statement or other message. */
export interface Difference {
  readonly kind: DifferenceKind | RemarkKind;
  readonly of: 'payment' | 'transfer' | 'collection' | 'entry' | 'statement' | 'message';
  /** The reference of an entry, the id of a statement, or the namespace of another message. */
  readonly id: string;
  readonly instructionId?: string;
  readonly amount: string;
  readonly currency: string;
  readonly date: string;
  readonly text: string;
  /** Why something is left out, in words that are counted. */
  readonly reason?: string;
  /** The place in a statement. */
  readonly place?: string;
}
