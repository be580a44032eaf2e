import { createHash } from 'node:crypto';
import type { LoadedService } from '@open-banking/spec';
import type { Customer } from '@open-banking/installation/customers-file';
import type { Chance } from '@open-banking/simulators/chance';
import { Bank } from './bank.js';
import { periodUntil } from './calendar.js';
import { cardKinds } from './card.js';
import { alone, company, demoLoginSubject, type Owner } from './customers.js';
import { Household } from './household.js';
import { instruments } from './instruments.js';
import { LoadLines } from './load-lines.js';
import { loanKinds } from './loan-kinds.js';
import { Market } from './market.js';
import { companyName, person } from './people.js';

/** What a customer can have besides a current account in shekels. */
export type OwnedProduct = 'euroAccount' | 'card' | 'savings' | 'loan' | 'securities';

/** Somebody who can sign in. Without a password hash their row exists, and is not written. */
export interface OwnCustomerLogin {
  readonly psuId: string;
  readonly login: string;
  readonly password: string;
  readonly passwordHash?: string;
}

/** A customer to generate. `dataSet` is a number that no other customer has: account numbers and ids follow from it, all else from the seed. */
export interface OwnCustomerOrder {
  readonly seed: string;
  readonly until: string;
  readonly dataSet: number;
  readonly products: readonly OwnedProduct[];
  /** One, or two partners who also have accounts that both must approve. */
  readonly logins: readonly OwnCustomerLogin[];
}

export interface OwnCustomer {
  readonly customers: readonly Customer[];
  /** Type and fields of each line, by the service that loads it. */
  readonly rows: Readonly<Partial<Record<LoadedService, readonly (readonly [string, object])[]>>>;
}

// Above all numbers of a demo bank, whose accounts are numbered from 204,020 in steps of 13; of ten digits at most.
const firstOwnNumber = 100_000_000;
const numbersOfOne = 260;

/** Generates one customer. The same seed, day and products give the same lines but for ids and numbers. */
export function ownCustomer({ seed, until, dataSet, products, logins }: OwnCustomerOrder): OwnCustomer {
  const rows: Partial<Record<LoadedService, (readonly [string, object])[]>> = {};
  const own = ownIds(dataSet);
  const lines = new LoadLines({
    write: (service, type, fields) => (rows[service] ??= []).push([type, own(fields)]),
    ready: () => Promise.resolve(),
  });
  const period = periodUntil(until);
  const bank = new Bank(seed, period, lines, new Market(seed, period), firstOwnNumber + dataSet * numbersOfOne);
  const owners = joined(bank, logins, rows);
  live(bank, owners, products);
  return { customers: owners.map(({ customer }) => ({ ...customer, accounts: customer.accounts.map(own) })), rows };
}

function joined(bank: Bank, logins: readonly OwnCustomerLogin[], rows: Partial<Record<LoadedService, (readonly [string, object])[]>>) {
  const chance = bank.chance('people');
  return logins.map(({ psuId, login, password, passwordHash }): Owner => {
    const { name, latinName } = person(chance, 1, { ...english, ...person(chance, 1), language: 'en' });
    // Their ids are given: `write` would replace them.
    if (passwordHash !== undefined)
      (rows['ais-pis'] ??= []).push(['psu', { psuId, login, passwordHash, loginSubject: demoLoginSubject(psuId), name, language: 'en' }]);
    return { customer: { psuId, login, password, name, language: 'en', accounts: [] }, person: { latinName } };
  });
}
const english = { language: 'en' } as const;

function live(bank: Bank, owners: readonly Owner[], products: readonly OwnedProduct[]): void {
  const chance = bank.chance('household');
  const [first, second] = owners;
  const household = new Household(bank, alone(first!), chance, 'private').lives({ salary: 1_780_000, rent: 520_000, people: 1 });
  if (products.includes('euroAccount')) household.withEuros();
  if (products.includes('card')) household.withCard(cardKinds.gold);
  if (products.includes('savings')) household.withSaving();
  if (products.includes('loan')) household.withLoan(loanKinds.consumer);
  if (products.includes('securities')) household.withSecurities();
  household.write();
  if (second) share(bank, [first!.customer, second.customer], chance, products.includes('euroAccount'));
}

function share(bank: Bank, partners: readonly Customer[], chance: Chance, withEuros: boolean): void {
  const { family } = person(chance, 1);
  const business = new Household(bank, company(partners, companyName(chance, family)), chance, 'business').trades();
  if (withEuros) business.withEuros();
  business.write();
}

const uuids = /"([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})"/g;
const securitiesNumbers = /"SC(\d{8})"/g;
const shared: ReadonlySet<string> = new Set(instruments.map(({ instrumentId }) => instrumentId));

/** Replaces generated ids, which follow from the seed, by ids of this data set. Instruments are the bank's. */
function ownIds(dataSet: number) {
  const owned = (id: string): string => {
    const hex = createHash('sha256').update(`${dataSet}/${id}`).digest('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  };
  return <T extends object>({ psuId, ...fields }: T & { readonly psuId?: string }): T => {
    const text = JSON.stringify(fields)
      .replace(uuids, (all, id: string) => (shared.has(id) ? all : `"${owned(id)}"`))
      .replace(securitiesNumbers, () => `"SD${String(dataSet).padStart(8, '0')}"`);
    return { ...(psuId !== undefined && { psuId }), ...(JSON.parse(text) as object) } as T;
  };
}
