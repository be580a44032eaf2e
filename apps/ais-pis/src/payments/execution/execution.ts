import type { TransactionStatus } from '../payment.js';

/** What there is to do for an approved payment today. */
export type Step = 'nothing' | 'wait' | 'reserve' | 'book';

export interface Executed {
  readonly status: TransactionStatus;
  /** The day that its customer was shown (PSD2 art. 78: of what comes after the cut-off, the next business day). */
  readonly executionDate: string | null;
  /** The day that the client asked for. */
  readonly requested: string | null;
}

/** A dated payment waits and nothing is kept back for it; one that came too late in the day is kept back until the next. */
export function stepOf({ status, executionDate, requested }: Executed, today: string): Step {
  if (status !== 'ACTC' && status !== 'PDNG' && status !== 'ACFC') return 'nothing';
  if (executionDate === null || executionDate <= today) return 'book';
  if (status !== 'ACTC') return 'nothing';
  return requested !== null && requested > today ? 'wait' : 'reserve';
}

/** Whether an IBAN is of a bank with one of these codes (IL097: country and bank, between which it has two check digits). */
export const isOfBank = (iban: string | undefined, bankCodes: readonly string[]): boolean =>
  iban !== undefined && bankCodes.some((code) => iban.startsWith(code.slice(0, 2)) && iban.startsWith(code.slice(2), 4));
