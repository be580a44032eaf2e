import { resolveReference, type OpenApiDocument, type Schema } from './openapi-documents.js';

/** One field of a message: its place as people write it (`balances[].balanceAmount.amount`), its form and meaning. */
export interface Field {
  readonly name: string;
  readonly form: string;
  /** Its `format`, if its schema has one. */
  readonly format?: string;
  readonly required: boolean;
  readonly about: string;
}

const maxDepth = 6;

/** All fields of a message, in the order of its schema. A schema that contains itself is shown once. */
export function fieldsOf(document: OpenApiDocument, schema: Schema): Field[] {
  const below = (shown: Schema, prefix: string, seen: readonly Schema[]): Field[] => {
    const whole = merged(document, shown);
    if (seen.length > maxDepth || seen.includes(whole)) return [];
    const deeper = [...seen, whole];
    if (whole.items) return below(whole.items, `${prefix}[]`, deeper);
    return Object.entries(whole.properties ?? {}).flatMap(([key, part]) => {
      const field = merged(document, part);
      const name = prefix === '' ? key : `${prefix}.${key}`;
      const about = part.description ?? field.description ?? '';
      const format = formatOf(field);
      return [
        {
          name,
          form: fieldForm(document, field),
          ...(format !== undefined && { format }),
          required: whole.required?.includes(key) ?? false,
          about,
        },
        ...below(field, name, deeper),
      ];
    });
  };
  return below(schema, '', []);
}

/** A schema with what it refers to, and with the fields of all its parts. */
function merged(document: OpenApiDocument, schema: Schema): Schema {
  const whole = resolveReference<Schema>(document, schema);
  const parts = [...(whole.allOf ?? []), ...(whole.oneOf ?? []), ...(whole.anyOf ?? [])];
  if (parts.length === 0) return whole;
  const each = parts.map((part) => merged(document, part));
  const properties = Object.assign({}, whole.properties, ...each.map((part) => part.properties)) as Record<string, Schema>;
  const required = [
    ...(whole.required ?? []),
    ...(whole.allOf ? each.slice(0, whole.allOf.length).flatMap((part) => part.required ?? []) : []),
  ];
  return { ...each[0], ...whole, ...(Object.keys(properties).length > 0 && { properties, required }) };
}

const formatOf = ({ format, 'x-format': own }: Schema): string | undefined => own ?? format;

function fieldForm(document: OpenApiDocument, field: Schema): string {
  const { type, enum: values, const: value, items, pattern, maxLength } = field;
  if (value !== undefined) return String(value);
  if (values) return values.map(String).join(' · ');
  if (items) return `list of ${fieldForm(document, merged(document, items))}`;
  const kind = [type ?? 'object'].flat().join(' or ');
  // The exclusion of U+0000 is for programs: people do not type it.
  const isShown = pattern !== undefined && !pattern.includes('\\u0000');
  return [formatOf(field) ?? kind, isShown && `matches ${pattern}`, maxLength !== undefined && `at most ${maxLength} characters`]
    .filter(Boolean)
    .join(', ');
}
