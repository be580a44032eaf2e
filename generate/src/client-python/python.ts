import { CannotGenerate } from '../cannot-generate.js';
import type { Direction, DocumentedSchema } from '../client/typescript.js';

/** A text as Python spells it. JSON escapes exactly what Python reads. */
export const pythonText = (value: string): string => JSON.stringify(value);

/** `accountId`, `loanAccountID` and `dateFrom` as Python names them. */
export const snakeCase = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();

const maxColumns = 110;

/** Words in lines of at most 110 columns, each indented. */
export function wrapped(text: string, indent: string, indentOfMore = indent): string[] {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(' ')) {
    const isBeginning = line.trim() === '';
    if (!isBeginning && line.length + 1 + word.length > maxColumns) {
      lines.push(line);
      line = `${indentOfMore}${word}`;
    } else line = isBeginning ? `${line}${word}` : `${line} ${word}`;
  }
  return [...lines, line];
}

/** A docstring: of one line where it fits. Backslashes and quotes are escaped, so that no text ends it. */
export function docstring(paragraphs: readonly string[], indent: string): string {
  const escaped = paragraphs.map((text) => text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"').replace(/"$/, '\\"'));
  const [only = ''] = escaped;
  if (escaped.length === 1 && indent.length + only.length + 6 <= maxColumns) return `${indent}"""${only}"""\n`;
  const lines = escaped.flatMap((text) => (text === '' ? [''] : wrapped(text, indent, text.startsWith('- ') ? `${indent}  ` : indent)));
  return `${indent}"""${lines.join('\n').trimStart()}\n${indent}"""\n`;
}

const simple: Readonly<Record<string, string>> = {
  string: 'str',
  boolean: 'bool',
  number: 'float',
  integer: 'int',
  object: 'dict[str, Any]',
};

const literal = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return value === null ? 'None' : JSON.stringify(value);
};

/** Answers may have values that are added later, so a text that is not named here is a value too. */
function literals(values: readonly unknown[], direction: Direction): string {
  const open = direction === 'answer' && values.every((value) => typeof value === 'string');
  return `Literal[${values.map(literal).join(', ')}]${open ? ' | str' : ''}`;
}

const capitalized = (text: string): string => text[0]!.toUpperCase() + text.slice(1);
const partName = (of: string, property: string): string => `${of}${capitalized(property.replace(/^_+/, ''))}`;

/** Writes types as Python spells them. TypedDicts have no anonymous parts: `declared` gets each part under a name of its own. */
export class PythonTypes {
  readonly #declared = new Map<string, string>();

  /** The declarations so far, parts before what they are parts of. */
  get declarations(): readonly string[] {
    return [...this.#declared.values()];
  }

  get names(): readonly string[] {
    return [...this.#declared.keys()];
  }

  /** Declares a named type; returns whether the same name already stands for another one. */
  declare(name: string, schema: DocumentedSchema, direction: Direction): boolean {
    const written = this.#written(name, schema, direction);
    const known = this.#declared.get(name);
    this.#declared.set(name, known ?? written);
    return known !== undefined && known !== written;
  }

  /** The type of a schema; a part of an object is named after `name`. */
  typeOf(schema: DocumentedSchema, direction: Direction, name: string): string {
    const { $ref, type = '', properties, items = {} } = schema;
    if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1);
    const values = 'const' in schema ? [schema.const] : schema.enum;
    if (values) return literals(values, direction);
    if (type === 'array') return this.#listOf(items, direction, name);
    return properties ? this.#part(schema, direction, name) : (simple[type] ?? 'Any');
  }

  /** A caller may pass a constant. */
  #listOf(items: DocumentedSchema, direction: Direction, name: string): string {
    return `${direction === 'request' ? 'Sequence' : 'list'}[${this.typeOf(items, direction, `${name}Item`)}]`;
  }

  #part(schema: DocumentedSchema, direction: Direction, name: string): string {
    if (this.declare(name, schema, direction)) throw new CannotGenerate(`Two parts of messages of the Python client are called ${name}`);
    return name;
  }

  #written(name: string, schema: DocumentedSchema, direction: Direction): string {
    const { description, properties, required = [] } = schema;
    if (!properties || schema.$ref !== undefined) {
      const alias = `${name}: TypeAlias = ${pythonText(this.typeOf(schema, direction, name))}\n`;
      return description === undefined ? alias : `${alias}${docstring([description], '')}`;
    }
    const fields = Object.entries(properties).map(([property, field]) => {
      if (!/^[A-Za-z_]\w*$/.test(property)) throw new CannotGenerate(`${name}.${property} is no name in Python`);
      const type = this.typeOf(field, direction, partName(name, property));
      const said = field.description === undefined ? '' : docstring([field.description], '    ');
      return `    ${property}: ${required.includes(property) ? type : `NotRequired[${type}]`}\n${said}`;
    });
    const said = description === undefined ? '' : `${docstring([description], '    ')}\n`;
    return `class ${name}(TypedDict):\n${said}${fields.join('\n')}`;
  }
}
