type Json = Record<string, unknown>;

/** A schema as it stands in an OpenAPI document: the keywords that a type can express. */
export interface DocumentedSchema {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly items?: DocumentedSchema;
  readonly properties?: Readonly<Record<string, DocumentedSchema>>;
  readonly required?: readonly string[];
  readonly type?: string;
}

/** The direction of a value: sent or received by the client. */
export type Direction = 'request' | 'answer';

const simple: Readonly<Record<string, string>> = {
  string: 'string',
  boolean: 'boolean',
  number: 'number',
  integer: 'number',
  object: 'Record<string, unknown>',
};
const quoted = (value: unknown): string => (typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value));
const isName = (text: string): boolean => /^[A-Za-z_$][\w$]*$/.test(text);

/** A doc comment: of one line, or of a line each. */
export const comment = (lines: readonly string[], indent = ''): string => {
  const [first = '', ...more] = lines.map((line) => line.replaceAll('*/', '*\\/'));
  if (more.length === 0) return `${indent}/** ${first} */\n`;
  return [`${indent}/**`, ...[first, ...more].map((line) => `${indent} * ${line}`), `${indent} */\n`].join('\n');
};

/** The members of an object, one a line. */
export function members({ properties = {}, required = [] }: DocumentedSchema, direction: Direction, indent: string): string {
  return Object.entries(properties)
    .map(([name, schema]) => {
      const said = schema.description === undefined ? '' : comment([schema.description], indent);
      const key = isName(name) ? name : quoted(name);
      return `${said}${indent}${key}${required.includes(name) ? '' : '?'}: ${typeOf(schema, direction, indent)};\n`;
    })
    .join('');
}

/** The values of an enumeration. Answers may have values that are added later, so a text that is not named here is a value too. */
function literalUnion(values: readonly unknown[], direction: Direction): string {
  const open = direction === 'answer' && values.every((value) => typeof value === 'string');
  return [...values.map(quoted), ...(open ? ['(string & {})'] : [])].join(' | ');
}

/** The type of a schema, as TypeScript spells it. */
export function typeOf(schema: DocumentedSchema, direction: Direction, indent = ''): string {
  const { $ref, type = '', properties, items = {} } = schema;
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1);
  const values = 'const' in schema ? [schema.const] : schema.enum;
  if (values) return literalUnion(values, direction);
  if (type === 'array') return arrayOf(items, direction, indent);
  if (properties) return `{\n${members(schema, direction, `${indent}  `)}${indent}}`;
  return simple[type] ?? 'unknown';
}

function arrayOf(items: DocumentedSchema, direction: Direction, indent: string): string {
  const of = typeOf(items, direction, indent);
  const list = of.includes(' | ') && !of.startsWith('{') ? `(${of})[]` : `${of}[]`;
  // A caller may pass a constant.
  return direction === 'request' ? `readonly ${list}` : list;
}

/** A declaration of a named type. */
export function declaration(name: string, schema: DocumentedSchema, direction: Direction): string {
  const said = schema.description === undefined ? '' : comment([schema.description]);
  if (schema.properties && schema.$ref === undefined) return `${said}export interface ${name} {\n${members(schema, direction, '  ')}}\n`;
  return `${said}export type ${name} = ${typeOf(schema, direction)};\n`;
}

/** The names of the components that something refers to, directly or through others. */
export function reachedFrom(start: unknown, components: Json): Set<string> {
  const reached = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, name] of JSON.stringify(value ?? null).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (reached.has(name!)) continue;
      reached.add(name!);
      visit(components[name!]);
    }
  };
  visit(start);
  return reached;
}
