import { CannotGenerate } from '../cannot-generate.js';

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keywords of a schema that OpenAPI 3.0.3 has with the same meaning; those with schemas inside are changed below. */
const sameIn30 = new Set([
  ...['title', 'description', 'default', 'example', 'deprecated', 'readOnly', 'writeOnly', 'externalDocs', 'discriminator', 'xml'],
  ...['type', 'format', 'pattern', 'enum', 'required', 'nullable', 'multipleOf', 'maximum', 'minimum', 'maxLength', 'minLength'],
  ...['maxItems', 'minItems', 'uniqueItems', 'maxProperties', 'minProperties', '$ref'],
  ...['items', 'not', 'allOf', 'anyOf', 'oneOf', 'properties', 'additionalProperties'],
]);

/** `true` and `false` as schemas. */
const asObject = (schema: unknown): Json => (schema === true ? {} : schema === false ? { not: {} } : (schema as Json));

function typeOf({ type }: Json): Json {
  if (!Array.isArray(type)) return type === 'null' ? { enum: [null], nullable: true } : { type };
  const types = type.filter((one) => one !== 'null') as string[];
  const named = types.length === 1 ? { type: types[0] } : { anyOf: types.map((one) => ({ type: one })) };
  return { ...named, ...(types.length < type.length && { nullable: true }) };
}

/** A bound that excludes its own value: a number in 3.1, `true` beside the bound in 3.0. */
function boundOf(schema: Json, name: 'minimum' | 'maximum'): Json {
  const exclusiveName = name === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
  const exclusive = schema[exclusiveName] as number;
  const inclusive = schema[name] as number | undefined;
  const isStricter = inclusive === undefined || (name === 'minimum' ? exclusive >= inclusive : exclusive <= inclusive);
  return isStricter ? { [name]: exclusive, [exclusiveName]: true } : { [name]: inclusive };
}

/** Names that match patterns may have any of their schemas: 3.0 has no patterns for names. */
function namesOf({ patternProperties, additionalProperties }: Json): Json {
  const values = Object.values(patternProperties as Json).map(schemaIn30);
  const others = isObject(additionalProperties) ? [schemaIn30(additionalProperties)] : [];
  const all = [...values, ...others];
  if (additionalProperties === undefined || additionalProperties === true) return { additionalProperties: true };
  return { additionalProperties: all.length === 1 ? all[0] : { anyOf: all } };
}

/** Alternatives, of which one may be null. */
function alternatives(key: 'anyOf' | 'oneOf', branches: readonly unknown[]): Json {
  const isNull = (one: unknown): boolean => isObject(one) && one['type'] === 'null';
  const others = branches.filter((one) => !isNull(one)).map(schemaIn30);
  return { [key]: others, ...(others.length < branches.length && { nullable: true }) };
}

/** Keywords that 3.0 has in another form. Each function reads the whole schema, as some keywords change with another one. */
const changes: Readonly<Record<string, (schema: Json) => Json>> = {
  type: typeOf,
  const: (schema) => ({ enum: [schema['const']] }),
  examples: ({ example, examples }) => ({ example: example ?? (examples as readonly unknown[])[0] }),
  exclusiveMinimum: (schema) => boundOf(schema, 'minimum'),
  exclusiveMaximum: (schema) => boundOf(schema, 'maximum'),
  patternProperties: namesOf,
  items: ({ items }) => ({ items: schemaIn30(items) }),
  not: ({ not }) => ({ not: schemaIn30(not) }),
  allOf: ({ allOf }) => ({ allOf: (allOf as readonly unknown[]).map(schemaIn30) }),
  anyOf: ({ anyOf }) => alternatives('anyOf', anyOf as readonly unknown[]),
  oneOf: ({ oneOf }) => alternatives('oneOf', oneOf as readonly unknown[]),
  properties: ({ properties }) => ({ properties: mapValues(properties as Json, schemaIn30) }),
  additionalProperties: (schema) => {
    if ('patternProperties' in schema) return namesOf(schema);
    const { additionalProperties } = schema;
    return { additionalProperties: isObject(additionalProperties) ? schemaIn30(additionalProperties) : additionalProperties };
  },
};

const mapValues = (object: Json, change: (value: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

/** A schema of 3.1 as 3.0.3 writes it. Throws for a keyword that has no form there. */
export function schemaIn30(given: unknown): Json {
  const schema = asObject(given);
  const unknown = Object.keys(schema).filter((key) => !sameIn30.has(key) && !(key in changes) && !key.startsWith('x-'));
  if (unknown.length > 0) throw new CannotGenerate(`OpenAPI 3.0.3 has no form of ${unknown.join(', ')}`);
  const { $ref, ...beside } = schema;
  // A reader of 3.0 ignores everything beside a reference.
  if ($ref !== undefined) return Object.keys(beside).length === 0 ? { $ref } : { allOf: [{ $ref }], ...schemaIn30(beside) };
  const written: Json[] = Object.entries(schema).map(([key, value]) => changes[key]?.(schema) ?? { [key]: value });
  const all = Object.assign({}, ...written) as Json;
  return all['type'] === 'array' && !('items' in all) ? { ...all, items: {} } : all;
}

const values = new Set(['example', 'examples', 'default']);

/** Everything of a document but its head: each schema in the form of 3.0. */
function partIn30(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(partIn30);
  if (!isObject(part)) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => {
      if (key === 'schema') return [key, schemaIn30(value)];
      if (key === 'schemas') return [key, mapValues(value as Json, schemaIn30)];
      return [key, values.has(key) || key.startsWith('x-') ? value : partIn30(value)];
    }),
  );
}

const licenses: Readonly<Record<string, string>> = { 'Apache-2.0': 'https://www.apache.org/licenses/LICENSE-2.0' };

/**
 * A document of OpenAPI 3.1 as one of 3.0.3, with the same operations and the same schemas. Throws for what 3.0.3 cannot say: `webhooks`,
 * and keywords of JSON Schema that are not in the tables above.
 */
export function asOpenApi30({ openapi: _, info, ...document }: Json): Json {
  const { license: { identifier, ...license } = {} as Json, summary: __, ...about } = info as Json & { license?: Json };
  const beyond = ['webhooks', 'jsonSchemaDialect'].filter((key) => key in document);
  if (beyond.length > 0) throw new CannotGenerate(`OpenAPI 3.0.3 has no ${beyond.join(', ')}`);
  const url = licenses[String(identifier)];
  return {
    openapi: '3.0.3',
    info: { ...about, ...(license['name'] !== undefined && { license: { ...license, ...(url !== undefined && { url }) } }) },
    ...(partIn30(document) as Json),
  };
}
