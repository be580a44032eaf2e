import { resolveReference, type OpenApiDocument, type Parameter, type Schema } from './openapi-documents.js';
import { typeInWords } from './type-words.js';

/** One field of a message with the fields below it. */
export interface FieldNode {
  readonly name: string;
  /** Its type in words: `IBAN`, `list of objects`, `text, at most 70 characters`. */
  readonly type: string;
  readonly pattern?: string | undefined;
  /** The values it may have; empty if any that its type allows. */
  readonly values: readonly string[];
  /** Its `format`, if its schema has one. */
  readonly format?: string | undefined;
  readonly required: boolean;
  readonly about: string;
  readonly fields: readonly FieldNode[];
  /** Exactly one of these fields below it is there; empty if there is no such rule. */
  readonly exactlyOneOf: readonly string[];
}

/** One field of a message: its place as people write it (`balances[].balanceAmount.amount`), its form and meaning. */
export interface Field {
  readonly name: string;
  /** Its type in words with its pattern, or the values that it may have. */
  readonly form: string;
  /** Its `format`, if its schema has one. */
  readonly format?: string;
  readonly required: boolean;
  readonly about: string;
}

const maxDepth = 8;
const listOf = 'list of ';

/** The fields of a message as a tree, in the order of its schema. A schema that contains itself is shown once. */
export function fieldTree(document: OpenApiDocument, schema: Schema): FieldNode[] {
  const below = (shown: Schema, seen: readonly Schema[]): FieldNode[] => {
    const whole = merged(document, shown);
    if (seen.length > maxDepth || seen.includes(whole)) return [];
    const deeper = [...seen, whole];
    if (whole.items) return below(whole.items, deeper);
    const named = Object.entries(whole.properties ?? {}).map(([name, part]) =>
      fieldNode(document, name, part, whole.required?.includes(name) ?? false, (field) => below(field, deeper)),
    );
    const others = whole.additionalProperties;
    if (typeof others !== 'object') return named;
    return [...named, fieldNode(document, 'any other name', others, false, (field) => below(field, deeper))];
  };
  return below(schema, []);
}

function fieldNode(
  document: OpenApiDocument,
  name: string,
  part: Schema,
  required: boolean,
  fieldsBelow: (field: Schema) => FieldNode[],
): FieldNode {
  const field = merged(document, part);
  const { depth, element } = elementOf(document, field);
  const { words, pattern } = typeInWords(element);
  const values = element.const === undefined ? (element.enum ?? []) : [element.const];
  return {
    name,
    type: `${listOf.repeat(depth)}${depth > 0 ? plural(words) : words}`,
    pattern,
    values: values.map(String),
    format: field['x-format'] ?? field.format,
    required,
    about: part.description ?? field.description ?? '',
    fields: fieldsBelow(field),
    exactlyOneOf: element['x-one-of-keys'] ?? [],
  };
}

/** Parameters as fields without fields below them. */
export const parameterFields = (document: OpenApiDocument, parameters: readonly Parameter[]): FieldNode[] =>
  parameters.map(({ name, required = false, description = '', schema = {} }) =>
    fieldNode(document, name, { type: 'string', ...resolveReference<Schema>(document, schema), description }, required, () => []),
  );

/** The schema of the entries of a list, and how many lists lie in each other. */
function elementOf(document: OpenApiDocument, schema: Schema, depth = 0): { readonly depth: number; readonly element: Schema } {
  return schema.items ? elementOf(document, merged(document, schema.items), depth + 1) : { depth, element: schema };
}

const plurals: Readonly<Record<string, string>> = {
  object: 'objects',
  text: 'texts',
  IBAN: 'IBANs',
  UUID: 'UUIDs',
  link: 'links',
  number: 'numbers',
};
const plural = (words: string): string => words.replace(/^\w+(?=$|,)/, (word) => plurals[word] ?? word);

const formOf = ({ type, pattern, values }: FieldNode): string => {
  if (values.length > 0) return (type.startsWith(listOf) ? listOf : '') + values.join(' · ');
  return pattern === undefined ? type : `${type}, matches ${pattern}`;
};

/** All fields of a message with their full names, in the order of its schema. */
export function fieldsOf(document: OpenApiDocument, schema: Schema): Field[] {
  const flat = (nodes: readonly FieldNode[], prefix: string): Field[] =>
    nodes.flatMap((node) => {
      const { format, required, about } = node;
      const name = prefix + node.name;
      const below = `${name}${'[]'.repeat(node.type.split(listOf).length - 1)}.`;
      return [{ name, form: formOf(node), ...(format !== undefined && { format }), required, about }, ...flat(node.fields, below)];
    });
  return flat(fieldTree(document, schema), merged(document, schema).items ? '[].' : '');
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
