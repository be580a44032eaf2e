import type { AccountReference } from '@open-banking/messages';

/** The country of this bank's own account numbers. */
const country = 'IL';

/** The IBAN of a creditor's account: its own, or the one that a domestic account number makes. Undefined: it is named in some other way. */
export function creditorIban({ iban, bban }: AccountReference): string | undefined {
  if (iban !== undefined) return iban;
  return bban !== undefined && /^\d{19}$/.test(bban) ? `${country}${checkDigits(bban)}${bban}` : undefined;
}

/** ISO 7064, mod 97-10: letters count from A = 10, and the country follows the number. */
function checkDigits(bban: string): string {
  const digits = `${bban}${[...country].map((letter) => letter.charCodeAt(0) - 55).join('')}00`;
  return String(98n - (BigInt(digits) % 97n)).padStart(2, '0');
}
