import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';

// The first fault is enough: a response is used or not. Schemas are compiled as in validation.ts, and as fast.
const ajv = new Ajv2020({ strict: false, validateFormats: false, meta: false, validateSchema: false, code: { optimize: false } });

const compiled = new WeakMap<object, ValidateFunction>();

/**
 * A schema without what a later release may widen: fields that it does not name are let pass, and texts are texts of any form. An optional
 * field may be null, as a column without a value is in a row. `$id`s would be registered globally and collide.
 */
function tolerant(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(tolerant);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key, value]) => !narrowing(key, value));
  const wide = kept.map(([key, value]) => [key, key === 'enum' || key === 'const' ? (value as unknown) : tolerant(value)]);
  return orNull(Object.fromEntries(wide) as Fields);
}

interface Fields {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

/** An object's schema, with null for the fields that it does not require. */
function orNull({ properties, ...schema }: Fields): Fields {
  if (typeof properties !== 'object') return schema;
  const isRequired = (name: string): boolean => schema.required?.includes(name) ?? false;
  const fields = Object.entries(properties).map(([name, field]) => [name, isRequired(name) ? field : { anyOf: [field, { type: 'null' }] }]);
  return { ...schema, properties: Object.fromEntries(fields) as Fields['properties'] };
}

const narrowing = (key: string, value: unknown): boolean =>
  (key === '$id' && typeof value === 'string') ||
  (key === 'additionalProperties' && value === false) ||
  (['pattern', 'format'].includes(key) && typeof value === 'string') ||
  key.startsWith('x-');

/** Throws where a response breaks its contract, the schema. `answered` begins the sentence: who answered what, and with which status. */
export function refuseBreach(answered: string, schema: TSchema | undefined, value: unknown): void {
  const fault = schema && responseFault(schema, value);
  if (fault !== undefined) throw new Error(`${answered} and a body that breaks its contract: ${fault}`);
}

/** The first fault of another service's response, with its place and without its value; undefined if there is none. */
export function responseFault(schema: TSchema, value: unknown): string | undefined {
  let fits = compiled.get(schema);
  if (!fits) compiled.set(schema, (fits = ajv.compile(tolerant(schema) as object)));
  if (fits(value)) return undefined;
  const { instancePath, message } = fits.errors![0]!;
  return `${instancePath || 'the response'} ${message}`;
}
