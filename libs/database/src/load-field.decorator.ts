import { AccountReference, faultsOf, formats, isCurrency } from '@open-banking/messages';
import { allOf } from '@open-banking/config';
import { IsIn, IsOptional, Matches, ValidateBy } from '@open-banking/config/class-validator';
import { areDigitsAfterZero, isNotNegative, isNotZero, isShortText, type ByteCheck } from './byte-checks.js';
import { loadKinds, type LoadCheck, type LoadKind } from './load-kinds.js';

// The decorators of fields of load lines. Each says in `context` what the value must be: docs/load-formats.md is written from it.

const told = (says: string, kind?: LoadKind, passes?: ByteCheck) => ({
  message: `must be ${says}`,
  context: { says, kind, passes } satisfies LoadCheck,
});

/** What a value is, and how it is written into a row. */
const ofKind = (kind: LoadKind): PropertyDecorator => {
  const { says, encode } = loadKinds[kind];
  return ValidateBy({ name: kind, validator: { validate: (value) => encode(value) !== undefined } }, told(says, kind));
};

/** What a value must be besides. */
const that = <T = string>(says: string, is: (value: T) => boolean, passes?: ByteCheck): PropertyDecorator =>
  ValidateBy({ name: says, validator: { validate: is as (value: unknown) => boolean } }, told(says, undefined, passes));
const matching = (says: string, pattern: RegExp, passes?: ByteCheck): PropertyDecorator =>
  allOf(Text(), Matches(pattern, told(says, undefined, passes)));

export const Uuid = () => ofKind('uuid');
export const Text = () => ofKind('text');
export const Day = () => ofKind('date');
export const Instant = () => ofKind('instant');
export const Decimal = () => ofKind('decimal');
export const WholeNumber = () => ofKind('integer');
export const Flag = () => ofKind('boolean');
export const Json = () => ofKind('json');
export const Texts = () => ofKind('texts');

/** The field may be left out, or null. */
export const Optional = () => IsOptional();

/** One of a closed list. */
export const OneOf = (...values: readonly string[]) =>
  allOf(Text(), IsIn(values, told(values.length === 1 ? values[0]! : `one of ${values.join(', ')}`)));

/** A bank's files name the same accounts again and again: check digits are computed once for most. */
const ibans = new Set<string>();
const mostIbans = 200_000;
function isIban(text: string): boolean {
  if (ibans.has(text)) return true;
  if (!formats.iban.is(text)) return false;
  if (ibans.size >= mostIbans) ibans.clear();
  ibans.add(text);
  return true;
}

export const Iban = () => allOf(Text(), that('an IBAN in capitals, without spaces, with right check digits', isIban));
export const Bic = () => matching('a BIC of 8 or 11 capitals and digits', /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/);
export const CurrencyCode = () => allOf(Text(), that('an ISO 4217 currency, such as EUR', isCurrency));
export const Country = () => matching('an ISO 3166 country of two capitals, such as IL', /^[A-Z]{2}$/);

/** An object with an IBAN that was checked before, and nothing else. */
function isKnownIban(value: unknown): boolean {
  for (const name in value as object) if (name !== 'iban') return false;
  const { iban } = value as { iban?: unknown };
  return typeof iban === 'string' && isIban(iban);
}

/** `AccountReference` of the messages: an object with one of its ways to name an account. */
export const AccountName = () =>
  allOf(
    Json(),
    that(
      'an account reference, such as {"iban":"IL620108000000099999999"}',
      (value: unknown) => isKnownIban(value) || faultsOf(AccountReference, value).length === 0,
    ),
  );
export const List = () =>
  allOf(
    Json(),
    that('a list', (value: unknown) => Array.isArray(value)),
  );

/** References of what is loaded begin with 0; the bank's own begin with 1. */
export const Reference = () => matching('sixteen digits of which the first is 0', /^0[0-9]{15}$/, areDigitsAfterZero(16));
export const TransactionId = () => matching('1 to 35 characters', /^.{1,35}$/u, isShortText(35));
export const MaskedPan = () =>
  matching(
    'a card number of which at most the first six and the last four digits are shown, such as 458099******1234',
    /^[0-9]{0,6}[*X]{5,}[0-9]{0,4}$/,
  );
export const BranchNumber = () => matching('1 to 4 digits', /^[0-9]{1,4}$/);
export const AccountNumber = () => matching('1 to 10 digits', /^[0-9]{1,10}$/);
export const Status = () => OneOf('enabled', 'blocked', 'deleted');
export const Usage = () => OneOf('PRIV', 'ORGA');
/** An amount that is zero or more. */
export const ZeroOrMore = () =>
  allOf(
    Decimal(),
    that('zero or more', (value) => !value.startsWith('-'), isNotNegative),
  );
/** An entry of zero moves nothing. */
export const NonZero = () =>
  allOf(
    Decimal(),
    that('another number than zero', (value) => /[1-9]/.test(value), isNotZero),
  );
export const DayOfMonth = () =>
  allOf(
    WholeNumber(),
    that('from 1 to 28', (value: unknown) => (value as number) >= 1 && (value as number) <= 28),
  );

/** A day of the week by its number, as in SQL. */
export const Weekday = () =>
  allOf(
    WholeNumber(),
    that('from 0 (Sunday) to 6 (Saturday)', (value: unknown) => (value as number) >= 0 && (value as number) <= 6),
  );
export const TimeOfDay = () => matching('a time of day as HH:MM', /^([01][0-9]|2[0-3]):[0-5][0-9]$/);

/** The name of a payment product, as in a products file. */
export const PaymentProduct = () => matching('the name of a payment product, such as masav', /^[a-z0-9][a-z0-9-]{0,59}$/);

/** As the ID token of the bank's OpenID provider has it (OpenID Connect Core §2: at most 255 characters of ASCII). */
export const LoginSubject = () => matching('1 to 255 printable ASCII characters', /^[ -~]{1,255}$/);

/** The cost is bounded: checking one password must not take a second, nor a gigabyte. */
export const PasswordHash = () =>
  allOf(
    Text(),
    that(
      'a hash of the form scrypt$N$8$1$salt$hash: N a power of two from 1024 to 131072, salt of 16 bytes or more and hash of 32 in base64url',
      (value) => {
        const [, cost] = /^scrypt\$([0-9]{4,6})\$8\$1\$[A-Za-z0-9_-]{22,86}\$[A-Za-z0-9_-]{43}$/.exec(value) ?? [];
        const n = Number(cost);
        return n >= 1_024 && n <= 131_072 && Number.isInteger(Math.log2(n));
      },
    ),
  );
