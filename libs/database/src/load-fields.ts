import type { LoadField } from './load-format.js';
import { AccountReference, faultsOf, isCurrency } from '@open-banking/messages';

export const uuid: LoadField = { kind: 'uuid' };
export const text: LoadField = { kind: 'text' };
export const date: LoadField = { kind: 'date' };
export const instant: LoadField = { kind: 'instant' };
export const decimal: LoadField = { kind: 'decimal' };
export const integer: LoadField = { kind: 'integer' };
export const boolean: LoadField = { kind: 'boolean' };
export const json: LoadField = { kind: 'json' };
export const texts: LoadField = { kind: 'texts' };

const textThat = (must: string, is: (value: string) => boolean): LoadField => ({ kind: 'text', must, is: (value) => is(value as string) });
const matching = (must: string, pattern: RegExp): LoadField => textThat(must, (value) => pattern.test(value));

/** One of a closed list. */
export const oneOf = (...values: string[]): LoadField =>
  textThat(values.length === 1 ? `${values[0]!}` : `one of ${values.join(', ')}`, (value) => values.includes(value));

export const iban = textThat(
  'an IBAN in capitals, without spaces, with right check digits',
  (value) => faultsOf(AccountReference, { iban: value }).length === 0,
);
export const bic = matching('a BIC of 8 or 11 capitals and digits', /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/);
export const currency = textThat('an ISO 4217 currency, such as EUR', isCurrency);
export const country = matching('an ISO 3166 country of two capitals, such as IL', /^[A-Z]{2}$/);

/** `AccountReference` of the messages: an object with one of its ways to name an account. */
export const accountReference: LoadField = {
  kind: 'json',
  must: 'an account reference, such as {"iban":"IL620108000000099999999"}',
  is: (value) => faultsOf(AccountReference, value).length === 0,
};
export const list: LoadField = { kind: 'json', must: 'a list', is: Array.isArray };

/** References of what is loaded begin with 0; the bank's own begin with 1. */
export const reference = matching('sixteen digits of which the first is 0', /^0[0-9]{15}$/);
export const transactionId = matching('1 to 35 characters', /^.{1,35}$/u);
export const maskedPan = matching(
  'a card number of which at most the first six and the last four digits are shown, such as 458099******1234',
  /^[0-9]{0,6}[*X]{5,}[0-9]{0,4}$/,
);
export const branchNumber = matching('1 to 4 digits', /^[0-9]{1,4}$/);
export const accountNumber = matching('1 to 10 digits', /^[0-9]{1,10}$/);
export const status = oneOf('enabled', 'blocked', 'deleted');
export const usage = oneOf('PRIV', 'ORGA');
/** An amount that is zero or more. */
export const positive: LoadField = { kind: 'decimal', must: 'zero or more', is: (value) => !(value as string).startsWith('-') };
/** An entry that moves nothing is none. */
export const nonZero: LoadField = { kind: 'decimal', must: 'another number than zero', is: (value) => /[1-9]/.test(value as string) };
export const dayOfMonth: LoadField = {
  kind: 'integer',
  must: 'from 1 to 28',
  is: (value) => (value as number) >= 1 && (value as number) <= 28,
};

/** The cost is bounded: checking one password must not take a second, nor a gigabyte. */
export const passwordHash = textThat(
  'a hash of the form scrypt$N$8$1$salt$hash: N a power of two from 1024 to 131072, salt of 16 bytes or more and hash of 32 in base64url',
  (value) => {
    const [, cost] = /^scrypt\$([0-9]{4,6})\$8\$1\$[A-Za-z0-9_-]{22,86}\$[A-Za-z0-9_-]{43}$/.exec(value) ?? [];
    const n = Number(cost);
    return n >= 1_024 && n <= 131_072 && Number.isInteger(Math.log2(n));
  },
);

type Optional<F> = { readonly [Name in keyof F]: LoadField };

/** The same fields, each of which may be left out. */
export const optional = <F extends Record<string, LoadField>>(fields: F): Optional<F> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, optional: true }])) as Optional<F>;

/** Whose a resource is; the same line in every service. */
export const holder = {
  table: 'holder',
  key: ['psuId', 'resourceId'],
  fields: { psuId: uuid, resourceId: uuid, rule: oneOf('any', 'both') },
};
