import { aisPis, cards, loanServices, savingsLoans, securities, type Operation } from '@open-banking/spec';
import type { ConsolePermission } from '../samples/consent-request.js';
import type { ConsoleState, Grant, Subject } from './console-state.js';
import { grantOf } from './console-state.js';

/** One choice of a form. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** A part of a path that is filled in: `{account-id}`, or `{BranchNumber}-{AccountNumber}` as a whole. */
export const variablePartsOf = ({ path }: Pick<Operation, 'path'>): string[] => path.split('/').filter((part) => part.includes('{'));

/** The path with its variable parts filled in, percent-encoded. */
export const filledPath = ({ path }: Pick<Operation, 'path'>, values: ReadonlyMap<string, string>): string =>
  path
    .split('/')
    .map((part) => (part.includes('{') ? encodeURIComponent(values.get(part) ?? '') : part))
    .join('/');

type Entry = Readonly<Record<string, unknown>>;

interface Offer {
  /** The list whose entries are offered. */
  readonly list: Operation;
  readonly member: string;
  readonly value: (entry: Entry) => string;
}

const byResourceId = (list: Operation, member: string): Offer => ({ list, member, value: ({ resourceId }) => String(resourceId) });
const loan = (value: Offer['value']): Offer => ({ list: loanServices.listAllLoans, member: 'loans', value });

/** Ids of a customer's accounts are offered from the lists that contain them. */
export const offers: Readonly<Record<string, Offer>> = {
  '{account-id}': byResourceId(aisPis.listAccounts, 'accounts'),
  '{card-id}': byResourceId(cards.listCards, 'cards'),
  '{loan-account-id}': byResourceId(savingsLoans.listLoans, 'loanAccounts'),
  '{savings-account-id}': byResourceId(savingsLoans.listSavings, 'savingsAccounts'),
  '{securities-account-id}': byResourceId(securities.listSecuritiesAccounts, 'securitiesAccounts'),
  '{loanAccountID}': loan(({ loanAccountId }) => String(loanAccountId)),
  '{BranchNumber}-{AccountNumber}': loan(({ branchNumber, accountNumber }) => `${String(branchNumber)}-${String(accountNumber)}`),
};

/** The entries of a list's answer as choices, each value once. */
export function choicesIn({ member, value }: Offer, body: unknown): Choice[] {
  const entries = (body as Readonly<Record<string, readonly Entry[] | undefined>> | undefined)?.[member] ?? [];
  const choices = entries.map((entry) => ({ value: value(entry), label: labelOf(entry, value(entry)) }));
  return [...new Map(choices.map((choice) => [choice.value, choice])).values()];
}

function labelOf(entry: Entry, value: string): string {
  const name = entry['name'] ?? entry['product'] ?? entry['loanType'];
  const number = entry['iban'] ?? entry['bban'] ?? entry['maskedPan'];
  return [name, number, entry['currency'], name === undefined && number === undefined && value]
    .filter((part) => typeof part === 'string')
    .join(' · ');
}

/** Operations about something that was created here: which of it they take. */
export const subjectIssuers: Readonly<Record<string, Subject['issuer']>> = {
  '{consentId}': 'consents',
  '{paymentId}': 'payments',
  '{resourceId}': 'mandates',
};

export const createdChoices = ({ created }: ConsoleState, part: string): Choice[] =>
  created
    .filter(({ issuer }) => issuer === subjectIssuers[part])
    .map(({ id, product }) => ({ value: id, label: [id, product].filter(Boolean).join(' · ') }));

/** Whether the customer must have approved before it can be called. */
export const needsCustomer = ({ token }: Operation): boolean => token?.kind === 'customer';

/** The customer's token for an operation, if there is one: of a list of accounts, or of the very thing that is asked about. */
export function grantFor({ token }: Operation, state: ConsoleState, values: ReadonlyMap<string, string>): Grant | undefined {
  if (!token || token.kind === 'client') return undefined;
  const grant = grantOf(state, token.issuer);
  if (token.kind === 'customer') return grant;
  return [...values.values()].includes(grant?.subject.id ?? '') ? grant : undefined;
}

export const permissionNames: Readonly<Record<ConsolePermission, string>> = {
  accounts: 'Accounts: their details',
  balances: 'Balances',
  transactions: 'Transactions',
  ownerName: "Owners' names",
};
export type ConsolePermissions = readonly ConsolePermission[];
export const everyPermission = Object.keys(permissionNames) as ConsolePermission[];
