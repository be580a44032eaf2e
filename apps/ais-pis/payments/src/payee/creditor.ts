import { isShekelNumber, shekelCountry, type AccountReference } from '@open-banking/messages';
import { normalForm } from '../party-names/normal-form.js';

/** The IBAN of a creditor's account: as given, or derived from a domestic account number. Undefined if the account is identified otherwise. */
export function creditorIban({ iban, bban }: AccountReference): string | undefined {
  if (iban !== undefined) return iban;
  return bban !== undefined && isShekelNumber(bban) ? `${shekelCountry}${checkDigits(bban)}${bban}` : undefined;
}

/** An account's number as numbers are compared: letters and digits in their normal form, those of any script as 0 to 9. */
export const comparableAccount = (account: string): string => normalForm(account).replace(/[^\p{L}\p{N}]/gu, '');

/** ISO 7064, mod 97-10, over the number followed by the country; letters count from A = 10. */
function checkDigits(bban: string): string {
  const digits = `${bban}${[...shekelCountry].map((letter) => letter.charCodeAt(0) - 55).join('')}00`;
  return String(98n - (BigInt(digits) % 97n)).padStart(2, '0');
}
