/** What the core is told besides payments. A hold keeps money back, a release ends that; a refund gives a collection back. */
export const bookingKinds = ['hold', 'release', 'collection', 'refund'] as const;
export type BookingKind = (typeof bookingKinds)[number];

/** What the core may not refuse: what is asked has been decided here. */
const withoutRefusal: readonly BookingKind[] = ['release', 'refund'];
export const mayBeRefused = (kind: BookingKind): boolean => !withoutRefusal.includes(kind);

/** The core answers from one moment to the next; what it has not answered by the end of the next day is looked into. */
export const daysToAnswer = 1;

/** The `transactionId` under which the core books: an id without hyphens, since ids of entries have 35 characters at most (Max35Text). */
export const transactionIdOf = (subject: string): string => subject.replaceAll('-', '');

/** Of the credit of a refund: the debit of its collection is on the same account. */
export const refundTransactionIdOf = (collectionId: string): string => `${transactionIdOf(collectionId)}R`;

const firstWaitMs = 250;
const longestWaitMs = 10_000;

/** How long to wait before the core is asked again about an instruction, after it was asked so many times. */
export const waitAfter = (asked: number): number => Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(asked - 1, 20));
