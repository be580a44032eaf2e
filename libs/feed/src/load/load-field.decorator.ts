import {
  AccountReference,
  amountDigits,
  amountMisfit,
  faultsOf,
  formats,
  isCurrency,
  isLatinName,
  isValueDay,
  lastValueDay,
  latinCharacters,
  maxAmountDigits,
  maxLatinName,
} from '@open-banking/messages';
import { allOf } from '@open-banking/config';
import { IsIn, IsOptional, Matches, ValidateBy } from '@open-banking/config/class-validator';
import {
  areDigitsAfterZero,
  isAmount,
  isBeforeYear3000,
  isNotNegative,
  isNotZero,
  isShortText,
  isSumOfAmounts,
  type ByteCheck,
} from './byte-checks.js';
import { loadKinds, type AmountCurrency, type LoadCheck, type LoadKind } from './load-kinds.js';

// The decorators of fields of load lines. Each says in `context` what the value must be: docs/load-formats.md is written from it.

const messageOptions = (says: string, kind?: LoadKind, passes?: ByteCheck) => ({
  message: `must be ${says}`,
  context: { says, kind, passes } satisfies LoadCheck,
});

/** What a value is, and how it is written into a row. */
const ofKind = (kind: LoadKind): PropertyDecorator => {
  const { says, encode } = loadKinds[kind];
  return ValidateBy({ name: kind, validator: { validate: (value) => encode(value) !== undefined } }, messageOptions(says, kind));
};

/** What a value must be besides. */
const that = <T = string>(says: string, is: (value: T) => boolean, passes?: ByteCheck): PropertyDecorator =>
  ValidateBy({ name: says, validator: { validate: is as (value: unknown) => boolean } }, messageOptions(says, undefined, passes));
const matching = (says: string, pattern: RegExp, passes?: ByteCheck): PropertyDecorator =>
  allOf(Text(), Matches(pattern, messageOptions(says, undefined, passes)));

export const Uuid = () => ofKind('uuid');
export const Text = () => ofKind('text');
export const Day = () => ofKind('date');
/** The day of a booked entry, or the last one of its account: not after the bank's current day. */
export const BookingDay = () =>
  allOf(
    Day(),
    ValidateBy(
      { name: 'bookingDay', validator: { validate: () => true } },
      {
        context: { says: "not after the bank's current day", kind: undefined, passes: () => true, isBookingDay: true } satisfies LoadCheck,
      },
    ),
  );
/** A day from which an amount counts. */
export const ValueDay = () => allOf(Day(), that(`not after ${lastValueDay}`, isValueDay, isBeforeYear3000));
export const Instant = () => ofKind('instant');
export const WholeNumber = () => ofKind('integer');
export const Flag = () => ofKind('boolean');

/** Whether each `Amount` of the messages in a JSON value, however deep, fits its currency. */
function amountsFit(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  const { currency, amount } = value as { currency?: unknown; amount?: unknown };
  if (typeof currency === 'string' && typeof amount === 'string' && isCurrency(currency) && /^-?\d+(\.\d+)?$/.test(amount))
    if (amountMisfit(currency, amountDigits(amount)) !== undefined) return false;
  return Object.values(value).every(amountsFit);
}
export const Json = () => allOf(ofKind('json'), that('free of amounts that do not fit their currency', amountsFit));
export const Texts = () => ofKind('texts');

/** The field may be left out, or null. */
export const Optional = () => IsOptional();

/** One of a closed list. */
export const OneOf = (...values: readonly string[]) =>
  allOf(Text(), IsIn(values, messageOptions(values.length === 1 ? values[0]! : `one of ${values.join(', ')}`)));

/** A bank's files name the same accounts again and again: check digits are computed once for most. */
const ibans = new Set<string>();
const maxIbans = 200_000;
function isIban(text: string): boolean {
  if (ibans.has(text)) return true;
  if (!formats.iban.is(text)) return false;
  if (ibans.size >= maxIbans) ibans.clear();
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
    ofKind('json'),
    that(
      'an account reference without a card number, such as {"iban":"IL620108000000099999999"} or, for 10-936-07869660, {"bban":"0109360000007869660"}',
      (value: unknown) => isKnownIban(value) || faultsOf(AccountReference, value).length === 0,
    ),
  );
/** A name as the messages of SEPA and SWIFT can carry it. */
export const LatinName = () =>
  allOf(Text(), that(`1 to ${maxLatinName} characters, of which each is one of ${latinCharacters.says}`, isLatinName));
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
/** Beside what the number is: that it is zero or more. */
export const ZeroOrMore = () => that('zero or more', (value) => !value.startsWith('-'), isNotNegative);
/** Beside what the number is: an entry of zero moves nothing. */
export const NonZero = () => that('another number than zero', (value) => /[1-9]/.test(value), isNotZero);

// A number is an amount of money, with the decimals of its currency, or it is something else that says what it is: there is no plain number.

const isAnAmount = (value: string): boolean => isASum(value) && amountDigits(value).fraction <= 4;
const isASum = (value: string): boolean => amountDigits(value).whole <= maxAmountDigits;
const amount = (decimals: string, currency: AmountCurrency): PropertyDecorator => {
  const [is, passes] = currency.isSum ? [isASum, isSumOfAmounts] : [isAnAmount, isAmount];
  const says = `an amount of at most ${maxAmountDigits} digits, with ${decimals}`;
  return allOf(
    ofKind('decimal'),
    ValidateBy(
      { name: 'amount', validator: { validate: is as (value: unknown) => boolean } },
      { ...messageOptions(says), context: { says, kind: undefined, passes, amount: currency } satisfies LoadCheck },
    ),
  );
};
const ofLine = (types: readonly string[]): string => `the currency of its \`${types.join('` or `')}\``;

/** An amount in the currency that another field of its line holds; without that field no currency is known, and only the number of digits is checked. */
export const AmountIn = (field: string) => amount(`the decimals of its \`${field}\``, { field });
/** An amount in the currency of the row that its line belongs to: of one of these types of line, whose key is a field of this line. */
export const AmountOf = (...types: readonly string[]) => amount(`the decimals of ${ofLine(types)}`, { types });
/** `AmountIn` of a sum of other rows, see `AmountCurrency`. */
export const SumIn = (field: string) => amount(`the decimals of what it is the sum of, in its \`${field}\``, { field, isSum: true });
/** `AmountOf` of a sum of other rows, see `AmountCurrency`. */
export const SumOf = (...types: readonly string[]) =>
  amount(`the decimals of what it is the sum of, in ${ofLine(types)}`, { types, isSum: true });
/** An amount of a table that has no currency. */
export const AmountWithoutCurrency = () => amount('at most 4 after the point', {});
/** A rate or an index: interest, exchange, margin. No amount. */
export const Rate = () => ofKind('decimal');
/** Per cent. */
export const Percentage = () => ofKind('decimal');
/** A number of units. Of a bond it is nominal. */
export const Quantity = () => ofKind('decimal');
/** The price of one unit, or per cent of the nominal. It may have more decimals than its currency. */
export const Price = () => ofKind('decimal');
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
