import type { DocumentedOperation, OpenApiDocument, Parameter } from './openapi-documents.js';
import { resolveReference } from './openapi-documents.js';

/** The parameters of an operation, references resolved. */
export const parametersOf = (document: OpenApiDocument, { parameters = [] }: DocumentedOperation): Parameter[] =>
  parameters.map((parameter) => resolveReference<Parameter>(document, parameter));

/** The example of a request's body; undefined if the operation takes none. */
export function exampleBody({ requestBody }: DocumentedOperation): unknown {
  const [example] = Object.values(requestBody?.content['application/json']?.examples ?? {});
  return example?.value;
}
