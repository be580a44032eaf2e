const literal = new Set(['const', 'default', 'enum', 'example', 'examples']);

/**
 * A schema of a document with every object closed and with the formats of ours, as the bank validates its own answers: published schemas
 * are open, so that a new field breaks no client, but a test that reads them would not notice an undocumented field.
 */
export function closedSchema<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map((one) => closedSchema<unknown>(one)) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const within = Object.fromEntries(
    Object.entries(schema).map(([key, value]: [string, unknown]) => [
      key === 'x-format' ? 'format' : key,
      literal.has(key) ? value : key === 'properties' ? closedEach(value) : closedSchema(value),
    ]),
  );
  return ('properties' in schema && !('additionalProperties' in schema) ? { ...within, additionalProperties: false } : within) as T;
}

const closedEach = (properties: unknown): object =>
  Object.fromEntries(Object.entries(properties as object).map(([name, field]: [string, unknown]) => [name, closedSchema(field)]));
