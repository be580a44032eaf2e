import { inCode, parametersOf, type Operation } from '@open-banking/spec';
import { CannotGenerate } from '../cannot-generate.js';
import type { DocumentedSchema } from './typescript.js';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: DocumentedSchema;
}
interface Content {
  readonly content?: { readonly 'application/json'?: { readonly schema: DocumentedSchema } };
}

/** An operation of an OpenAPI document, as far as a client's types need it. */
export interface DocumentedOperation {
  readonly parameters: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

const capitalized = (text: string): string => text[0]!.toUpperCase() + text.slice(1);
const uncapitalized = (text: string): string => text[0]!.toLowerCase() + text.slice(1);

/** A path parameter's name in code: `{BranchNumber}` is `branchNumber`. */
export const nameInCode = (parameter: string): string => uncapitalized(inCode(parameter));
export const inputName = (id: string): string => `${capitalized(id)}Input`;
export const answerName = (id: string): string => `${capitalized(id)}Answer`;

const schemaOf = ({ content }: Content): DocumentedSchema | undefined => content?.['application/json']?.schema;

/** The bodies of success; `undefined` where a status has none. */
export const answerSchemas = ({ responses }: DocumentedOperation): (DocumentedSchema | undefined)[] =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, response]) => schemaOf(response));

/** The input of a call: parameters of the path and the query side by side, and the body. */
export function inputOf(row: Operation, { parameters, requestBody }: DocumentedOperation): DocumentedSchema {
  const named = parameters.filter((parameter): parameter is Parameter => !('$ref' in parameter));
  const entries = named.map(
    (parameter) => [parameter.in === 'path' ? nameInCode(parameter.name) : parameter.name, parameter.required === true, parameter] as const,
  );
  const body = requestBody && schemaOf(requestBody);
  const names = [...entries.map(([name]) => name), ...(body ? ['body'] : [])];
  if (new Set(names).size < names.length || entries.length < parametersOf(row.path).length)
    throw new CannotGenerate(`${row.id}: two parameters of the client package have one name: ${names.join(', ')}`);
  return {
    type: 'object',
    required: [...entries.filter(([, required]) => required).map(([name]) => name), ...(body ? ['body'] : [])],
    properties: Object.fromEntries([
      ...entries.map(([name, , { schema, description }]) => [name, { ...schema, description }] as const),
      ...(body ? [['body', { ...body, description: body.description ?? 'The body of the request.' }] as const] : []),
    ]),
  };
}
