import { codes } from '@open-banking/messages';
import { issuerHomes, issuers, limits, operations, parametersOf, type Issuer, type Operation } from '@open-banking/spec';
import type { GeneratedFile } from '../generated-file.js';
import type { DocumentedHandler } from '../handlers.js';
import { descriptionOf } from '../openapi/descriptions.js';
import { headerParameters } from '../openapi/parameters.js';
import { refusalsOf } from '../openapi/refusals.js';
import { answerName, inputName, nameInCode } from './documented-operation.js';
import { generatedModule } from './messages-file.js';
import { comment } from './typescript.js';

const quoted = (value: string): string => `'${value}'`;
const union = (names: readonly string[]): string => names.map((name) => `\n  | ${quoted(name)}`).join('');

/** How each issuer's scopes begin that name what the customer approved. */
const approvedScopes: Readonly<Record<Issuer, string>> = {
  consents: 'AIS:',
  payments: 'PIS:',
  mandates: 'MANDATE:',
  cancellation: 'MANDATE-CANCEL:',
};

interface IssuerFacts {
  readonly path: string;
  /** The operation that reads its metadata. */
  readonly metadata: string;
  readonly approvedScope: string;
}

/** An issuer, as far as a client needs it. */
export function factsOfIssuer(issuer: Issuer): IssuerFacts {
  const { path } = issuerHomes[issuer];
  const metadata = operations.find((row) => row.kind === 'metadata' && row.path.startsWith(`${path}/.well-known/`))!;
  return { path, metadata: metadata.id, approvedScope: approvedScopes[issuer] };
}

function issuerFacts(issuer: Issuer): string {
  const { path, metadata, approvedScope } = factsOfIssuer(issuer);
  return `  ${issuer}: { path: ${quoted(path)}, metadata: ${quoted(metadata)}, approvedScope: ${quoted(approvedScope)} },\n`;
}

/** The parameters in the query of an operation. */
export const queryNames = ({ shapes }: DocumentedHandler): string[] =>
  Object.keys((shapes.query as { properties?: object } | undefined)?.properties ?? {});

function facts(handled: DocumentedHandler): string {
  const { id, method, path, token } = handled.row;
  const names = parametersOf(path).map((name) => `${nameInCode(name)}: ${quoted(name)}`);
  const members = [
    `method: ${quoted(method)}`,
    `path: ${quoted(path)}`,
    `parameters: {${names.length > 0 ? ` ${names.join(', ')} ` : ''}}`,
    ...(token ? [`issuer: ${quoted(token.issuer)}`, `token: ${quoted(token.kind)}`] : []),
    ...(token?.clientScope === undefined ? [] : [`clientScope: ${quoted(token.clientScope)}`]),
    ...(token?.consent ? ['consent: true'] : []),
    ...(queryNames(handled).includes('cursor') ? ['paged: true'] : []),
  ];
  return `  ${id}: { ${members.join(', ')} },\n`;
}

function limitsOf({ limits: name, token }: Operation): string {
  const windows = Object.entries(limits[name]).map(([window, admitted]) => `${admitted.toLocaleString('en')} a ${window}`);
  return `Limits, for each ${token ? 'client' : 'address'}: ${windows.join(', ')}.`;
}

const refusalLines = ({ row, shapes }: DocumentedHandler): string[] =>
  refusalsOf(row, shapes).map(({ status, code }) => `${status} ${code}`);

/** What any operation with a token can be refused with: said once, in the README. */
export const everywhere = (all: readonly DocumentedHandler[]): ReadonlySet<string> =>
  all
    .filter(({ row }) => row.token)
    .map((handled) => new Set(refusalLines(handled)))
    .reduce((one, other) => new Set([...one].filter((line) => other.has(line))));

function errorsOf(handled: DocumentedHandler, besides: ReadonlySet<string>): string[] {
  const own = refusalLines(handled).filter((line) => !besides.has(line));
  return own.length > 0 ? [`Errors, besides those of every operation: ${own.join(', ')}.`] : [];
}

/** Facts to know before calling an operation, a line each, without the description. */
export const callFacts = (handled: DocumentedHandler, besides: ReadonlySet<string>): string[] => [
  ...(handled.row.permission ? [`Permission: \`${handled.row.permission}\`${handled.row.of ? ` of the ${handled.row.of}` : ''}.`] : []),
  limitsOf(handled.row),
  ...errorsOf(handled, besides),
];

/** A method of the interface, with what a caller has to know before calling it. */
function method(handled: DocumentedHandler, besides: ReadonlySet<string>): string {
  const { row, shapes } = handled;
  const { required = [] } = (shapes.query ?? {}) as { required?: string[] };
  const taken = [...parametersOf(row.path), ...queryNames(handled), ...(shapes.body ? ['body'] : [])].length > 0;
  const needed = parametersOf(row.path).length > 0 || required.length > 0 || shapes.body !== undefined;
  const input = taken ? `${needed ? 'input' : 'input?'}: messages.${inputName(row.id)}` : 'input?: NoInput';
  const said = comment(
    [descriptionOf(handled), '', `\`${row.method} ${row.path}\``, '', ...callFacts(handled, besides)].map((line) => line.trimEnd()),
    '  ',
  );
  return `${said.replaceAll(/ \* $/gm, ' *')}  ${row.id}(${input}, options?: CallOptions): Promise<messages.${answerName(row.id)}>;\n`;
}

/** Headers that a caller may add; the package itself writes the others. */
const written = ['X-Request-ID', 'Consent-ID'];
export const callerHeaders = Object.keys(headerParameters).filter((name) => !written.includes(name));

/** The table as the client package has it, and a method for each of its operations. */
export function operationsFile(handled: ReadonlyMap<string, DocumentedHandler>): GeneratedFile {
  const all = operations.map(({ id }) => handled.get(id)!);
  const besides = everywhere(all);
  return generatedModule('operations', [
    `import type { CallOptions, NoInput } from '../call-options.js';
import type * as messages from './messages.js';
`,
    `${comment(['The issuers of tokens.'])}export const issuers = {\n${issuers.map(issuerFacts).join('')}} as const;\n`,
    `${comment(['The operations, as far as a call needs them.'])}export const operations = {\n${all.map(facts).join('')}} as const;\n`,
    `${comment(['All operations, by the name that the table, the documents and the request log give them.'])}export interface Operations {\n${all.map((one) => method(one, besides)).join('\n')}}\n`,
  ]);
}

/** The codes of errors, as texts that a caller compares with. */
export const errorCodesFile = (): GeneratedFile =>
  generatedModule('error-codes', [
    `${comment(['The codes of errors that this package knows. A bank may have others: treat those by their status.'])}export type ErrorCode =${union(Object.keys(codes))};\n`,
  ]);

/** The headers that a caller may add to a request. */
export const requestHeadersFile = (): GeneratedFile =>
  generatedModule('request-headers', [
    `${comment(['The headers of requests that a caller may add.'])}export type RequestHeader =${union(callerHeaders)};\n`,
  ]);
