import { tokenNeeded } from '@open-banking/access';
import { codes, formats, unknownName, type Code, type FormatName } from '@open-banking/messages';
import { operations, type Operation } from '@open-banking/spec';
import { parametersOf } from '../reference/example-call.js';
import { documentedOperation, type DocumentedOperation, type OpenApiDocument } from '../reference/openapi-documents.js';
import { fieldsOf, type Field } from '../reference/schema-fields.js';

/** The record of a fault: its code and its path. */
export type RecordedFault = readonly [code: string, path?: string];

/** The record of a refused request, as far as it explains the refusal. */
export interface RefusedRequest {
  readonly operation: string;
  readonly status: number;
  /** `second 24, minute 0`. */
  readonly limits: string | null;
}

const permissionsOf: Readonly<Record<string, string>> = {
  accounts: 'see the accounts',
  balances: 'see balances',
  transactions: 'see transactions',
};

/** Faults found before the operation is looked at, by status (RFC 9110 §15.5). */
const ofStatus: Readonly<Record<number, string>> = {
  408: 'The whole request must arrive within ten seconds.',
  413: 'A body may have 64 KiB at most.',
  414: 'The path or one of its parameters is too long.',
  415: 'Content-Type must be application/json in UTF-8.',
  431: 'All headers together may have 16 KiB at most.',
};

type Say = (row: Operation, request: RefusedRequest, path: string | undefined) => string;

/** Codes whose sentence depends on the operation. In backquotes: names. */
const ofCode: Readonly<Partial<Record<Code, Say>>> = {
  FORMAT_ERROR: (row, { status }, path) => ofStatus[status] ?? expectedAt(row, path),
  TOKEN_UNKNOWN: ({ token }) => `${needed(token)}; there was none, or one that this issuer does not know or has revoked.`,
  TOKEN_INVALID: ({ token }) => `${needed(token)}; the token presented was of another kind or scope.`,
  TOKEN_EXPIRED: ({ token }) => `The access token had expired: use its refresh token, or request a new one. ${needed(token)}.`,
  ROLE_INVALID: ({ token }) =>
    token?.role === undefined ? codes.ROLE_INVALID.text : `This operation needs a client with the role \`${token.role}\`.`,
  CONSENT_INVALID: ({ permission }) =>
    permission === undefined
      ? codes.CONSENT_INVALID.text
      : `The consent must be valid and let you ${permissionsOf[permission] ?? permission}: it grants no permission \`${permission}\` for what was asked, or it was refused, withdrawn or replaced.`,
  CONSENT_UNKNOWN: () => '`Consent-ID` must be the consent that the access token was approved for.',
  ACCESS_EXCEEDED: (_row, { limits }) => exceeded(limits),
};

const needed = (token: Operation['token']): string => (token ? tokenNeeded(token) : codes.TOKEN_UNKNOWN.text.replace(/\.$/, ''));

/** One sentence: what would have been right, from the code, the path and the operation's row. It repeats nothing that the client sent. */
export function whyRefused(request: RefusedRequest, [code, path]: RecordedFault): string {
  const row = operations.find(({ id }) => id === request.operation);
  const known = code in codes ? (code as Code) : undefined;
  const say = known && ofCode[known];
  if (row && say) return say(row, request, path);
  return known ? codes[known].text : 'The token endpoint refused the request with this error of RFC 6749.';
}

function exceeded(limits: string | null): string {
  const usedUp = /(second|minute|hour|day) 0\b/.exec(limits ?? '')?.[1];
  if (usedUp !== undefined)
    return `All requests of a ${usedUp} were used up: wait as long as \`Retry-After\` says, and spread requests out.`;
  return 'The reads without the customer that the consent allows within 24 hours were used up: wait as `Retry-After` says, or send `PSU-IP-Address` while the customer is present.';
}

/** The value that was expected at the place of a fault. */
function expectedAt(row: Operation, path: string | undefined): string {
  const found = documentedOperation(row.id);
  if (path === undefined || !found) return codes.FORMAT_ERROR.text;
  if (path.includes(unknownName)) return `\`${row.id}\` has no such field or parameter: leave it out.`;
  return path.startsWith('/') ? expectedField(found, path) : expectedParameter(found, path);
}

interface Documented {
  readonly operation: DocumentedOperation;
  readonly document: OpenApiDocument;
}

function expectedParameter({ document, operation }: Documented, name: string): string {
  const parameter = parametersOf(document, operation).find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (!parameter) return `\`${name}\` was not as this operation takes it.`;
  const what = parameter.in === 'header' ? 'header' : `parameter in the ${parameter.in}`;
  return `The ${what} \`${parameter.name}\` was missing or malformed: ${lowered(firstSentence(parameter.description ?? 'see the reference.'))}`;
}

function expectedField({ document, operation }: Documented, path: string): string {
  const schema = operation.requestBody?.content['application/json']?.schema;
  const name = path
    .slice(1)
    .split('/')
    .reduce((whole, part) => (/^\d+$/.test(part) ? `${whole}[]` : whole === '' ? part : `${whole}.${part}`), '');
  const field = schema && fieldsOf(document, schema).find((one) => one.name === name);
  if (!field) return name === '' ? 'The body must be JSON of the form that the reference shows.' : `\`${name}\` was missing or malformed.`;
  const about = firstSentence(field.about);
  return `The field \`${name}\` was missing or malformed; ${formSaid(field)}.${about && ` ${about}`}`;
}

/** In the words of the bank's own refusal, where it has some: a format's name says nothing of capitals and check digits. */
const formSaid = ({ form, format }: Field): string =>
  format !== undefined && Object.hasOwn(formats, format) ? `it must be ${formats[format as FormatName].says}` : `its form: ${form}`;

const firstSentence = (text: string): string => /^.*?[.:](?=\s|$)/s.exec(text)?.[0].replace(/:$/, '.') ?? text;
const lowered = (text: string): string => (/^[A-Z][a-z]/.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text);
