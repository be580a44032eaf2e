import { inDays } from '@open-banking/testing';
import fc, { type Arbitrary } from 'fast-check';

/** What the documents use of JSON Schema. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly examples?: readonly unknown[];
  readonly 'x-one-of-keys'?: readonly string[];
  readonly 'x-amount-of-currency'?: boolean;
}
export type Schemas = Readonly<Record<string, Schema>>;

const day = fc.integer({ min: -400, max: 800 }).map((days) => inDays(days));
const amounts: Readonly<Record<string, readonly string[]>> = {
  EUR: ['0.01', '1', '12.50', '999999.99', '300000'],
  ILS: ['0.10', '5', '250000'],
  JPY: ['1', '5000'],
};

const byFormat: Readonly<Record<string, Arbitrary<string>>> = {
  uuid: fc.uuid(),
  date: day,
  'book-day': day,
  'date-time': day.map((date) => `${date}T10:15:00Z`),
  currency: fc.constantFrom('EUR', 'ILS', 'USD', 'JPY'),
  iban: fc.constantFrom('DE89370400440532013000', 'IL620108000000099999999', 'GB33BUKB20201555555555', 'FR1420041010050500013M02606'),
  bic: fc.constantFrom('DEUTDEFF', 'DEUTDEFF500', 'POALILIT'),
  uri: fc.constantFrom('https://tpp.example/back', 'http://127.0.0.1/back', 'urn:x:y'),
  email: fc.constant('dev@tpp.example'),
};

/** Characters that every payment scheme carries, and of many texts others beside them. */
const latinLetters = fc.constantFrom(..."abcXYZ019 .-'");
const letters = fc.constantFrom(...'abcXYZ019 .-/\'"<>&éßאבג漢😀');

/** Texts of a pattern; any, where it has what cannot be drawn by (`\\p{…}`). */
function matching(pattern: string): Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'));
  } catch {
    return fc.string();
  }
}

/** Without a bound of the schema, a text is as long as its pattern wants it, or up to 40 characters. */
function text({ format, pattern, minLength = 0, maxLength, examples }: Schema): Arbitrary<string> {
  const known = format === undefined ? undefined : byFormat[format];
  if (known) return known;
  const plain = (examples ?? []).filter((one) => typeof one === 'string');
  const drawn =
    pattern === undefined || pattern === '\\S' || format === 'line' || format === 'identification'
      ? fc
          .oneof(
            ...[latinLetters, letters].map((drawn) =>
              fc.array(drawn, { minLength: Math.max(minLength, 1), maxLength: Math.min(maxLength ?? 40, 140) }),
            ),
          )
          .map((parts) => [...`a${parts.join('')}`].slice(0, maxLength ?? 40).join(''))
      : matching(pattern).filter(({ length }) => length >= minLength && length <= (maxLength ?? Infinity));
  return plain.length > 0 ? fc.oneof(fc.constantFrom(...plain), drawn) : drawn;
}

/** Values that a schema takes, as far as it tells: rules that no schema tells are left to the bank. */
export class FittingValues {
  readonly #known = new Map<string, Arbitrary<unknown>>();

  constructor(private readonly schemas: Schemas) {}

  valuesFor(schema: Schema): Arbitrary<unknown> {
    if (schema.$ref) return this.#referenced(schema.$ref.split('/').at(-1)!);
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    const branches = schema.anyOf ?? (schema.properties ? undefined : schema.oneOf);
    if (branches) return fc.oneof(...branches.map((one) => this.valuesFor(one)));
    if (schema.properties || schema.type === 'object') return this.#object(schema);
    if (schema.type === 'array')
      return fc.array(this.valuesFor(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      });
    return scalar(schema);
  }

  #referenced(name: string): Arbitrary<unknown> {
    const known = this.#known.get(name) ?? this.valuesFor(this.schemas[name]!);
    this.#known.set(name, known);
    return known;
  }

  #object(schema: Schema): Arbitrary<unknown> {
    const { properties = {}, required = [], 'x-one-of-keys': exclusive = [] } = schema;
    if ('amount' in properties && 'currency' in properties)
      return fc
        .constantFrom(...Object.keys(amounts))
        .chain((currency) => fc.constantFrom(...amounts[currency]!).map((amount) => ({ currency, amount })));
    const fields = Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => !exclusive.includes(name))
        .map(([name, field]) => [name, this.valuesFor(field)]),
    );
    const rest = recordOf(fields, required);
    if (exclusive.length === 0) return rest;
    const one = fc.oneof(...exclusive.map((name) => this.valuesFor(properties[name]!).map((value) => ({ [name]: value }))));
    return fc.tuple(one, rest).map(([named, others]) => ({ ...named, ...others }));
  }
}

/** Fields that nobody requires are there now and then: many of them together contradict each other. */
const recordOf = (fields: Readonly<Record<string, Arbitrary<unknown>>>, required: readonly string[]): Arbitrary<object> =>
  fc
    .tuple(
      ...Object.entries(fields).map(([name, value]) => {
        const there = value.map((one) => [[name, one]] as const);
        return required.includes(name) ? there : fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: there });
      }),
    )
    .map((entries) => Object.fromEntries(entries.flat()));

function scalar(schema: Schema): Arbitrary<unknown> {
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'integer' || schema.type === 'number')
    return fc.integer({ min: schema.minimum ?? -1_000, max: Math.min(schema.maximum ?? 1_000_000, 1_000_000) });
  return schema.type === 'string' ? text(schema) : fc.constant('');
}
