import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { productKind, resourceIds } from '@open-banking/sandbox/demo-bank';
import type { CustomerResource } from '@open-banking/installation/customers-file';
import { operations, resourceFacts, type Operation } from '@open-banking/spec';
import { inDays } from '../bank-day.js';
import type { Caller } from '../caller.js';
import type { RunningBank } from '../running-bank.js';
import type { TestClient } from '../test-client.js';

type Ids = Readonly<Record<string, string>>;

const eur = (amount: string) => ({ currency: 'EUR', amount });
const creditorAccount = { iban: 'DE89370400440532013000' };

const consent = {
  access: { allPsd2: 'allAccounts' },
  recurringIndicator: true,
  validUntil: inDays(30),
  frequencyPerDay: 4,
  combinedServiceIndicator: false,
};
const payment = { instructedAmount: eur('12.50'), creditorAccount, creditorName: 'Bookshop' };
const mandate = () => ({
  mandateId: randomUUID().slice(0, 30),
  mandateType: { localInstrumentCode: 'CORE', classificationCode: 'VARI' },
  occurrences: { sequenceType: 'RCUR', frequencyType: 'MNTH', firstCollectionDate: inDays(14) },
  maximumAmount: eur('60'),
  creditor: { name: 'City Power' },
  creditorSchemeIdentification: 'DE98ZZZ09999999999',
  creditorAccount,
  debtor: { name: 'Dana Levi' },
});
const mortgage = {
  propertyValue: eur('300000'),
  loanAmount: eur('200000'),
  tracks: [
    { name: 'Fixed', share: '100', interestType: 'fixed', annualInterestRate: '3.9', termInMonths: 240, repaymentMethod: 'annuity' },
  ],
};

export const aPublicKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' }).toString();

const bodies: Readonly<Record<string, () => unknown>> = {
  createConsent: () => consent,
  createPayment: () => payment,
  createMandate: mandate,
  simulateMortgage: () => mortgage,
  simulateMortgageV1: () => mortgage,
  issueSandboxCertificate: () => ({ request: aPublicKey(), use: 'tls' }),
};

/** The headers and body an operation needs in addition to its path. */
export const queryOf = ({ id }: Operation): string => (id === 'listTransactions' ? `bookingStatus=both&dateFrom=${inDays(-365)}` : '');

export const bodyOf = ({ id }: Pick<Operation, 'id'>): unknown => bodies[id]?.();

/** A path with its parameters filled in. */
export const filled = ({ path }: Operation, ids: Ids): string => path.replace(/\{([^}]+)\}/g, (_, name: string) => ids[name] ?? '');

/** The path of the list of this kind of resource, at the service that owns it. */
export const listOf = (kind: CustomerResource['kind']): string =>
  operations.find(
    ({ of, availableAccounts, service }) =>
      of !== undefined && productKind(of) === kind && availableAccounts === true && resourceFacts[of].service === service,
  )!.path;

/** Resources of a customer by the names of path parameters. */
export function idsOf(accounts: readonly CustomerResource[]): Ids {
  const branch = accounts.find(({ branchNumber }) => branchNumber !== undefined)!;
  return { ...resourceIds(accounts), BranchNumber: branch.branchNumber!, AccountNumber: branch.accountNumber! };
}

const idParameters = operations.flatMap(({ formats = {} }) => Object.keys(formats).filter((name) => formats[name]?.kind === 'uuid'));

/** Unknown ids. */
export const nobodys: Ids = {
  ...Object.fromEntries(idParameters.map((name) => [name, randomUUID()])),
  BranchNumber: '9999',
  AccountNumber: '9999999999',
  'payment-product': 'sepa-credit-transfers',
};

/** A consent, a payment and a mandate created by this client. */
export async function createdBy(client: TestClient): Promise<Ids> {
  const create = async (
    issuer: 'consents' | 'payments' | 'mandates',
    scope: string,
    path: string,
    body: unknown,
    id: string,
  ): Promise<string> => {
    const answer = await (await client.withClientToken(issuer, scope)).post(path, body, { headers: { 'psu-ip-address': '127.0.0.1' } });
    expect(answer).toAnswer(201);
    return (answer.body as Record<string, string>)[id]!;
  };
  return {
    consentId: await create('consents', 'AIS', '/v1.7/consents', consent, 'consentId'),
    paymentId: await create('payments', 'PIS', '/v1.7/payments/sepa-credit-transfers', payment, 'paymentId'),
    resourceId: await create('mandates', 'MANDATE', '/v2/mandates', mandate(), 'resourceId'),
    'payment-product': 'sepa-credit-transfers',
  };
}

/** Registers a client, has the demo customer approve a consent for everything, and creates one resource of each kind. */
export async function everything(bank: RunningBank): Promise<{ callerOf: (row: Operation) => Caller; ids: Ids; client: TestClient }> {
  const client = await bank.client();
  // A sweep asks faster than a client may.
  const reader = (await client.consentedBy(bank.demo)).paced;
  const callers = new Map<string, Caller>();
  for (const [issuer, scope] of [
    ['consents', 'AIS'],
    ['payments', 'PIS'],
    ['mandates', 'MANDATE'],
    ['consents', 'loan-services'],
  ] as const)
    callers.set(scope, (await client.withClientToken(issuer, scope)).paced);
  const callerOf = ({ token }: Operation): Caller => {
    if (!token) return client.withoutToken.paced;
    return token.kind === 'customer' ? reader : callers.get(token.clientScope!)!;
  };
  return { client, callerOf, ids: { ...idsOf(bank.demo.accounts), ...(await createdBy(client)) } };
}
