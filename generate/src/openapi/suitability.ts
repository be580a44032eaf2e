import { CannotGenerate } from '../cannot-generate.js';

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keywords that some generators of clients or importers do not read, or read as another thing than JSON Schema says. */
const unread = new Set([
  ...['not', 'if', 'then', 'else', 'dependentRequired', 'dependentSchemas', 'propertyNames', 'patternProperties', 'prefixItems'],
  ...['contains', 'minContains', 'maxContains', 'unevaluatedProperties', 'unevaluatedItems', '$defs', '$anchor', '$dynamicRef'],
]);
/** The formats that readers of both versions know (the registry of OpenAPI formats). */
const formats = new Set(['date', 'date-time', 'uuid', 'uri', 'email', 'int32', 'int64', 'float', 'double', 'byte', 'binary', 'password']);
const combinators = ['allOf', 'anyOf', 'oneOf'];
const isTyped = (schema: unknown): boolean => isObject(schema) && ('$ref' in schema || typeof schema['type'] === 'string');

function faultsHere(schema: Json): string[] {
  const { format } = schema;
  return [
    ...Object.keys(schema).filter((key) => unread.has(key)),
    ...(Array.isArray(schema['type']) ? ['type: a list'] : []),
    ...(typeof format === 'string' && !formats.has(format) ? [`format: ${format}`] : []),
    ...('const' in schema && schema['default'] !== schema['const'] ? ['const without the same default'] : []),
    ...combinators
      .filter((key) => Array.isArray(schema[key]) && !schema[key].every(isTyped))
      .map((key) => `${key} of branches without a type`),
    ...(isTyped(schema) || combinators.some((key) => key in schema) ? [] : ['no type']),
  ];
}

type Placed = readonly [place: string, schema: Json];

/** The schemas directly inside another one, with their places. */
function inner(schema: Json): Placed[] {
  const { properties, items, additionalProperties } = schema;
  const all: (readonly [string, unknown])[] = [
    ...(isObject(properties) ? Object.entries(properties).map(([name, one]) => [`.${name}`, one] as const) : []),
    ['[]', items],
    ['{}', additionalProperties],
    ...combinators.flatMap((key) => (Array.isArray(schema[key]) ? schema[key].map((one: unknown) => [` ${key}`, one] as const) : [])),
  ];
  return all.flatMap(([place, one]) => (isObject(one) ? [[place, one] as const] : []));
}

const faultsOfSchema = (schema: Json, place: string): string[] => [
  ...faultsHere(schema).map((fault) => `${place}: ${fault}`),
  ...inner(schema).flatMap(([name, one]) => faultsOfSchema(one, `${place}${name}`)),
];

/**
 * All schemas of a document with their places: those of its components, and each that stands under `schema`. Examples and the values of
 * extensions are no part of the description.
 */
export function schemasIn(document: Json): Placed[] {
  const { schemas = {} } = (document['components'] ?? {}) as { schemas?: Json };
  const visit = (value: unknown, place: string): Placed[] => {
    if (Array.isArray(value)) return value.flatMap((one, at) => visit(one, `${place}/${at}`));
    if (!isObject(value)) return [];
    return Object.entries(value).flatMap(([key, one]) => {
      if (key === 'schema' && isObject(one)) return [[`${place}/schema`, one] as const];
      return key === 'schemas' || key === 'example' || key === 'examples' || key.startsWith('x-') ? [] : visit(one, `${place}/${key}`);
    });
  };
  return [...Object.entries(schemas).map(([name, one]) => [name, one as Json] as const), ...visit(document, '')];
}

/** Everything in the schemas of a document that generators of clients stumble over, each with its place. */
export const unsuitableIn = (document: Json): string[] => schemasIn(document).flatMap(([place, schema]) => faultsOfSchema(schema, place));

/** Throws if a document has something that generators of clients stumble over: state it in words, and list it in removals.ts. */
export function refuseUnsuitable(document: Json): void {
  const found = unsuitableIn(document);
  if (found.length > 0)
    throw new CannotGenerate(
      `Generators of clients do not understand these schemas; remove the keywords from the documents in generate/src/openapi/removals.ts: ${found.join('; ')}`,
    );
}
