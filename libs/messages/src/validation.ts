import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import { amountFault } from './amount.js';
import { formats, type FormatName, type TextFormat } from './formats.js';
import { rememberNamesOf } from './known-names.js';
import { maxFaults, type Fault } from './refusal.js';
import { isReadable, unreadable } from './visible-text.js';

// The schemas are TypeBox's. To check them against the schema of schemas, that one would be compiled first: 0.2 s of each service's processor time.
// What AJV would optimize V8 does: left to it, a schema is compiled in half the time (35 ms of a payment's), and checks as fast.
const quick = { meta: false, validateSchema: false, code: { optimize: false } };
const ajv = new Ajv2020({ allErrors: true, strict: false, verbose: true, messages: true, ownProperties: true, ...quick });
for (const [name, { is }] of Object.entries(formats)) ajv.addFormat(name, is);
ajv.addKeyword({
  keyword: 'x-amount-of-currency',
  type: 'object',
  error: { message: 'an amount that fits its currency' },
  validate: (_: unknown, value: { currency?: unknown; amount?: unknown }) =>
    typeof value.currency !== 'string' ||
    typeof value.amount !== 'string' ||
    amountFault(value as { currency: string; amount: string }) === undefined,
});
ajv.addKeyword({
  keyword: 'x-one-of-keys',
  type: 'object',
  schemaType: 'array',
  validate: (keys: string[], value: object) => keys.filter((key) => key in value).length === 1,
});

// A field of the standard that this bank supports nowhere: its text says so.
ajv.addKeyword({ keyword: 'x-not-supported', schemaType: 'string', validate: () => false });
/** Each text of a message without a closed form of its own: docs/request.md names the rule, which no document of a schema can write. */
ajv.addKeyword({
  keyword: 'x-readable',
  type: 'string',
  error: { message: 'a text that can be read' },
  validate: (_: unknown, text: string) => isReadable(text),
});
const closed = ['enum', 'const', 'format'];

const compiled = new WeakMap<object, ValidateFunction>();

/**
 * A schema as it is checked. Every `$id` would be registered globally and collide: references are inlined, so the ids serve documents only.
 * Free texts must be readable.
 */
function checkedForm(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(checkedForm);
  if (typeof schema !== 'object' || schema === null || schema instanceof RegExp) return schema;
  const checked: Record<string, unknown> = Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !(key === '$id' && typeof value === 'string'))
      .map(([key, value]) => [key, checkedForm(value)]),
  );
  if (Number(checked['maxItems']) >= longList) return checkedWhereNotTooLong(checked);
  return checked['type'] === 'string' && !closed.some((key) => key in checked) ? { ...checked, 'x-readable': true } : checked;
}

/** Lists that may have so many members are in bodies of 1 MiB. */
const longList = 1_000;

/** The members of a list that is too long are not looked at: half a million faults of one would take a second. */
function checkedWhereNotTooLong({ items, ...list }: Record<string, unknown>): Record<string, unknown> {
  return { ...list, if: { maxItems: list['maxItems'] }, then: { items } };
}

function validator(schema: TSchema): ValidateFunction {
  let validate = compiled.get(schema);
  if (!validate) {
    compiled.set(schema, (validate = ajv.compile(checkedForm(schema) as object)));
    rememberNamesOf(schema);
  }
  return validate;
}

/** Where a value stands in its request. */
export type Place = 'body' | 'query';

/** Of a value with more errors only these are looked at: several of them can tell of one fault. */
const maxErrors = 10 * maxFaults;

/**
 * What is wrong with a value, the first `maxFaults` of it, each with its place: a JSON Pointer in a body, the bare name in a query. Empty:
 * nothing.
 */
export function faultsOf(schema: TSchema, value: unknown, where: Place = 'body'): Fault[] {
  const validate = validator(schema);
  if (validate(value)) return [];
  const errors = (validate.errors ?? []).slice(0, maxErrors);
  const reported = reportedErrors(errors);
  // A value that fits two branches of a `oneOf` breaks nothing inside them: then the combination is all there is to say.
  const faults = new Map<string, Fault>();
  for (const error of reported.length > 0 ? reported : errors) {
    const fault = asFault(error, where);
    faults.set(`${fault.path} ${fault.text}`, fault);
    if (faults.size === maxFaults) break;
  }
  return [...faults.values()];
}

/** The faults of the form of a value, and where all of them are listed, the contradictions that `find` finds in the rest. */
export const withContradictions = (misformed: readonly Fault[], find: () => readonly Fault[]): readonly Fault[] =>
  misformed.length < maxFaults ? [...misformed, ...find()] : misformed;

// The faults inside the branches say what is wrong; "must match a schema in anyOf" says nothing.
const combining = new Set(['anyOf', 'oneOf', 'if', 'allOf']);

/** The errors that say what is wrong. In one pass over them: compared with each other, those of a body of 64 KiB would take seconds. */
function reportedErrors(errors: readonly ErrorObject[]): ErrorObject[] {
  const [summed, others] = [errors.filter(isSummed), errors.filter((error) => !isSummed(error))];
  const wholes = [...new Set(summed.map(({ schemaPath }) => `${schemaPath}/`))];
  const misformed = new Set(
    others.filter(({ keyword }) => keyword === 'pattern' || keyword === 'format').map(({ instancePath }) => instancePath),
  );
  const unsupported = new Set(others.filter(({ keyword }) => keyword === 'x-not-supported').map(({ instancePath }) => instancePath));
  const aboveUnsupported = new Set([...unsupported].flatMap(pathsAbove));
  return [
    ...summed,
    ...others.filter(
      ({ keyword, schemaPath, instancePath, data }) =>
        !combining.has(keyword) &&
        !wholes.some((whole) => schemaPath.startsWith(whole)) &&
        // An empty text breaks its form, too, and what that says is enough.
        !(keyword === 'minLength' && data === '' && misformed.has(instancePath)) &&
        // What else is wrong with a field that is not supported at all, or with the object that has nothing but it.
        (keyword === 'x-not-supported' ||
          !(unsupported.has(instancePath) || (keyword === 'x-one-of-keys' && aboveUnsupported.has(instancePath)))),
    ),
  ];
}

/** The JSON Pointers of all that a value lies in, the whole body included. */
const pathsAbove = (path: string): string[] => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));

/** An alternative of plain values that says in one sentence what it takes: its branches contradict each other. */
const isSummed = ({ keyword, parentSchema }: ErrorObject): boolean => keyword === 'anyOf' && parentSchema?.['x-must'] !== undefined;

function asFault(error: ErrorObject, where: Place): Fault {
  const { params, keyword } = error;
  const below =
    keyword === 'required'
      ? params.missingProperty
      : keyword === 'additionalProperties' || keyword === 'unevaluatedProperties'
        ? (params.additionalProperty ?? params.unevaluatedProperty)
        : undefined;
  const pointer =
    below === undefined ? error.instancePath : `${error.instancePath}/${String(below).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const place = keyword === 'x-amount-of-currency' ? `${pointer}/amount` : pointer;
  const path = where === 'query' ? place.slice(1) : place;
  const code = keyword === 'x-not-supported' ? 'PARAMETER_NOT_SUPPORTED' : 'FORMAT_ERROR';
  return { code, ...(path && { path }), text: sentence(error, where) };
}

const placed = (where: Place): string => (where === 'query' ? 'parameter' : 'field');

const notKnown = (_: unknown, __: unknown, where: Place): string => `This ${placed(where)} is not known here; leave it out.`;

/** The values of a field that has few. */
function choiceOf(schema: { readonly enum?: readonly unknown[]; readonly anyOf?: readonly { readonly const?: unknown }[] } = {}): string {
  const values = schema.enum ?? schema.anyOf?.map((one) => one.const) ?? [];
  return values.length > 0 && values.every((value) => value !== undefined) ? `: ${values.join(', ')}` : '';
}

/** The types of JSON Schema, as words after "Must be". */
const typeWords: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  object: 'an object',
  array: 'an array',
  null: 'null',
};

/** What is wrong with a value of another type than this one of JSON Schema. `must` says what it must be besides, told after "Must": `be a UUID`. */
export function mustBe(type: string, must = ''): string {
  const [, form] = /^be (.+)$/.exec(must) ?? [];
  return `Must be ${typeWords[type] ?? type}${form === undefined ? '' : `: ${form}`}.`;
}

const singular = { characters: 'character', entries: 'entry' } as const;

/** What is wrong with the length of a text or a list. */
export const mustHave = (bound: 'at least' | 'at most', count: number, what: keyof typeof singular): string =>
  `Must have ${bound} ${count} ${count === 1 ? singular[what] : what}.`;

/** What a text must be, told after "Must", where its schema says so. */
function expectedForm(schema: ErrorObject['parentSchema'] = {}): string | undefined {
  const { 'x-must': must, format } = schema as { readonly 'x-must'?: string; readonly format?: FormatName };
  return must ?? (format && `be ${formats[format].says}`);
}

const texts: Record<string, (params: Record<string, unknown>, error: ErrorObject, where: Place) => string> = {
  required: ({ missingProperty }, { parentSchema }, where) =>
    `This ${placed(where)} is required${choiceOf(parentSchema?.['properties']?.[missingProperty as string])}.`,
  additionalProperties: notKnown,
  unevaluatedProperties: notKnown,
  enum: ({ allowedValues }) => `Must be one of ${(allowedValues as unknown[]).join(', ')}.`,
  const: ({ allowedValue }) => `Must be ${String(allowedValue)}.`,
  type: ({ type }, { parentSchema }) => mustBe(String(type), type === 'string' ? expectedForm(parentSchema) : undefined),
  minLength: ({ limit }) => mustHave('at least', limit as number, 'characters'),
  maxLength: ({ limit }) => mustHave('at most', limit as number, 'characters'),
  minItems: ({ limit }) => mustHave('at least', limit as number, 'entries'),
  maxItems: ({ limit }) => mustHave('at most', limit as number, 'entries'),
  pattern: ({ pattern }, { parentSchema }) =>
    `Must ${(parentSchema?.['x-must'] as string | undefined) ?? patterns[String(pattern)] ?? `match ${String(pattern)}`}.`,
  anyOf: (_, { parentSchema, message }) =>
    `Must ${(parentSchema?.['x-must'] as string | undefined) ?? String(message).replace(/^must /, '')}.`,
  format: ({ format }, { data, parentSchema }) => {
    const { fault }: TextFormat = formats[format as FormatName];
    return fault?.(String(data)) ?? `Must ${expectedForm(parentSchema)}.`;
  },
  oneOf: () => 'Must be of exactly one of the forms allowed here.',
  'x-not-supported': (_, { schema }) => String(schema),
  'x-readable': (_, { data }) => `Must ${unreadable(String(data))}.`,
  'x-one-of-keys': (_, { schema }) => `Must name exactly one of ${(schema as string[]).join(', ')}.`,
  'x-amount-of-currency': (_, { data }) => `Does not fit its currency: ${amountFault(data as never)}.`,
};

const patterns: Record<string, string> = { '\\S': 'not be blank' };

function sentence(error: ErrorObject, where: Place): string {
  const schema = (error as { schema?: unknown }).schema ?? error.params['keys'];
  return (
    texts[error.keyword]?.(error.params, { ...error, schema } as ErrorObject, where) ??
    `${(error.message ?? 'is not valid').replace(/^m/, 'M')}.`
  );
}
