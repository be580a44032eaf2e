import { existsSync, readFileSync } from 'node:fs';
import { faultsOf } from '@open-banking/messages';
import type { Operation } from '@open-banking/spec';
import type { TSchema } from 'typebox';
import { closedSchema } from '../closed-schema.js';

interface Entry {
  readonly parameters?: readonly { name?: string; in?: string }[];
  readonly responses: Readonly<Record<string, { content?: Record<string, { schema: object }> }>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Entry>>>>;
  readonly components: object;
}

const folder = new URL('../../../docs/openapi/', import.meta.url);
const documents = new Map<string, Document>();

/** The OpenAPI document of an operation's product. */
export function documentOf({ product }: Pick<Operation, 'product'>): Document {
  const known = documents.get(product);
  if (known) return known;
  const file = new URL(`${product}.json`, folder);
  if (!existsSync(file)) throw new Error(`${file.pathname} is missing: npm run generate`);
  const read = JSON.parse(readFileSync(file, 'utf8')) as Document;
  documents.set(product, read);
  return read;
}

export const entryOf = (row: Operation): Entry => documentOf(row).paths[row.path]![row.method.toLowerCase()]!;

export const takes = (row: Operation, query: string): boolean =>
  entryOf(row).parameters?.some(({ name, in: place }) => place === 'query' && name === query) ?? false;

/** A classified response field (docs/disclosure.md), the permission that opens it, and its values in the response. */
export interface Revealed {
  readonly path: string;
  readonly disclosure: string;
  readonly permission: string;
  readonly values: readonly unknown[];
}

interface Node {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly 'x-discloses'?: string;
  readonly 'x-permission'?: string;
}

/** The classified fields present in a successful response, each once, according to its OpenAPI entry. */
export function revealedBy(row: Operation, body: unknown): Revealed[] {
  const components = documentOf(row).components as { readonly schemas: Readonly<Record<string, Node>> };
  const within = (node: Node, value: unknown, path: string): Revealed[] => {
    if (node['x-discloses']) return [{ path, disclosure: node['x-discloses'], permission: node['x-permission']!, values: [value] }];
    const { properties, items } = node.$ref ? components.schemas[node.$ref.split('/').at(-1)!]! : node;
    if (Array.isArray(value)) return value.flatMap((entry) => within(items!, entry, `${path}[]`));
    if (!properties || typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([name, inner]) => (properties[name] ? within(properties[name], inner, `${path}.${name}`) : []));
  };
  const all = within(entryOf(row).responses['200']!.content!['application/json']!.schema, body, row.id);
  const together = [...Map.groupBy(all, ({ path }) => path).values()].map((of) => ({
    ...of[0]!,
    values: of.flatMap(({ values }) => values),
  }));
  return together.sort((a, b) => a.path.localeCompare(b.path));
}

/** Whether a successful response may have a field of this name, at any depth, according to its OpenAPI entry. */
export function mayHave(row: Operation, field: string): boolean {
  const components = documentOf(row).components as { readonly schemas: Readonly<Record<string, Node>> };
  const within = (node: Node): boolean => {
    const { properties = {}, items } = node.$ref ? components.schemas[node.$ref.split('/').at(-1)!]! : node;
    return field in properties || [...Object.values(properties), ...(items ? [items] : [])].some(within);
  };
  return within(entryOf(row).responses['200']!.content!['application/json']!.schema);
}

// One object per response, so that each schema is compiled once.
const schemas = new Map<string, TSchema>();

/** Differences between a response and the operation's OpenAPI entry, fields that it does not document included; empty if there are none. */
export function brokenPromises(row: Operation, status: number, body: unknown): string[] {
  const promised = entryOf(row).responses[String(status)];
  if (!promised) return [`${status} is not among the answers of ${row.id}`];
  const found = promised.content?.['application/json']?.schema;
  if (!found) return body === undefined ? [] : [`${row.id} ${status} has no body`];
  const name = `${row.id} ${status}`;
  const schema = schemas.get(name) ?? (closedSchema({ ...found, components: documentOf(row).components }) as TSchema);
  schemas.set(name, schema);
  return faultsOf(schema, body).map(({ path, text }) => `${path} ${text}`);
}
