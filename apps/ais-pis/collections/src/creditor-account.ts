import type { AccountReference } from '@open-banking/messages';
import { accountNumbers, isOfBank } from '@open-banking/ais-pis-payments';

type Identified = Pick<AccountReference, 'iban' | 'bban' | 'other'>;

/** The IBANs that an account may have, by whichever identifier it is named: an IBAN or a domestic number, also one that is sent as `other`. */
export function possibleIbans({ iban, bban, other }: Identified): string[] {
  const number = iban ?? bban ?? other?.identification;
  return number === undefined ? [] : accountNumbers(number);
}

/** Whether an account is one of this bank's by its number, whether or not it exists. `bankCodes`: see `isOfBank`. */
export const isNumberOfBank = (account: Identified, bankCodes: readonly string[]): boolean =>
  possibleIbans(account).some((iban) => isOfBank(iban, bankCodes));
