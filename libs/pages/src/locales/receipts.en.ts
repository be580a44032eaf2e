import { receiptOperationsInEnglish } from './receipt-operations.en.js';

/** Texts about the reads of a customer's data. */
export const receiptsInEnglish = {
  title: 'Each request of a day',
  lead: 'Every request by a service for your data, and each of your approvals, in the order of the file with proofs.',
  none: 'Nothing was read or approved on this day.',
  lost: 'A part of our records of this day was lost in a fault. Something that was read may be missing here, yours or somebody else’s.',
  before: (day: string) => `Earlier: ${day}`,
  after: (day: string) => `Later: ${day}`,
  more: 'More of this day',
  download: 'Download this day with proofs',
  proofs: 'The file proves that nothing of it was changed later. Programs can check it without us.',
  operations: receiptOperationsInEnglish,
  /** An operation that this release does not have. */
  otherOperation: 'Something else',
  gone: 'It is no longer shown here.',
  unavailable: 'What it was about cannot be shown at the moment.',
  noSuchDay: 'There is no such day. Write a day like 2026-11-25. This is today.',
  noSuchPlace: 'The list of this day has no such place. Here it is from the beginning.',
  noFurther: 'Nothing more was read or approved on this day.',
  beginning: 'From the beginning',
  noFile: 'There is no file of this day, because nothing was read or approved on it.',
};
export type ReceiptWords = typeof receiptsInEnglish;
