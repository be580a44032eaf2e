import { monthsAfter } from '@open-banking/messages';

/** The transitions of a mandate (openFinance MandateStatus); there are no others. */
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

/** The first status of every mandate: received, not yet approved. */
export const initialStatus: MandateStatus = 'RCVD';

/** Not approved yet, or not by all owners: the creditor may withdraw it alone. Later the customer must agree. */
export const withdrawable: readonly MandateStatus[] = ['RCVD', 'PATC'];

/** `open` waits for an approval, `active` is approved, `ended` is final. */
export const phaseOf = (status: MandateStatus): 'open' | 'active' | 'ended' =>
  withdrawable.includes(status) ? 'open' : transitions[status].length > 0 ? 'active' : 'ended';

/** Status reasons: MandateReasonCode (ISO 20022 ExternalMandateReason1Code) of the openFinance data dictionary. */
export const reasons = {
  /** Not approved in time: the bank's reason. */
  notApproved: 'MS03',
  /** The customer refused it. */
  refused: 'MS02',
  /** The creditor withdrew it before it was approved. */
  withdrawn: 'MD17',
  /** The creditor requested the cancellation and the customer agreed. */
  cancelled: 'MD18',
  /** The customer ended it on the bank's page. */
  ended: 'MD16',
  expired: 'MD20',
  suspended: { customer: 'MS02', bank: 'MS03' },
} as const;
type Reason = Exclude<(typeof reasons)[keyof typeof reasons], object> | (typeof reasons.suspended)[keyof typeof reasons.suspended];

/** The texts of the reasons, for developers. */
export const reasonTexts: Readonly<Record<Reason, string>> = {
  MS02: 'The customer refused or suspended it.',
  MS03: 'It was not approved in time, or the bank suspended it.',
  MD16: "The customer cancelled it on the bank's pages.",
  MD17: 'The creditor withdrew it before the approval.',
  MD18: 'The creditor asked to cancel it, and the customer agreed.',
  MD20: 'It has expired.',
};

/** Undefined for a code of a newer release. */
export const reasonText = (reason: string): string | undefined =>
  Object.hasOwn(reasonTexts, reason) ? reasonTexts[reason as Reason] : undefined;

/** A mandate without collections expires (EPC SEPA Direct Debit Core Rulebook §4.1: 36 months). */
const idleMonths = 36;

/** A mandate whose signature and last collection are on this day or earlier has expired. */
export const idleBefore = (today: string): string => monthsAfter(today, -idleMonths);

export interface Times {
  readonly mandateStatus: MandateStatus;
  readonly reasonCode: string | null;
  /** The deadline of its approval; null if it no longer waits for one. */
  readonly approveBy: Date | null;
  readonly finalCollectionDate: string | null;
  /** The day of its last collection, or else of its signature. */
  readonly idleSince: string | null;
}

/** The current status and its reason, even if the change is not stored yet. */
export function stateAt(
  { mandateStatus, reasonCode, approveBy, finalCollectionDate, idleSince }: Times,
  now: Date,
  today: string,
): { readonly mandateStatus: MandateStatus; readonly reasonCode: string | null } {
  const phase = phaseOf(mandateStatus);
  const late = approveBy !== null && approveBy <= now;
  if (phase === 'open' && late) return { mandateStatus: 'RJCT', reasonCode: reasons.notApproved };
  const over = (finalCollectionDate !== null && finalCollectionDate < today) || (idleSince !== null && idleSince <= idleBefore(today));
  if (phase === 'active' && over) return { mandateStatus: 'EXPI', reasonCode: reasons.expired };
  return { mandateStatus, reasonCode };
}
