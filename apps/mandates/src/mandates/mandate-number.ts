import { isDeepStrictEqual } from 'node:util';
import type { MandateRequest } from './mandates.messages.js';

export type NumberedMandate = Pick<MandateRequest, 'creditorSchemeIdentification' | 'mandateId'>;

/**
 * The creditor's identification and the mandate's number as they are compared (SEPA Core Rulebook, AT-02 and AT-01): neither is case
 * sensitive, and positions 5 to 7 of a SEPA creditor identifier are the creditor's own business code and not part of it. `whole` is the
 * identification that must be equal as a whole, where it is no SEPA identifier; null otherwise.
 */
export type ComparableNumber = [creditor: string, whole: string | null, mandateId: string];

const sepa = /^([A-Z]{2}\d{2})[A-Z0-9]{3}(?=.)/;

/** SQL: capital letters, of A to Z alone, so that neither an index nor a comparison depends on the locale. */
const capitals = (text: string): string => `upper(${text} collate "C")`;
const withoutBusinessCode = (text: string): string => `regexp_replace(${capitals(text)}, '^([A-Z]{2}[0-9]{2})[A-Z0-9]{3}(?=.)', '\\1')`;

/** SQL: whether a mandate has the `ComparableNumber` in the parameters from `$first` on. The index `mandate_by_comparable_number` has these expressions. */
export const hasNumber = (mandate: string, first: number): string => /* sql */ `(
  ${withoutBusinessCode(`${mandate}.creditor_scheme_id`)} = $${first} and ${capitals(`${mandate}.mandate_id`)} = $${first + 2}
  and ($${first + 1}::text is null or ${capitals(`${mandate}.creditor_scheme_id`)} = $${first + 1})
)`;

export function comparableNumber({ creditorSchemeIdentification, mandateId }: NumberedMandate): ComparableNumber {
  const creditor = inCapitals(creditorSchemeIdentification);
  return [creditor.replace(sepa, '$1'), isSepaIdentifier(creditor) ? null : creditor, inCapitals(mandateId)];
}

export const isSameNumber = (one: NumberedMandate, other: NumberedMandate): boolean =>
  isDeepStrictEqual(comparableNumber(one), comparableNumber(other));

const inCapitals = (text: string): string => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());

/** ISO 7064, mod 97-10, over the national part followed by country and check digits; letters count from A = 10, other characters do not count. */
function isSepaIdentifier(creditor: string): boolean {
  if (!sepa.test(creditor)) return false;
  const digits = `${creditor.slice(7)}${creditor.slice(0, 4)}`
    .replace(/[^A-Z0-9]/g, '')
    .replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}
