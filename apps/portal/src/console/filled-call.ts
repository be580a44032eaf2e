import type { Operation } from '@open-banking/spec';
import type { Parameter } from '../reference/openapi-documents.js';
import { variablePartsOf } from './operation-needs.js';

/** A call as it was filled in. */
export interface FilledCall {
  readonly values: ReadonlyMap<string, string>;
  readonly query: string;
  /** By the name of the operation's parameter; `Accept` too. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** A call that was sent before: by the console, or by a client whose requests the bank has recorded. */
export interface EarlierCall {
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** The values of a form by the names of its fields; undefined where a field was not there. */
export interface FilledForm {
  get(name: string): string | null | undefined;
}

/** An address for documentation (RFC 5737): the customer is there. */
export const presentAddress = '192.0.2.10';
export const acceptField = 'header.Accept';
export const bodyField = 'body';
/** The name of a parameter's field. */
export const fieldName = ({ in: where, name }: Pick<Parameter, 'in' | 'name'>): string => `${where}.${name}`;

/** Headers that the console itself sends or that belong to a signature: they are no fields. */
const ownHeaders: readonly string[] = ['X-Request-ID', 'Consent-ID', 'Digest', 'Signature', 'TPP-Signature-Certificate'];

export const queryParameters = (all: readonly Parameter[]): Parameter[] => all.filter((one) => one.in === 'query');
export const headerParameters = (all: readonly Parameter[]): Parameter[] =>
  all.filter((one) => one.in === 'header' && !ownHeaders.includes(one.name));
/** True for an operation whose requests can be signed. */
export const takesSignature = (all: readonly Parameter[]): boolean => all.some(({ name }) => name === 'Signature');

/** The call of a form. Empty fields are not sent. */
export function filledCall(row: Operation, parameters: readonly Parameter[], form: FilledForm): FilledCall {
  const typed = (name: string): string => form.get(name) ?? '';
  const filled = (some: readonly Parameter[]): [string, string][] =>
    some.map((one): [string, string] => [one.name, typed(fieldName(one))]).filter(([, value]) => value !== '');
  const query = filled(queryParameters(parameters));
  const accept = typed(acceptField);
  return {
    values: new Map(variablePartsOf(row).map((part) => [part, typed(part)])),
    query: query.length === 0 ? '' : `?${new URLSearchParams(query).toString()}`,
    headers: { ...(accept !== '' && { Accept: accept }), ...Object.fromEntries(filled(headerParameters(parameters))) },
    // Browsers send a text with CRLF.
    ...(row.method === 'POST' && { body: typed(bodyField).replaceAll('\r\n', '\n') }),
  };
}

/** The form of an earlier call, to be changed and sent again. Names of headers are compared without case. */
export function formOfCall(row: Operation, parameters: readonly Parameter[], { path, headers, body }: EarlierCall): FilledForm {
  const url = new URL(path, 'http://bank');
  const sent = url.pathname.split('/');
  const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const values = new Map<string, string>([
    ...row.path.split('/').flatMap((part, place): [string, string][] => (part.includes('{') ? [[part, decoded(sent[place] ?? '')]] : [])),
    ...queryParameters(parameters).map((one): [string, string] => [fieldName(one), url.searchParams.get(one.name) ?? '']),
    ...headerParameters(parameters).map((one): [string, string] => [fieldName(one), lower.get(one.name.toLowerCase()) ?? '']),
    [acceptField, lower.get('accept') ?? ''],
    ...(body === undefined ? [] : [[bodyField, body] as [string, string]]),
  ]);
  // The request log has this in place of what it does not keep.
  for (const [name, value] of values) if (name !== bodyField && value.includes('…')) values.set(name, '');
  return values;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
