import type { ClearingAnswer, ClearingResolution } from '@open-banking/contracts';
import { formats, Refusal } from '@open-banking/messages';
import { comparableAccount, type PaymentReason } from '@open-banking/ais-pis-payments';

/** Norway's (ISO 13616). */
const shortestIban = 15;

/** Whether it may be the number of an account. What begins like an IBAN must be one: mistyped, it would never match. */
function isAccountNumber(text: string): boolean {
  const plain = comparableAccount(text);
  if (/^[A-Z]{2}\d\d/.test(plain) && plain.length >= shortestIban) return formats.iban.is(plain);
  return plain.length <= 35 && /\d/.test(plain);
}

/** Refuses a creditor's account that no payment can name. */
export function refuseUnusableAccount(text: string): void {
  if (!isAccountNumber(text))
    throw new Refusal([
      {
        code: 'FORMAT_ERROR',
        path: '/creditor',
        text: 'Must be an IBAN with the right check digits, or another account number, as payments name it.',
      },
    ]);
}

/** An IBAN as payments have it, in capitals without spaces; any other number as it is given. */
export function accountNumber(text: string): string {
  const plain = comparableAccount(text);
  return formats.iban.is(plain) ? plain : text;
}

/** The reason, which every answer but `accepted` must have; null for `accepted`. Throws if it is missing or superfluous. */
export function reasonFor({ answer, reason }: ClearingAnswer | ClearingResolution): PaymentReason | null {
  if ((answer === 'accepted') === (reason === undefined)) return reason ?? null;
  throw new Refusal([
    {
      code: 'FORMAT_ERROR',
      path: '/reason',
      text:
        answer === 'accepted' ? 'Must be left out for accepted.' : `This field is required for ${answer}: an ISO 20022 code such as AC04.`,
    },
  ]);
}
