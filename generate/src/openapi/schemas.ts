import { visibleLine, visibleNumber } from '@open-banking/messages';
import { CannotGenerate } from '../cannot-generate.js';
import { published, saying } from './removals.js';

type Json = Record<string, unknown>;

/** What is said of a value, not what it must be: it stands where the schema is used, as one schema is used for many things. */
const annotations = new Set(['title', 'description', 'examples', 'deprecated', 'x-discloses', 'x-permission']);

/** Readers of a document look for what a field reveals; that most reveal nothing would hide it. */
const isUnsaid = ([key, value]: readonly [string, unknown]): boolean => key === 'x-discloses' && value === 'none';

/** A field that the bank supports nowhere stands in no document, so that no program sends it. */
export function withoutUnsupported(schema: Json): Json {
  const { properties } = schema;
  if (typeof properties !== 'object' || properties === null) return schema;
  const supported = Object.entries(properties).filter(([, field]) => !(typeof field === 'object' && 'x-not-supported' in field));
  return { ...schema, properties: Object.fromEntries(supported) };
}

const isClosing = ([key, value]: readonly [string, unknown]): boolean => key === 'additionalProperties' && value === false;
const isClosed = (schema: object): boolean => JSON.stringify(schema).includes('"additionalProperties":false');

/** Formats of ours, as far as a pattern tells them: check digits and lists of codes it does not. */
const patterns: Readonly<Record<string, string>> = {
  bic: '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$',
  iban: '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$',
  currency: '^[A-Z]{3}$',
  line: visibleLine.pattern,
  identification: visibleNumber.pattern,
};

/**
 * Formats that are asked of requests and not promised of answers: what was accepted before, or comes from the bank's core, may not have
 * them.
 */
const asked = new Set<unknown>(['line', 'identification']);

/** A schema of an answer, as far as answers promise it. */
export function inPromise(schema: Json): Json {
  const { format, ...promised } = schema;
  return asked.has(format) ? promised : schema;
}

/** What keywords of our own say, in those that every reader of JSON Schema knows. */
export function inPlainSchema({ format, pattern, 'x-one-of-keys': keys }: Json): Json {
  const plain = typeof format === 'string' && (pattern === undefined || asked.has(format)) ? patterns[format] : undefined;
  return {
    ...(plain !== undefined && { pattern: plain }),
    ...(Array.isArray(keys) && { oneOf: keys.map((key: string) => ({ required: [key] })) }),
  };
}

/** Patterns of texts, and what they become where U+0000 is excluded. */
const storable: Readonly<Record<string, string>> = { '': '^[^\\u0000]*$', '\\S': '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$' };

/** A schema of a request: PostgreSQL stores no U+0000, so no text of a request may have one. */
export function inStorableText(schema: Json): Json {
  const { type, pattern = '', ...more } = schema;
  const plain = type === 'string' && !('enum' in more) && !('format' in more) ? storable[pattern as string] : undefined;
  return plain === undefined ? schema : { ...schema, pattern: plain };
}

/** A record of any names, as generators read it: TypeBox writes a pattern that every name matches. */
export function inMaps(schema: Json): Json {
  const { patternProperties, ...rest } = schema;
  const { '^.*$': values, ...others } = (patternProperties ?? {}) as Json;
  return values === undefined || Object.keys(others).length > 0 ? schema : { ...rest, additionalProperties: values };
}

const withDescription = (schema: Json, description: string | undefined): Json =>
  description === undefined ? schema : { ...schema, description };

/** The names of all schemas in this one. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => (key === '$id' && typeof value === 'string' ? [value] : namesIn(value)));
}

/**
 * What the operations of one document have in common. A schema with an `$id` is written once, under its name; everything else where it
 * stands. The schemas are the objects that validate, without `x-discloses: none`. Those of answers are written open: a field that is added
 * later breaks no client that was generated before. Those of requests stay closed, and one that occurs in both has a second name there:
 * `AmountInRequest`.
 */
export class Components {
  readonly schemas: Json = {};
  readonly responses: Json = {};
  readonly #answered: ReadonlySet<string>;

  /** `answers`: all schemas that `inAnswer` is going to write. */
  constructor(answers: readonly unknown[] = []) {
    this.#answered = new Set(answers.flatMap(namesIn));
  }

  /** A response that many operations have, written once: `404`, and `404-2` where another has other words. */
  response(status: number, written: object): Json {
    const names = Object.keys(this.responses).filter((name) => name.split('-')[0] === String(status));
    const same = names.find((name) => JSON.stringify(this.responses[name]) === JSON.stringify(written));
    const name = same ?? (names.length === 0 ? String(status) : `${status}-${names.length + 1}`);
    this.responses[name] = written;
    return { $ref: `#/components/responses/${name}` };
  }

  /** A schema of a request as it stands in the document. */
  inRequest(schema: object): Json {
    return this.#written(
      inStorableText(schema as Json),
      ($id) => (this.#answered.has($id) && isClosed(schema) ? `${$id}InRequest` : $id),
      (value) => this.inRequest(value),
    );
  }

  /** A schema of an answer as it stands in the document. */
  inAnswer(schema: object): Json {
    const open = Object.fromEntries(Object.entries(inPromise(schema as Json)).filter((entry) => !isClosing(entry)));
    return this.#written(
      open,
      ($id) => $id,
      (value) => this.inAnswer(value),
    );
  }

  #written(schema: object, nameOf: ($id: string) => string, below: (value: object) => Json): Json {
    const { $id, ...rest } = withoutUnsupported(schema as Json) as Json & { $id?: string };
    const { schema: plain, stated } = published(inMaps({ ...rest, ...inPlainSchema(rest) }), $id);
    const written = Object.entries(plain)
      .filter((entry) => !isUnsaid(entry))
      .map(([key, value]) => [key, within(value, below)] as const);
    if (typeof $id !== 'string') return withDescription(Object.fromEntries(written), saying(rest['description'], stated));
    const name = nameOf($id);
    this.#name(name, withDescription(Object.fromEntries(written.filter(([key]) => !annotations.has(key))), saying(undefined, stated)));
    return { $ref: `#/components/schemas/${name}`, ...Object.fromEntries(written.filter(([key]) => annotations.has(key))) };
  }

  #name($id: string, written: Json): void {
    const known = this.schemas[$id];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(written))
      throw new CannotGenerate(`Two schemas are called ${$id}, and they are not the same`);
    this.schemas[$id] = written;
  }
}

function within(value: unknown, below: (value: object) => Json): unknown {
  if (Array.isArray(value)) return value.map((entry) => within(entry, below));
  return typeof value === 'object' && value !== null ? below(value) : value;
}
