import { successStatus, type Shapes } from '@open-banking/http';
import { codes, withDescription, Problem, TppMessages, tppMessages, type Code } from '@open-banking/messages';
import type { Operation } from '@open-banking/spec';
import type { TSchema } from 'typebox';
import { refusalExample, withExamples, type Examples } from './examples.js';
import { refusalsOf } from './refusals.js';
import type { Components } from './schemas.js';

type Json = Record<string, unknown>;

const text = { type: 'string' };
/** A text that is always the same. Converters to collections write `{}` or "string" for a `const` that has no `default` beside it. */
const always = (value: string): Json => ({ ...text, const: value, default: value });
/** Headers of answers, each written once. */
export const responseHeaders = {
  'X-Request-ID': {
    description: "The request's own, or a fresh one where it had none that is a UUID.",
    schema: { type: 'string', format: 'uuid' },
  },
  'RateLimit-Policy': {
    description: 'The windows this operation is limited by, and what they admit (draft-ietf-httpapi-ratelimit-headers-10).',
    schema: text,
    example: '"second";q=25;w=1, "minute";q=1000;w=60, "day";q=50000;w=86400',
  },
  RateLimit: {
    description: 'What is left in each window, and the seconds until it begins anew.',
    schema: text,
    example: '"second";r=24;t=1, "minute";r=998;t=31, "day";r=49970;t=40211',
  },
  Deprecation: {
    description: 'The operation is going to end: since when that is announced, as seconds of Unix time (RFC 9745).',
    schema: text,
    example: '@1798761600',
  },
  Sunset: {
    description: 'The last second in which the operation is served (RFC 8594).',
    schema: text,
    example: 'Sat, 31 Jul 2027 23:59:59 GMT',
  },
  Link: {
    description: 'Path of the next page of a statement, as `_links.next` in JSON (RFC 8288); absent on the last page, and in JSON.',
    schema: text,
    example: '</v1.7/accounts/3dc3d5b3-7023-4848-9853-f5400a64e80f/transactions?bookingStatus=booked&cursor=…>; rel="next"',
  },
  Vary: { description: 'The answer follows from `Accept`.', schema: always('Accept') },
  'Retry-After': { description: 'Whole seconds until it is worth trying again.', schema: { type: 'integer', minimum: 1 } },
  'WWW-Authenticate': { description: 'RFC 6750 §3.', schema: text },
  Location: { description: 'Path of what was created.', schema: text },
  'ASPSP-SCA-Approach': { description: "How the customer approves: on the bank's own pages.", schema: always('REDIRECT') },
  'ASPSP-Notification-Support': {
    description: 'Where the request had a TPP-Notification-URI: whether the client is told there.',
    schema: { type: 'boolean' },
  },
  'ASPSP-Notification-Content': {
    description: 'Of what it is told: every change of status, or the last alone.',
    schema: { ...text, enum: ['status=PROCESS', 'status=LAST'] },
  },
} as const;
type Header = keyof typeof responseHeaders;

const named = (...names: Header[]): Json => Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
const limited = ({ limits }: Operation): Header[] => (limits === 'none' ? [] : ['RateLimit-Policy', 'RateLimit']);
/** An answer is charged to the limits once it is known who asks: what fails before that carries no numbers. */
const charged = (row: Operation, status: number): Header[] => ([401, 408, 414, 431, 500, 503].includes(status) ? [] : limited(row));

/** The bodies of every error. */
export const errorSchemas = [TppMessages, Problem] as const;

/** The bodies of success by status: a schema, or null where there is none. */
export function documentedAnswers(row: Operation, shapes: Shapes): [number, TSchema | null][] {
  const { answers } = shapes;
  const byStatus = Object.keys(answers).length > 0 && Object.keys(answers).every((key) => /^2\d\d$/.test(key));
  return byStatus
    ? Object.entries(answers as Record<number, TSchema | null>).map(([status, schema]) => [Number(status), schema])
    : [[successStatus(row, shapes), answers as TSchema]];
}

/** What the responses of an operation are written from. */
interface Documented {
  readonly row: Operation;
  readonly shapes: Shapes;
  /** Absent: nothing of the sandbox's own operations is recorded. */
  readonly examples: Examples | undefined;
}

const ofCreation: Header[] = ['Location', 'ASPSP-SCA-Approach', 'ASPSP-Notification-Support', 'ASPSP-Notification-Content'];

const ofDeprecation: Header[] = ['Deprecation', 'Sunset'];

const ofFormats: Header[] = ['Link', 'Vary'];

const titles: Record<number, string> = {
  200: 'As asked.',
  201: 'Created.',
  202: 'Taken; the customer has to approve it.',
  204: 'Done; there is no body.',
};

/** What the other formats of an operation hold (docs/reading.md#statements). */
const formats: Readonly<Record<string, string>> = {
  'application/xml': 'ISO 20022 camt.053.001.08; needs a consent that covers the balances, too.',
  'text/csv':
    'A table by RFC 4180 with a line of names: a column for each field of an entry, named by its path, and `bookingStatus`. A text that begins like a formula has an apostrophe before it. `Accept: text/csv; digits=text` puts one before texts of digits, too, which spreadsheets would change; `bom=present` asks for a byte order mark.',
};

function documentedHeaders(row: Operation, status: number, shapes: Shapes): Json {
  const creates = status === 201 && row.limits === 'write' && row.kind === 'business';
  return named(
    'X-Request-ID',
    ...limited(row),
    ...(creates ? ofCreation : []),
    ...(row.deprecated ? ofDeprecation : []),
    ...(shapes.produces ? ofFormats : []),
  );
}

function success({ row, shapes, examples }: Documented, [status, schema]: [number, TSchema | null], components: Components): Json {
  const answer = examples?.success.answer;
  const example = answer?.status === status ? withExamples(answer.body) : {};
  const others = (shapes.produces ?? []).map((type) => [type, { schema: { ...text, description: formats[type] } }]);
  return {
    description: titles[status] ?? 'As asked.',
    headers: documentedHeaders(row, status, shapes),
    ...(schema && { content: { 'application/json': { schema: components.inAnswer(schema), ...example }, ...Object.fromEntries(others) } }),
  };
}

function refusal({ row, examples }: Documented, status: number, refusalCodes: readonly Code[], components: Components): Json {
  const again: Header[] = [429, 503].includes(status) || refusalCodes.includes('STATUS_INVALID') ? ['Retry-After'] : [];
  const valueOf = (code: Code): unknown => (examples && refusalExample(examples, status, code)) ?? tppMessages([{ code }]);
  return {
    description: refusalCodes.map((code) => `${code}: ${codes[code].text}`).join('\n\n'),
    headers: named('X-Request-ID', ...charged(row, status), ...again, ...(status === 401 ? ['WWW-Authenticate' as const] : [])),
    content: {
      'application/json': {
        schema: components.inAnswer(TppMessages),
        examples: Object.fromEntries(refusalCodes.map((code) => [code, { value: valueOf(code) }])),
      },
      'application/problem+json': { schema: components.inAnswer(withDescription(Problem, 'The same by RFC 9457, for who asks for it.')) },
    },
  };
}

export function responsesOf(documented: Documented, components: Components): Json {
  const { row, shapes } = documented;
  const refusals = Map.groupBy(refusalsOf(row, shapes), ({ status }) => status);
  return Object.fromEntries([
    ...documentedAnswers(row, shapes).map((answer) => [answer[0], success(documented, answer, components)]),
    ...[...refusals].map(([status, refused]) => [
      status,
      components.response(
        status,
        refusal(
          documented,
          status,
          refused.map(({ code }) => code),
          components,
        ),
      ),
    ]),
  ]);
}
