import type { Operation } from '@open-banking/spec';
import { parametersOf } from '../reference/example-call.js';
import type { DocumentedOperation, OpenApiDocument, Parameter } from '../reference/openapi-documents.js';
import { publicKeyPlace } from './scenario-acts.js';
import type { SampleCall } from './call-samples.js';
import { dayAfter } from './days.js';
import { exampleRequest, sampleBody } from './example-request.js';
import { variableName, type Part, type SampleText } from './sample-text.js';

/** Values that stand in a sample in the place of variables. */
export interface SampleValues {
  readonly token?: string | undefined;
  readonly consentId?: string | undefined;
  /** By the part of a path: `{account-id}`, or `{BranchNumber}-{AccountNumber}` as a whole. */
  readonly parts?: ReadonlyMap<string, string>;
}

interface ReferenceCallParts {
  readonly baseUrl: string;
  /** The bank's day: dates of a sample lie around it. */
  readonly today: Date;
  readonly row: Operation;
  readonly operation: DocumentedOperation;
  readonly document: OpenApiDocument;
  readonly values?: SampleValues;
}

const withPublicKey = (part: Part): SampleText => {
  if (typeof part !== 'string' || !part.includes(publicKeyPlace)) return [part];
  const [before = '', after = ''] = part.split(publicKeyPlace);
  return [before, { variable: 'PUBLIC_KEY' }, after];
};

const periodDays = 30;
/** Names of variables that do not stand for a parameter. `resourceId` is a mandate's id; accounts have names of their own. */
const variableNames: Readonly<Record<string, string>> = { resourceId: 'MANDATE_ID' };
const variableOf = (parameter: string): Part => ({ variable: variableNames[parameter] ?? variableName(parameter) });

/** A call of an operation with its required parameters. Tokens and ids that are not among `values` are variables of the environment. */
export function referenceCall({ baseUrl, today, row, operation, document, values = {} }: ReferenceCallParts): SampleCall {
  const parameters = parametersOf(document, operation);
  const body = exampleRequest(row, operation, today, '');
  return {
    method: row.method,
    baseUrl,
    url: [baseUrl, ...pathText(row, parameters, values), ...queryText(parameters, today)],
    headers: [
      ...tokenHeader(row, values),
      ...parameters.flatMap((parameter): (readonly [string, SampleText])[] => headerOf(parameter, values)),
      ...(body === undefined ? [] : [['Content-Type', ['application/json']] as const]),
    ],
    ...(body !== undefined && { body: sampleBody(JSON.stringify(body, null, 2)).flatMap(withPublicKey) }),
  };
}

/** A parameter with few values, such as the product of a payment, has its example; ids are variables. */
function pathText({ path }: Operation, parameters: readonly Parameter[], { parts }: SampleValues): SampleText {
  const partText = (part: string): SampleText => {
    const known = parts?.get(part);
    if (known !== undefined) return [encodeURIComponent(known)];
    return part.split(/\{([^}]+)\}/).map((text, at): Part => {
      if (at % 2 === 0) return text;
      const { schema, example } = parameters.find(({ name }) => name === text) ?? {};
      return schema?.enum ? String(example ?? schema.enum[0]) : variableOf(text);
    });
  };
  return path.split('/').flatMap((part, at) => [at === 0 ? '' : '/', ...partText(part)]);
}

/** The required parameters. Where an operation wants to know which entries, it wants a period too. */
function queryText(parameters: readonly Parameter[], today: Date): SampleText {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const required = inQuery.filter((parameter) => parameter.required).map(({ name, schema }) => [name, String(schema?.enum?.[0])]);
  if (required.length === 0) return [];
  const period = inQuery.filter(({ name }) => name === 'dateFrom').map(({ name }) => [name, dayAfter(today, -periodDays)]);
  return [`?${new URLSearchParams([...required, ...period] as [string, string][]).toString()}`];
}

/** The variable with the token that an operation takes: a customer's, or the client's own. */
export const tokenVariable = ({ token }: Pick<Operation, 'token'>): string => (token?.kind === 'customer' ? 'TOKEN' : 'CLIENT_TOKEN');

function tokenHeader(row: Operation, { token }: SampleValues): (readonly [string, SampleText])[] {
  if (row.kind === 'sandbox') return [['Authorization', ['Bearer ', { variable: 'SANDBOX_KEY' }]]];
  if (!row.token) return [];
  return [['Authorization', ['Bearer ', token ?? { variable: tokenVariable(row) }]]];
}

function headerOf({ name, in: where, required }: Parameter, { consentId }: SampleValues): (readonly [string, SampleText])[] {
  if (where !== 'header') return [];
  if (name === 'X-Request-ID') return [[name, [{ fresh: 'uuid' }]]];
  if (name === 'Consent-ID' && required) return [[name, [consentId ?? { variable: 'CONSENT' }]]];
  // An address for documentation (RFC 5737).
  if (name === 'PSU-IP-Address') return [[name, ['192.0.2.10']]];
  return [];
}
