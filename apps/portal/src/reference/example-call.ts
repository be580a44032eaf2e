import type { Operation } from '@open-banking/spec';
import type { DocumentedOperation, OpenApiDocument, Parameter } from './openapi-documents.js';
import { resolveReference } from './openapi-documents.js';
import { shellWord } from './shell-word.js';

/** The parameters of an operation, references resolved. */
export const parametersOf = (document: OpenApiDocument, { parameters = [] }: DocumentedOperation): Parameter[] =>
  parameters.map((parameter) => resolveReference<Parameter>(document, parameter));

/** The example of a request's body; undefined if the operation takes none. */
export function exampleBody({ requestBody }: DocumentedOperation): unknown {
  const [example] = Object.values(requestBody?.content['application/json']?.examples ?? {});
  return example?.value;
}

/** The call as curl sends it. `$TOKEN`, `$CONSENT` and ids that only a customer's response contains stand as variables of the shell. */
export function curlOf(baseUrl: string, row: Operation, operation: DocumentedOperation, document: OpenApiDocument): string {
  const path = row.path.replace(/\{([^}]+)\}/g, (_, name: string) => `$${name.replaceAll(/\W/g, '_').toUpperCase()}`);
  const body = exampleBody(operation);
  const headers = [
    ...(row.kind === 'sandbox' ? ['-H "Authorization: Bearer $SANDBOX_KEY"'] : []),
    ...(row.token ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...parametersOf(document, operation).flatMap(({ name, in: where, required }) => {
      if (where !== 'header') return [];
      if (name === 'X-Request-ID') return ['-H "X-Request-ID: $(uuidgen)"'];
      if (name === 'Consent-ID' && required) return ['-H "Consent-ID: $CONSENT"'];
      if (name === 'PSU-IP-Address') return ["-H 'PSU-IP-Address: 192.0.2.10'"];
      return [];
    }),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${shellWord(JSON.stringify(body))}`]),
  ];
  const method = row.method === 'GET' || (row.method === 'POST' && body !== undefined) ? '' : `-X ${row.method} `;
  return [`curl -s ${method}"${baseUrl}${path}"`, ...headers].join(' \\\n  ');
}
