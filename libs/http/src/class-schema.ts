import { fieldChecksOf, nestedClassesOf } from '@open-banking/config';
import Type, { type TSchema } from 'typebox';
import { isOpen, type Described } from './class-validation.js';
import { fieldFacts } from './field-facts.js';

/** The JSON Schema of a decorated class, for documents and random values. Forms that no keyword of JSON Schema has are left out. */
export function schemaOfClass(type: Described): TSchema {
  const nested = nestedClassesOf(type);
  const fields = fieldChecksOf(type).map(({ name, applies }) => {
    const below = nested.get(name);
    const schema = below ? schemaOfClass(below()) : fieldSchema(type, name);
    return [name, applies(undefined) ? schema : Type.Optional(schema)];
  });
  return Type.Object(Object.fromEntries(fields) as Record<string, TSchema>, { additionalProperties: isOpen(type) });
}

function fieldSchema(type: Described, name: string): TSchema {
  const { schema = {}, entry } = fieldFacts(type, name) ?? {};
  if (!entry) return { ...schema } as TSchema;
  const { value } = (schemaOfClass(entry) as unknown as { properties: { value: TSchema } }).properties;
  return { ...schema, items: value } as TSchema;
}
