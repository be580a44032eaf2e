import { bbanIn, type AccountReference } from '@open-banking/messages';
import type { MandateStatus } from '../mandates/mandate.js';
import type { MandateRequest } from '../mandates/mandates.messages.js';
import type { ReturnReason } from './collection.js';

/** A mandate with the identifiers and the debtor's account of a collection. */
export interface Candidate {
  readonly resourceId: string;
  readonly request: Pick<MandateRequest, 'creditorAccount'>;
  readonly status: MandateStatus;
  /** Null: it was never fully approved. */
  readonly dateOfSignature: string | null;
}

/**
 * The mandate that a collection belongs to, or why there is none. `creditorAccount`: where the creditor's bank says that the money goes;
 * without it nothing is guessed between mandates that name different accounts, be they ended: what is collected under a cancelled
 * mandate must not be booked under another creditor's.
 */
export function matchOf<Found extends Candidate>(
  candidates: readonly Found[],
  creditorAccount: AccountReference | undefined,
): Found | Extract<ReturnReason, 'MD01' | 'AC03'> {
  const signed = candidates.filter(({ dateOfSignature }) => dateOfSignature !== null);
  const collectedFor = creditorAccount ?? signed[0]?.request.creditorAccount;
  const isFor = ({ request }: Found): boolean => collectedFor === undefined || isSameAccount(request.creditorAccount, collectedFor);
  if (creditorAccount === undefined && !signed.every(isFor)) return 'AC03';
  const [found] = candidates.filter(isFor).sort((one, other) => rankOf(one) - rankOf(other));
  return found ?? (signed.length > 0 ? 'AC03' : 'MD01');
}

/** From before numbers were given once there may be two living mandates: an active one does not stand in for one that is suspended. */
const rankOf = ({ status }: Candidate): number => (status === 'SUSP' ? 0 : status === 'ACTV' ? 1 : 2);

/** Whether two references are to one account. Currencies are not compared: a creditor's bank may leave them out. */
export function isSameAccount(one: AccountReference, other: AccountReference): boolean {
  if (one.iban !== undefined && other.iban !== undefined) return one.iban === other.iban;
  const [number, otherNumber] = [bbanOf(one), bbanOf(other)];
  if (number !== undefined || otherNumber !== undefined) return number === otherNumber;
  if (one.other !== undefined) return one.other.identification === other.other?.identification;
  return (['maskedPan', 'msisdn'] as const).some((name) => one[name] !== undefined && one[name] === other[name]);
}

const bbanOf = ({ iban, bban }: AccountReference): string | undefined => (iban === undefined ? bban?.toUpperCase() : bbanIn(iban));
