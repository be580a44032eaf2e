import { operations, products } from '@open-banking/spec';
import { CannotGenerate } from '../cannot-generate.js';
import type { GeneratedFile } from '../generated-file.js';
import type { DocumentedHandler } from '../handlers.js';
import { openApi } from '../openapi/document.js';
import { answerName, answerSchemas, inputName, inputOf, type DocumentedOperation } from './documented-operation.js';
import { declaration, reachedFrom, typeOf, type Direction, type DocumentedSchema } from './typescript.js';

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, DocumentedSchema>> };
}

const sentence = 'Written by `npm run generate` from the table (libs/spec) and the handlers of the services. Change that, not this.';
/** A module of the client package that is generated. */
export const generatedModule = (name: string, parts: readonly string[]): GeneratedFile => ({
  path: `client/src/generated/${name}.ts`,
  content: `// ${sentence}\n\n${parts.join('\n').trim()}\n`,
});

/** The types of what one operation takes and answers. */
function typesOfOperation(id: string, documented: DocumentedOperation): string[] {
  const row = operations.find((one) => one.id === id)!;
  const input = inputOf(row, documented);
  const answers = answerSchemas(documented);
  const [only] = answers;
  return [
    ...(Object.keys(input.properties!).length > 0 ? [declaration(inputName(id), input, 'request')] : []),
    answers.length === 1 && only
      ? declaration(answerName(id), only, 'answer')
      : `export type ${answerName(id)} = ${answers.map((one) => (one ? typeOf(one, 'answer') : 'undefined')).join(' | ')};\n`,
  ];
}

/** The messages of one product: its named schemas, each with its direction, and its operations. */
export interface DocumentedMessages {
  readonly schemas: readonly (readonly [name: string, schema: DocumentedSchema, direction: Direction])[];
  readonly operations: readonly (readonly [id: string, operation: DocumentedOperation])[];
}

/** The messages of each product, as its document has them. */
export function documentedMessages(handled: ReadonlyMap<string, DocumentedHandler>): DocumentedMessages[] {
  return products.map(({ product }) => {
    const { paths, components } = openApi(product, handled) as unknown as Document;
    const documented = operations
      .filter((row) => row.product === product.id)
      .map((row) => [row.id, paths[row.path]![row.method.toLowerCase()]!] as const);
    const all = components.schemas as Record<string, DocumentedSchema>;
    const answered = reachedFrom(
      documented.map(([, operation]) => [answerSchemas(operation)]),
      all,
    );
    const asked = reachedFrom(
      documented.map(([, operation]) => [operation.parameters, operation.requestBody]),
      all,
    );
    const names = [...new Set([...answered, ...asked])];
    return { schemas: names.map((name) => [name, all[name]!, answered.has(name) ? 'answer' : 'request'] as const), operations: documented };
  });
}

/** The types of all messages. A name that several products use is written once: it has to be the same type in all. */
export function messagesFile(handled: ReadonlyMap<string, DocumentedHandler>): GeneratedFile {
  const declared = new Map<string, string>();
  const ofOperations: string[] = [];
  for (const { schemas, operations: documented } of documentedMessages(handled)) {
    for (const [name, schema, direction] of schemas) declare(declared, name, declaration(name, schema, direction));
    ofOperations.push(...documented.flatMap(([id, operation]) => typesOfOperation(id, operation)));
  }
  const named = [...declared].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, written]) => written);
  return generatedModule('messages', [...named, ...ofOperations]);
}

function declare(declared: Map<string, string>, name: string, written: string): void {
  const known = declared.get(name);
  if (known !== undefined && known !== written)
    throw new CannotGenerate(`The client package has two types called ${name}: give one of the schemas another $id`);
  declared.set(name, written);
}
