import type { TransactionStatus } from '../payment.js';

/** The next step for an approved payment today. */
export type Step = 'nothing' | 'wait' | 'reserve' | 'book';

export interface ExecutionState {
  readonly status: TransactionStatus;
  /** The day shown to the customer (PSD2 art. 78: after the cut-off, the next business day). */
  readonly executionDate: string | null;
  /** The day that the client requested. */
  readonly requested: string | null;
}

/** A future-dated payment waits without a reservation; for one approved after the cut-off, funds are reserved until its day. */
export function executionStep({ status, executionDate, requested }: ExecutionState, today: string): Step {
  if (status !== 'ACTC' && status !== 'PDNG' && status !== 'ACFC') return 'nothing';
  if (executionDate === null || executionDate <= today) return 'book';
  if (status !== 'ACTC') return 'nothing';
  return requested !== null && requested > today ? 'wait' : 'reserve';
}

/** Whether an IBAN belongs to one of these bank codes (IL097: country and bank code; an IBAN has two check digits in between). */
export const isOfBank = (iban: string | undefined, bankCodes: readonly string[]): boolean =>
  iban !== undefined && bankCodes.some((code) => iban.startsWith(code.slice(0, 2)) && iban.startsWith(code.slice(2), 4));
