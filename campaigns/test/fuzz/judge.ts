import { faultsOf } from '@open-banking/messages';
import { asPattern, isPublished, operations, sandboxRowsOf, services, type Operation } from '@open-banking/spec';
import { closedSchema } from '@open-banking/testing/closed-schema';
import type { TSchema } from 'typebox';
import { documentOf, entryOf } from '@open-banking/testing/sweep';
import { valuesOf, type Answer } from './connection.js';
import type { Wire } from './draft.js';

interface Response {
  readonly $ref?: string;
  readonly description: string;
  readonly headers?: Readonly<Record<string, { $ref?: string; schema?: object }>>;
  readonly content?: Readonly<Record<string, { schema: object }>>;
}
interface Components {
  readonly responses: Readonly<Record<string, Response>>;
  readonly headers: Readonly<Record<string, { schema: object }>>;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const last = (reference: string): string => reference.split('/').at(-1)!;
const componentsOf = (row: Operation): Components => documentOf(row).components as Components;

function responseOf(row: Operation, status: number): Response | undefined {
  const found = entryOf(row).responses[String(status)] as Response | undefined;
  return found?.$ref ? componentsOf(row).responses[last(found.$ref)] : found;
}

const schemas = new Map<string, TSchema>();
function schemaOf(row: Operation, key: string, schema: object): TSchema {
  const name = `${row.id} ${key}`;
  const known = schemas.get(name) ?? (closedSchema({ ...schema, components: documentOf(row).components }) as TSchema);
  schemas.set(name, known);
  return known;
}

export const missingChallenge = '401 without WWW-Authenticate';

/** What every response of the bank has, whatever it answers. */
export function faultsOfAny(wire: Pick<Wire, 'headers'>, answer: Answer): string[] {
  const one = (name: string): string | undefined => valuesOf(answer, name)[0];
  const sent = wire.headers.filter(([name]) => name.toLowerCase() === 'x-request-id').map(([, value]) => value.trim());
  const own = valuesOf(answer, 'x-request-id');
  const isGood = sent.length === 1 && uuid.test(sent[0]!);
  const options = wire.headers.filter(([name]) => name.toLowerCase() === 'connection').map(([, value]) => value.toLowerCase());
  return [
    ...(answer.status >= 500 ? [`answers ${answer.status}`] : []),
    ...(answer.behind > 0 ? [`${answer.behind} bytes stand behind the response`] : []),
    ...(own.length === 1 && uuid.test(own[0]!) ? [] : [`X-Request-ID is ${own.join(' and ') || 'missing'}`]),
    // 400 and 431 may come before any header is read; a header named in Connection is for the gateway alone.
    ...(isGood && own[0] !== sent[0] && ![400, 431].includes(answer.status) && !options.some((named) => named.includes('x-request-id'))
      ? ['X-Request-ID is not the one that was sent']
      : []),
    ...(one('x-powered-by') || one('server') ? ['tells what it runs on'] : []),
    ...(one('x-content-type-options') === 'nosniff' ? [] : ['has no X-Content-Type-Options']),
    ...(answer.status === 401 && !one('www-authenticate') ? [missingChallenge] : []),
    ...([429, 503].includes(answer.status) && !/^[1-9]\d*$/.test(one('retry-after') ?? '') ? [`${answer.status} without Retry-After`] : []),
    ...(answer.status === 405 && !one('allow') ? ['405 without Allow'] : []),
  ];
}

const jsonIn = (answer: Answer): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf8', { fatal: true }).decode(answer.body));
  } catch {
    return undefined;
  }
};

const codesIn = (description: string): string[] => [...description.matchAll(/^([A-Z][A-Z_]+): /gm)].map(([, code]) => code!);
const refusalCodesIn = (body: unknown): string[] =>
  ((body as { tppMessages?: { code: string }[] })?.tppMessages ?? []).map(({ code }) => code);

/** Differences between a response and what is promised for the operation; empty if there are none. */
export function faultsOfOperation(row: Operation, wire: Wire, answer: Answer): string[] {
  const promised = responseOf(row, answer.status);
  if (!promised) return [`${answer.status} is not among the answers of ${row.id}`];
  return [...faultsOfAny(wire, answer), ...headerFaults(row, promised, answer), ...bodyFaults(row, promised, answer)];
}

function headerFaults(row: Operation, { headers = {} }: Response, answer: Answer): string[] {
  const needed = [
    ...(answer.status < 300 || answer.status === 429 ? ['ratelimit', 'ratelimit-policy'] : []),
    ...(answer.status === 201 ? ['location'] : []),
  ];
  const missing = Object.keys(headers).filter(
    (name) => needed.includes(name.toLowerCase()) && valuesOf(answer, name.toLowerCase()).length === 0,
  );
  const misformed = Object.entries(headers).flatMap(([name, header]) => {
    const { schema } = header.$ref ? componentsOf(row).headers[last(header.$ref)]! : header;
    return valuesOf(answer, name.toLowerCase()).flatMap((value) =>
      faultsOf(schemaOf(row, `header ${name}`, schema!), typed(schema!, value)).map(({ text }) => `${name}: ${value}: ${text}`),
    );
  });
  const caching = isPublished(row) && answer.status === 200 ? 'max-age=300' : 'no-store';
  return [
    ...missing.map((name) => `${name} is missing`),
    ...misformed,
    ...(valuesOf(answer, 'cache-control').join() === caching ? [] : [`Cache-Control is ${valuesOf(answer, 'cache-control').join()}`]),
  ];
}

function typed(schema: { type?: string }, value: string): unknown {
  if (schema.type === 'integer') return Number(value);
  return schema.type === 'boolean' ? value === 'true' : value;
}

function bodyFaults(row: Operation, { content, description }: Response, answer: Answer): string[] {
  if (!content) return answer.body.length === 0 ? [] : [`${answer.status} has a body`];
  const type = (valuesOf(answer, 'content-type')[0] ?? '').split(';')[0]!;
  const promised = content[type];
  if (!promised) return [`Content-Type is ${type || 'missing'}`];
  if (!type.endsWith('json')) return answer.body.length > 0 ? [] : ['the body is empty'];
  const body = jsonIn(answer);
  if (body === undefined) return [`the body is not JSON: ${answer.body.toString('latin1').slice(0, 80)}`];
  const undocumented = answer.status < 400 ? [] : refusalCodesIn(body).filter((code) => !codesIn(description).includes(code));
  return [
    ...faultsOf(schemaOf(row, `${answer.status} ${type}`, promised.schema), body).map(({ path, text }) => `${path}: ${text}`),
    ...undocumented.map((code) => `${code} is not among the codes of ${answer.status}`),
  ];
}

const patterns = [...operations, ...services.flatMap(sandboxRowsOf)].map((row) => ({ row, pattern: new RegExp(asPattern(row.path)) }));

/** The operation that a target belongs to: what was drawn for one may be one of another, or of none. */
export const operationAt = (method: string, target: string): Operation | undefined =>
  patterns.find(({ row, pattern }) => row.method === method && pattern.test(target.split('?')[0]!))?.row;

/** What is wrong with the answer to a request. */
export function judge(wire: Wire, answer: Answer): string[] {
  const row = operationAt(wire.method, wire.target);
  if (row) return faultsOfOperation(row, wire, answer);
  const refusalCodes = refusalCodesIn(jsonIn(answer));
  // Read before the path: headers that cannot be read, a target or headers that are too large.
  const isExplained = refusalCodes.length > 0 || valuesOf(answer, 'content-type')[0]?.startsWith('application/problem+json') === true;
  const isRefused = [400, 404, 405, 413, 414, 431].includes(answer.status) && isExplained;
  return [
    ...faultsOfAny(wire, answer),
    ...(isRefused || valuesOf(answer, 'content-type')[0]?.startsWith('text/html') ? [] : [`a path of nobody answers ${answer.status}`]),
  ];
}
