import type { Operation } from '@open-banking/spec';
import { parametersOf } from '../reference/example-call.js';
import { documentedOperation, type Parameter } from '../reference/openapi-documents.js';

/** The parameters of an operation, from its document. */
export function operationParameters(row: Operation): Parameter[] {
  const { operation, document } = documentedOperation(row.id)!;
  return parametersOf(document, operation);
}
