type Json = Record<string, unknown>;

/** A keyword of a validating schema that stands in no document, as generators of clients or importers stumble over it. */
export interface Removal {
  /** The `$id` of the schema, or the name of the header or parameter. `*`: every schema whose keyword has the value. */
  readonly schema: string;
  readonly keyword: string;
  readonly value?: string;
  /** The sentence that states the constraint instead, in the description. Absent: a `pattern` or the field's own description does. */
  readonly stated?: string;
  readonly reason: string;
}

const ofKeys =
  'openapi-generator (python) loses every field beside a oneOf of required, without an error; kotlin, ogen and openapi-python-client get no model.';
const unsupported = {
  keyword: 'not',
  stated: 'Not supported by this bank: a request with it is answered 400 `PARAMETER_NOT_SUPPORTED`.',
  reason: 'Generators read `not: {}` as a value of any type, and importers fill it in.',
} as const;
const uncommonFormat = {
  schema: '*',
  keyword: 'format',
  reason: 'The format is this software’s own: no reader of a document knows it, and validators of some refuse it.',
} as const;

/** Everything that the documents leave out. A document with such a keyword that is not listed here is not generated. */
export const removals: readonly Removal[] = [
  {
    schema: 'AccountReference',
    keyword: 'oneOf',
    stated: 'Exactly one of `iban`, `bban`, `maskedPan`, `msisdn` and `other` is present.',
    reason: ofKeys,
  },
  { schema: 'MortgageTrack', keyword: 'oneOf', stated: 'Exactly one of `amount` and `share` is present.', reason: ofKeys },
  {
    schema: 'PSU-IP-Address',
    keyword: 'anyOf',
    stated: 'IPv4 or IPv6 address',
    reason:
      'Branches without a type: openapi-python-client leaves 40 operations out, and the Go and Java of openapi-generator do not compile.',
  },
  {
    schema: 'X-Request-ID',
    keyword: 'format',
    value: 'uuid',
    stated: 'A UUID',
    reason: 'Its example is a variable of importers, `{{$guid}}`, which is no UUID: a UUID would be copied into all requests.',
  },
  {
    schema: 'Consent-ID',
    keyword: 'format',
    value: 'uuid',
    stated: 'A UUID.',
    reason: 'openapi-python-client takes a UUID and puts it into the headers as it is, which httpx refuses with a TypeError.',
  },
  { schema: 'entryReferenceFrom', ...unsupported },
  { schema: 'deltaList', ...unsupported },
  { schema: 'evaluationCurrency', ...unsupported },
  ...['bic', 'currency', 'iban', 'identification', 'line'].map((value) => ({ ...uncommonFormat, value })),
];

const removes = ({ schema, keyword, value }: Removal, from: Json, name: unknown): boolean =>
  Object.hasOwn(from, keyword) && (schema === '*' || schema === name) && (value === undefined || from[keyword] === value);

/** The description with a sentence that it does not have yet. */
const withSentence = (description: unknown, stated: string | undefined): string | undefined => {
  if (stated === undefined || String(description ?? '').includes(stated)) return description as string | undefined;
  return description === undefined ? stated : `${String(description)} ${stated}`;
};

/**
 * A schema as it is published: without what `removals` lists for its name. A format of ours remains as `x-format`. `stated`: the sentences
 * that a description has to say instead.
 */
export function published(schema: Json, name: unknown): { readonly schema: Json; readonly stated: readonly string[] } {
  const found = removals.filter((removal) => removes(removal, schema, name));
  const rest = Object.fromEntries(Object.entries(schema).filter(([key]) => !found.some(({ keyword }) => keyword === key)));
  const format = found.some(({ keyword }) => keyword === 'format') ? { 'x-format': schema['format'] } : {};
  return { schema: { ...rest, ...format }, stated: found.flatMap(({ stated = [] }) => stated) };
}

/** A description that says what the schema of a document leaves out. */
export const saying = (description: unknown, stated: readonly string[]): string | undefined =>
  stated.reduce<string | undefined>((text, sentence) => withSentence(text, sentence), description as string | undefined);
