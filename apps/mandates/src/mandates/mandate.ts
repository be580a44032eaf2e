import { monthsAfter } from '@open-banking/messages';

/** A mandate's life (openFinance MandateStatus): what may follow what, and nothing else. */
export const transitions = {
  RCVD: ['ACTV', 'PATC', 'RJCT', 'CANC'],
  PATC: ['ACTV', 'RJCT', 'CANC'],
  ACTV: ['SUSP', 'EXPI', 'CANC'],
  SUSP: ['ACTV', 'EXPI', 'CANC'],
  EXPI: [],
  CANC: [],
  RJCT: [],
} as const satisfies Record<string, readonly string[]>;

export type MandateStatus = keyof typeof transitions;

/** The first state of every mandate: received, and waiting for its customer. */
export const initialStatus: MandateStatus = 'RCVD';

/** Nobody has approved it yet, or not everybody: the creditor may take it back alone. Afterwards the customer has a word in it. */
export const withdrawable: readonly MandateStatus[] = ['RCVD', 'PATC'];

/** `open` waits for an approval, `living` has it, `ended` is over. */
export const phaseOf = (status: MandateStatus): 'open' | 'living' | 'ended' =>
  withdrawable.includes(status) ? 'open' : transitions[status].length > 0 ? 'living' : 'ended';

/** Why a mandate is what it is: MandateReasonCode (ISO 20022 ExternalMandateReason1Code) of the openFinance data dictionary. */
export const reasons = {
  /** Nobody approved it in time: the bank's reason. */
  notApproved: 'MS03',
  /** Its customer decided against it. */
  refused: 'MS02',
  /** Its creditor took it back before it was approved. */
  withdrawn: 'MD17',
  /** Its creditor asked to cancel it, and its customer agreed. */
  cancelled: 'MD18',
  /** Its customer ended it on the bank's page. */
  ended: 'MD16',
  expired: 'MD20',
  suspended: { customer: 'MS02', bank: 'MS03' },
} as const;

/** A mandate that nobody collects under ends by itself (EPC SEPA Direct Debit Core Rulebook §4.1: 36 months). */
const idleMonths = 36;

/** A mandate that was signed and last collected under on this day or before has been idle too long. */
export const idleBefore = (today: string): string => monthsAfter(today, -idleMonths);

export interface Times {
  readonly mandateStatus: MandateStatus;
  readonly reasonCode: string | null;
  /** By when it must be approved, where it still must. */
  readonly approveBy: Date | null;
  readonly finalCollectionDate: string | null;
  /** The day of its last collection, or of its signature. */
  readonly idleSince: string | null;
}

/** What a mandate is now, and why, whether or not anybody has written it down yet. */
export function stateAt(
  { mandateStatus, reasonCode, approveBy, finalCollectionDate, idleSince }: Times,
  now: Date,
  today: string,
): { readonly mandateStatus: MandateStatus; readonly reasonCode: string | null } {
  const life = phaseOf(mandateStatus);
  const late = approveBy !== null && approveBy <= now;
  if (life === 'open' && late) return { mandateStatus: 'RJCT', reasonCode: reasons.notApproved };
  const over = (finalCollectionDate !== null && finalCollectionDate < today) || (idleSince !== null && idleSince <= idleBefore(today));
  if (life === 'living' && over) return { mandateStatus: 'EXPI', reasonCode: reasons.expired };
  return { mandateStatus, reasonCode };
}
