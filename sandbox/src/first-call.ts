import { randomUUID } from 'node:crypto';
import { isFapi2 } from '@open-banking/config';
import {
  aisPis,
  loanServices,
  mandates,
  operationsOf,
  resourceFacts,
  savingsLoans,
  type Operation,
  type Service,
} from '@open-banking/spec';
import { isBehindFront, originOf } from '@open-banking/installation/addresses';
import { customersFile, type Customer } from '@open-banking/installation/customers-file';
import { readJson } from '@open-banking/installation/data-folder';
import { addOwnClient, type OperatorFile } from '@open-banking/installation/operator-file';
import { trustAuthorityOf, reachAt } from '@open-banking/operator-client';
import type { Bank } from './bank/bank.js';
import { productKind } from './demo-bank/bank.js';
import { examplePath, exampleBody, mandateBodyOn } from './example-calls.js';
import { addClient } from './third-party/add-client.js';
import { grantConsent } from './third-party/consented.js';
import { ThirdParty } from './third-party/third-party.js';

export interface Credentials {
  readonly login: string;
  readonly password: string;
}

/** The part of a running bank that a call to paste is made from. */
export type BankWithClients = Pick<Bank, 'folder' | 'operatorFile' | 'profile' | 'port' | 'baseUrl' | 'tlsBaseUrl'>;

/** First operations of services whose first list of accounts does not show best what they do, or that have none. */
const chosenOperations: Readonly<Partial<Record<Service, Operation>>> = {
  'savings-loans': savingsLoans.listSavings,
  mandates: mandates.createMandate,
  'loan-services': loanServices.simulateMortgage,
};

/** The operation that shows best what a service does, and that it can answer while no service but ais-pis runs beside it. */
const firstOperation = (service: Service): Operation | undefined =>
  chosenOperations[service] ?? operationsOf(service).find(({ availableAccounts }) => availableAccounts);

export const demoCustomer = (bank: Pick<BankWithClients, 'folder'>): Credentials =>
  readJson<[Credentials]>(customersFile(bank.folder.demoBank))![0];

/**
 * The customer whose data the printed call reads: one who can approve everything alone and has a resource of this kind. The demo customer
 * is only the last choice, because each start would add a consent, alerts and receipts to their pages that they did not cause.
 */
export function callCustomer(bank: Pick<BankWithClients, 'folder'>, of?: Operation['of']): Credentials {
  const [demo, ...others] = readJson<Customer[]>(customersFile(bank.folder.demoBank))!;
  const isAlone = ({ accounts }: Customer): boolean => accounts.every(({ approval }) => approval === 'any');
  return others.find((one) => isAlone(one) && one.accounts.some(({ kind }) => kind === productKind(of ?? 'account'))) ?? demo!;
}

/**
 * Returns a customer and a curl command: it reads that customer's balances, or shows what one service does. It registers a client and,
 * where the call needs one, creates a consent and approves it on the pages, as any third party must. In the profiles of FAPI 2.0 the
 * command contains a DPoP proof and works once. Undefined for a service without operations.
 */
export async function firstCall(bank: BankWithClients): Promise<Credentials & { command: string; good: string }>;
export async function firstCall(
  bank: BankWithClients,
  service: Service,
): Promise<(Credentials & { command: string; good: string }) | undefined>;
export async function firstCall(bank: BankWithClients, service?: Service) {
  const row = service === undefined ? aisPis.listAccounts : firstOperation(service);
  if (!row) return undefined;
  // The front may not be up yet: the bank opens all the same.
  if (isBehindFront(bank)) reachAt(bank.baseUrl, originOf(bank.port));
  const { login, password } = callCustomer(bank, row.of);
  const party = new ThirdParty(bank.baseUrl, await registeredClient(bank));
  const { token, headers: asked } = await allowed(party, { login, password }, row, service);
  const url = `${bank.baseUrl}${examplePath(row, {})}`;
  const body = row === mandates.createMandate ? mandateBodyOn(new Date()) : exampleBody(row);
  const headers = {
    ...(await party.authorizationHeaders(token, row.method, `${bank.baseUrl}${row.path}`)),
    ...asked,
    'x-request-id': randomUUID(),
    'psu-ip-address': '127.0.0.1',
    ...(body && { 'content-type': 'application/json' }),
  };
  const command = [
    `curl -sS ${bank.baseUrl === bank.tlsBaseUrl ? `--cacert '${bank.folder.ca}/ca.pem' ` : ''}'${url}'`,
    ...Object.entries(headers).map(([header, value]) => `-H '${header}: ${value}'`),
    ...(body ? [`-d '${JSON.stringify(body)}'`] : []),
  ].join(' ');
  const fapi2 = isFapi2(bank.profile);
  const good = fapi2 ? 'Its DPoP proof is valid once, within a minute (FAPI 2.0).' : 'The token is valid for an hour.';
  return { login, password, command, good };
}

const name = 'First call';

/** The client of these calls: of an earlier start, or a new one. */
async function registeredClient({ operatorFile, profile }: BankWithClients) {
  const operator = readJson<OperatorFile>(operatorFile)!;
  trustAuthorityOf(operator);
  const known = operator.clients.find((client) => client.name === name && (client.clientSecret === undefined) === isFapi2(profile));
  if (known) return known;
  const client = await addClient(operator, { name, roles: ['PSP_AI', 'PSP_PI'], redirectUri: 'http://127.0.0.1/first-call' });
  addOwnClient(operatorFile, client);
  return client;
}

/** A token for the operation, and the headers that go with it: of a consent to what that service has, or of all. */
async function allowed(party: ThirdParty, customer: Credentials, { token, of }: Operation, service: Service | undefined) {
  if (token?.kind !== 'customer') return { token: (await party.clientToken(token!.issuer, token!.clientScope)).access_token, headers: {} };
  const only = service !== undefined && of !== undefined && { restrictedTo: [resourceFacts[of].cashAccountType] };
  // Beside one service the others may be down; the approval page offers to go on without them.
  const choices = { ...customer, leaveOut: service !== undefined };
  const { consentId, token: granted } = await grantConsent(party, choices, { access: { allPsd2: 'allAccounts', ...only } });
  return { token: granted, headers: { 'consent-id': consentId } };
}
