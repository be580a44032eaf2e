import { namesIn } from '@open-banking/messages';
import { operations, sandboxRowsOf, type Operation } from '@open-banking/spec';
import { documentText } from '../documents/document-text.js';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  /** A format of ours that no other reader of the document knows. */
  readonly 'x-format'?: string;
  /** The rule for a value, in words that follow "must". */
  readonly 'x-must'?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
  /** Exactly one of these fields is there. */
  readonly 'x-one-of-keys'?: readonly string[];
}

export interface Content {
  readonly schema?: Schema;
  readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value: unknown }>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema?: Schema;
}

export interface Response {
  readonly description: string;
  readonly content?: Readonly<Record<string, Content>>;
}

interface Referable {
  readonly $ref?: string;
}

/** An operation as its OpenAPI document describes it. */
export interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly (Parameter | Referable)[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Response | Referable>>;
  readonly 'x-limits'?: {
    readonly per: string;
    readonly windows: Readonly<Record<string, number>>;
  };
  readonly 'x-permission'?: string;
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
}

const documents = new Map<string, OpenApiDocument>();

/** The OpenAPI document of a product (docs/openapi), read when it is first asked for: all six take some megabytes. */
export function openApiDocument(product: string): OpenApiDocument {
  let document = documents.get(product);
  if (!document) {
    document = JSON.parse(documentText(`docs/openapi/${product}.json`)) as OpenApiDocument;
    documents.set(product, document);
  }
  return document;
}

/** The thing that a reference leads to, or the thing itself. */
export function resolveReference<T extends object>(document: OpenApiDocument, thing: T | Referable): T {
  if (!('$ref' in thing) || thing.$ref === undefined) return thing as T;
  const found = namesIn(thing.$ref).reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], document);
  return resolveReference(document, found as T | Referable);
}

/** The operation of this id with its document; undefined if there is none. */
export function documentedOperation(
  id: string,
): { readonly row: Operation; readonly operation: DocumentedOperation; readonly document: OpenApiDocument } | undefined {
  const row = [...operations, ...sandboxRowsOf('portal')].find((one) => one.id === id);
  if (!row) return undefined;
  const document = openApiDocument(row.product);
  const operation = document.paths[row.path]![row.method.toLowerCase()]!;
  return { row, operation, document };
}
