import { readFileSync } from 'node:fs';
import type { Request } from 'autocannon';
import { addClient, ThirdParty } from '@open-banking/sandbox';
import type { Customer } from '@open-banking/installation/customers-file';
import type { OperatorFile } from '@open-banking/installation/operator-file';
import { expectSuccess } from '@open-banking/operator-client';
import { aisPis, cards, loanServices, mandates, savingsLoans, securities } from '@open-banking/spec';
import { readOf, requestsOf, type ConsentedCustomer, type Target } from '../targets.js';

const balances: Target = { operation: aisPis.readAccountBalances, service: 'ais-pis', kind: 'account', mark: 0 };

/** Balances of accounts: what ais-pis alone answers. */
export const readsOfAccounts = (consents: readonly ConsentedCustomer[]): Request[] => requestsOf(balances, consents);

/** Answered by one service each, to consents of customers who have such a thing. */
const lists = [
  { operation: savingsLoans.listSavings, kind: 'saving' },
  { operation: securities.listSecuritiesAccounts, kind: 'securities' },
  { operation: cards.listCards, kind: 'card' },
  { operation: loanServices.listAllLoans, kind: 'loan' },
] as const;

/**
 * For each consent one read of each of the six products, each of another service: balances of an account, the status of a mandate, and the
 * lists of what its customer has. Throws where no customer has one of them: a service would get no requests.
 */
export async function readsOfAllProducts(operator: OperatorFile, consents: readonly ConsentedCustomer[]): Promise<Request[]> {
  const mandate = await mandateOf(operator);
  const has = ({ resources }: ConsentedCustomer, wanted: string): boolean => resources.some(({ kind }) => kind === wanted);
  for (const { kind } of lists)
    if (!consents.some((consent) => has(consent, kind)))
      throw new Error(`No consent covers a resource of kind ${kind}: request more consents.`);
  return consents.flatMap((consent) => [
    readsOfAccounts([consent])[0]!,
    ...lists.filter(({ kind }) => has(consent, kind)).map(({ operation }) => readOf(operation.path, consent)),
    readOf(mandates.readMandateStatus.path.replace('{resourceId}', mandate.resourceId), mandate),
  ]);
}

/** A mandate that a creditor requests, and the creditor's token. */
async function mandateOf(operator: OperatorFile): Promise<{ readonly resourceId: string; readonly token: string }> {
  const client = await addClient(operator, { name: 'Bench creditor', roles: ['PSP_PI'], redirectUri: 'http://127.0.0.1/back' });
  const party = new ThirdParty(operator.baseUrl, client);
  const { access_token: token } = await party.clientToken('mandates', 'MANDATE');
  const created = await party.call('POST', mandates.createMandate.path, {
    token,
    headers: { 'psu-ip-address': '127.0.0.1' },
    body: mandateOn(debtorAccountIn(operator)),
  });
  return { token, resourceId: expectSuccess<{ resourceId: string }>('createMandate', created).resourceId };
}

const debtorAccountIn = ({ customersFile }: OperatorFile): string => {
  const customers = JSON.parse(readFileSync(customersFile!, 'utf8')) as Customer[];
  return customers.flatMap(({ accounts }) => accounts).find(({ kind, currency }) => kind === 'account' && currency === 'EUR')!.reference[
    'iban'
  ]!;
};

const mandateOn = (iban: string) => ({
  mandateId: 'BENCH-1',
  mandateType: { localInstrumentCode: 'CORE', classificationCode: 'VARI' },
  occurrences: { sequenceType: 'RCUR', frequencyType: 'MNTH' },
  maximumAmount: { currency: 'EUR', amount: '60' },
  creditor: { name: 'City Power' },
  creditorSchemeIdentification: 'DE98ZZZ09999999999',
  creditorAccount: { iban: 'DE89370400440532013000' },
  debtor: { name: 'Bench' },
  debtorAccount: { iban },
});
