import { codes, tppMessages, type Code, type Fault, type TppMessages } from '@open-banking/messages';
import { operationGroups } from './operation-list.js';
import {
  documentedOperation,
  resolveReference,
  type DocumentedOperation,
  type OpenApiDocument,
  type Response,
} from './openapi-documents.js';

/** A refusal that an operation can answer with, as its document shows it. */
export interface DocumentedRefusal {
  readonly status: number;
  readonly code: Code;
  readonly body: TppMessages;
}

/** The refusals of an operation: the document has an example of each code. */
export function refusalsOf(document: OpenApiDocument, { responses }: DocumentedOperation): DocumentedRefusal[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, response]) => {
      const { content } = resolveReference(document, response) as Response;
      return Object.entries(content?.['application/json']?.examples ?? {}).map(([code, { value }]) => ({
        status: Number(status),
        code: code as Code,
        body: value as TppMessages,
      }));
    });
}

/** An example of a code: the operation that answers so, if the document of one has it, and the body. */
export interface RefusalExample {
  readonly operationId?: string;
  readonly body: TppMessages;
}

/** The operations that answer with a code, and bodies of it that differ in their text. */
export interface CodeInUse {
  readonly operationIds: readonly string[];
  readonly examples: readonly RefusalExample[];
}

const textOf = ({ tppMessages: [message] }: TppMessages): string => message?.text ?? '';

/** Bodies written by the renderer of the bank's errors, where no document has one that says more than the code does. */
const rendered = (faults: readonly Fault[]): RefusalExample[] => faults.map((fault) => ({ body: tppMessages([fault]) }));

/** The operations that return a code, and examples. `texts` are further examples; the code's own text is one only if there is no other. */
export function codeInUse(code: Code, sandbox: boolean, texts: readonly Fault[]): CodeInUse {
  const answered = operationGroups(sandbox)
    .flatMap(({ rows }) => rows)
    .flatMap(({ id }) => {
      const { document, operation } = documentedOperation(id)!;
      return refusalsOf(document, operation).flatMap((one) => (one.code === code ? [{ operationId: id, body: one.body }] : []));
    });
  const examples = [...answered, ...rendered(texts)].filter(({ body }) => textOf(body) !== codes[code].text);
  const distinct = [...new Map(examples.toReversed().map((example) => [textOf(example.body), example])).values()].toReversed();
  return {
    operationIds: [...new Set(answered.map(({ operationId }) => operationId))],
    examples: distinct.length > 0 ? distinct : answered.slice(0, 1).length > 0 ? answered.slice(0, 1) : rendered([{ code }]),
  };
}
