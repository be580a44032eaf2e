import { operations, simulationClient, type Operation } from '@open-banking/spec';
import { CannotGenerate } from '../cannot-generate.js';
import { examplesOf, pathExamples } from '../openapi/examples.js';

/** One call of a collection. `{{name}}` in its texts is a variable that the reader's tool fills in. */
export interface CollectionCall {
  readonly row: Operation;
  /** Begins with a slash. */
  readonly path: string;
  /** Name and encoded value. */
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The variable with the token that the operation takes. */
  readonly token?: string | undefined;
  readonly body?: unknown;
}

const camel = (name: string): string =>
  name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/^[A-Z]/, (first) => first.toLowerCase());

/** The variable with the token that an operation takes. */
function tokenVariable({ token }: Operation): string | undefined {
  if (!token) return undefined;
  if (token.kind === 'customer') return 'customerToken';
  return token.clientScope === simulationClient.clientScope ? 'loanServicesToken' : `${token.issuer}Token`;
}

/** The query of the example. Its days are those of the day on which the example was made. */
const exampleQuery = (path: string): [string, string][] =>
  [...new URL(path, 'http://bank').searchParams]
    .filter(([name]) => name !== 'dateTo')
    .map(([name, value]) => [name, name === 'dateFrom' ? '{{dateFrom}}' : encodeURIComponent(value)]);

/** The example of an operation as a call. */
export function collectionCall(row: Operation): CollectionCall {
  const examples = examplesOf(row);
  const { path, headers, body } = examples.success.request;
  const values = pathExamples(row, examples);
  const has = (name: string, value: string): [string, string][] => (name in headers ? [[name, value]] : []);
  return {
    row,
    // A payment product is a word of the bank's, not an id that only a response contains.
    path: row.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => (name === 'payment-product' ? values[name]! : `{{${camel(name)}}}`)),
    query: exampleQuery(path),
    headers: [
      ...has('X-Request-ID', '{{$guid}}'),
      ...has('Consent-ID', '{{consentId}}'),
      ...has('PSU-IP-Address', '192.0.2.10'),
      ['Accept', 'application/json'],
      ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
    ],
    token: tokenVariable(row),
    body: withNewNumbers(body),
  };
}

/** A creditor has one mandate of a number: the example could be sent once. Tools fill in seconds since 1970. */
const withNewNumbers = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'mandateId' in body ? { ...body, mandateId: 'POWER-{{$timestamp}}' } : body;

/** The calls of a product, in the table's order. */
export const productCalls = (product: string): CollectionCall[] => operations.filter((row) => row.product === product).map(collectionCall);

export const tokenMeanings: Readonly<Record<string, string>> = {
  customerToken: "the customer's token of the consents issuer, scope AIS:<consentId>",
  consentsToken: "the client's own token of the consents issuer, scope AIS",
  paymentsToken: "the client's own token of the payments issuer, scope PIS",
  mandatesToken: "the client's own token of the mandates issuer, scope MANDATE",
  loanServicesToken: "the client's own token of the consents issuer, scope loan-services",
};

export const variableMeanings: Readonly<Record<string, string>> = {
  ...tokenMeanings,
  consentId: 'the consent that the customer has approved',
  dateFrom: 'the first day of the period, YYYY-MM-DD',
};

/** The variables that later calls need, and where the response of an operation has them. */
const answeredVariables: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  createConsent: { consentId: 'consentId' },
  createPayment: { paymentId: 'paymentId' },
  createMandate: { resourceId: 'resourceId' },
  listAccounts: { accountId: 'accounts.0.resourceId' },
  listCards: { cardId: 'cards.0.resourceId' },
  listLoans: { loanAccountId: 'loanAccounts.0.resourceId' },
  listSavings: { savingsAccountId: 'savingsAccounts.0.resourceId' },
  listSecuritiesAccounts: { securitiesAccountId: 'securitiesAccounts.0.resourceId' },
  listAllLoans: { loanAccountID: 'loans.0.loanAccountId', branchNumber: 'loans.0.branchNumber', accountNumber: 'loans.0.accountNumber' },
};

const valueAt = (value: unknown, place: string): unknown =>
  place.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], value);

/** The variables in the response of an operation, by name. Throws where its example has none at that place. */
export function variablesIn(row: Operation): readonly (readonly [variable: string, place: string])[] {
  const found = Object.entries(answeredVariables[row.id] ?? {});
  for (const [variable, place] of found)
    if (typeof valueAt(examplesOf(row).success.answer.body, place) !== 'string')
      throw new CannotGenerate(`The example of ${row.id} has no ${place}, from which the Postman collection takes ${variable}`);
  return found;
}
