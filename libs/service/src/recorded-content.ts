import { maxBodyBytes, type RecordedBody } from '@open-banking/contracts';
import type { Shapes } from '@open-banking/http';
import { faultsOf, Problem, TppMessages, unknownName } from '@open-banking/messages';
import type { Operation } from '@open-banking/spec';
import type { TSchema } from 'typebox';
import type { Clean } from './without-credentials.js';

/** A JSON Schema. Only the keywords that name members are read. */
type Schema = Readonly<Record<string, unknown>>;

const maxTextChars = 500;
/** More than an operation has; each is validated. */
const maxParameters = 50;

/** A function that remembers its results by schema, so that each of many entries does not compute them again. */
function remembered<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) known.set(key, (value = make(key)));
    return value;
  };
}

/** The schema and all of its alternatives. Schemas are the bank's own: no client decides how deep this goes. */
function alternatives(schema: Schema): Schema[] {
  const below = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => (schema[keyword] ?? []) as Schema[]);
  const branches = ['then', 'else'].flatMap((keyword) => (schema[keyword] === undefined ? [] : [schema[keyword] as Schema]));
  return [schema, ...[...below, ...branches].flatMap(alternatives)];
}

/** The schemas of one member. Empty if the message has no such member. */
const memberOf = (schemas: readonly Schema[], name: string): Schema[] =>
  schemas.flatMap(({ properties, additionalProperties: others, patternProperties: patterns }) => {
    const own = properties as Readonly<Record<string, Schema>> | undefined;
    if (own && Object.hasOwn(own, name)) return [own[name]!];
    const open = [others, ...Object.values((patterns ?? {}) as object)].filter(
      (one): one is Schema => typeof one === 'object' && one !== null,
    );
    return open;
  });

const withAlternatives = remembered((schemas: readonly Schema[]): readonly Schema[] => schemas.flatMap(alternatives));
const entriesOf = remembered((schemas: readonly Schema[]): readonly Schema[] =>
  schemas.flatMap(({ items }) => (items === undefined ? [] : [items as Schema])),
);
/** The schemas of a whole body, always the same list for the same schema. */
export const rootOf = remembered((schema: Schema): readonly Schema[] => [schema]);

/** The members that the schemas name: a client can make up any number of others. */
const namedMembers = remembered((schemas: readonly Schema[]) => {
  const names = schemas.flatMap(({ properties }) => Object.keys((properties ?? {}) as object));
  return new Map(names.map((name) => [name, memberOf(schemas, name)] as const));
});

const membersNamed = (schemas: readonly Schema[], name: string): readonly Schema[] =>
  namedMembers(schemas).get(name) ?? memberOf(schemas, name);

const isOpenName = (schemas: readonly Schema[], name: string): boolean => !namedMembers(schemas).has(name);

/** A value with the members that its schemas name, and no others. It goes no deeper than they do. */
export function keptValue(given: readonly Schema[], value: unknown, clean: Clean): unknown {
  const schemas = withAlternatives(given);
  if (typeof value === 'string') return schemas.some(isOfText) ? clean(value) : unknownName;
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? keptEntries(schemas, value, clean) : keptMembers(schemas, value, clean);
}

/** True for the schema of a text, or of a number, which a client may have sent as a text. */
const isOfText = (schema: Schema): boolean =>
  ['string', 'number', 'integer', 'boolean'].includes(schema['type'] as string) || 'enum' in schema || 'const' in schema;

function keptEntries(schemas: readonly Schema[], list: readonly unknown[], clean: Clean): unknown {
  const entries = entriesOf(schemas);
  return entries.length === 0 ? unknownName : list.map((entry) => keptValue(entries, entry, clean));
}

function keptMembers(schemas: readonly Schema[], value: object, clean: Clean): unknown {
  const members = Object.entries(value).map(([name, member]) => ({ name, member, known: membersNamed(schemas, name) }));
  const kept = members
    .filter(({ known }) => known.length > 0)
    .map(({ name, member, known }) => [isOpenName(schemas, name) ? clean(name) : name, keptValue(known, member, clean)] as const);
  const left = members.length - kept.length;
  return Object.fromEntries(left > 0 ? [...kept, [unknownName, leftOut(left)]] : kept);
}

const leftOut = (count: number): string =>
  count === 1 ? 'one member that the operation does not have' : `${count} members that the operation does not have`;

/**
 * A body for the log: its members that the schemas name. A body that is longer than `maxBodyBytes`, or not JSON, is kept as its size.
 * Undefined if there is no body.
 */
export function keptBody(body: string | Buffer | number | undefined, schemas: readonly Schema[], clean: Clean): RecordedBody | undefined {
  if (typeof body === 'number') return body === 0 ? undefined : { bytes: body };
  if (body === undefined || body.length === 0) return undefined;
  const bytes = Buffer.byteLength(body);
  if (bytes > maxBodyBytes || schemas.length === 0) return { bytes };
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' ? { text: JSON.stringify(keptValue(schemas, value, clean)) } : { bytes };
  } catch {
    return { bytes };
  }
}

const refusals = [TppMessages, Problem] as unknown as readonly Schema[];

/** The schemas that a response of this status may have. */
export function responseSchemas(shapes: Shapes | undefined, status: number): readonly Schema[] {
  if (status >= 400) return refusals;
  if (!shapes) return [];
  const { answers } = shapes as { readonly answers: Readonly<Record<string, unknown>> };
  const of = 'type' in answers || 'anyOf' in answers || 'allOf' in answers ? answers : answers[String(status)];
  return of ? rootOf(of as Schema) : [];
}

/**
 * Path and query for the log. Path parameters are kept if they have the format that the operation gives them, and query parameters if the
 * operation has them and their schema limits and accepts the value. `…` replaces anything else.
 */
export function keptPath(operation: Pick<Operation, 'path' | 'formats'>, sent: string, query: TSchema | undefined, clean: Clean): string {
  const [pathname = '', search = ''] = sent.split(/\?(.*)/s);
  const [own, segments] = [operation.path.split('/'), pathname.split('/')];
  const path = own.map((segment, at) => (segment.includes('{') ? keptSegment(operation, segment, segments[at] ?? '') : segment)).join('/');
  const given = [...new URLSearchParams(search)];
  const parameters = given.slice(0, maxParameters).map((pair) => keptParameter(query, pair, clean));
  if (given.length > maxParameters) parameters.push(unknownName);
  return `${path}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`.slice(0, 2_000);
}

function keptParameter(query: TSchema | undefined, [name, value]: readonly [string, string], clean: Clean): string {
  const schemas = query ? memberOf(alternatives(query as never), name).flatMap(alternatives) : [];
  if (schemas.length === 0) return unknownName;
  const isPlain = /^(?:true|false|\d{1,9})$/.test(value) || schemas.some(isClosed);
  const isKept = isPlain && faultsOf(query!, { [name]: value }, 'query').every(({ path }) => path !== name);
  return `${encodeURIComponent(name)}=${isKept ? encodeURIComponent(clean(value)) : unknownName}`;
}

/** True for a schema that accepts only a limited set of texts. A pattern does not limit enough: that of a cursor accepts any word. */
const isClosed = (schema: Schema): boolean => ['enum', 'const', 'format'].some((keyword) => keyword in schema);

/** The format of each path parameter. A payment product is a few words joined by hyphens. */
function formOf({ formats = {} }: Pick<Operation, 'formats'>, name: string): string {
  const format = formats[name];
  if (format?.kind === 'digits') return format.pattern.source.replaceAll(/[$^]/g, '');
  return format?.kind === 'text' ? '[a-z0-9]{1,20}(?:-[a-z0-9]{1,20}){0,4}' : '[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}';
}

function keptSegment(operation: Pick<Operation, 'formats'>, own: string, given: string): string {
  const form = own.replaceAll(/\{([^}]+)\}/g, (_, name: string) => `(?:${formOf(operation, name)})`);
  return new RegExp(`^${form}$`).test(given) ? given : unknownName;
}

/** Cleans a text for the log and shortens it. */
export const keptText = (text: string, clean: Clean): string => clean(text).slice(0, maxTextChars).toWellFormed();
