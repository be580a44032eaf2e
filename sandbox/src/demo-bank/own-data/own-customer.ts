import { createHash } from 'node:crypto';
import { isLatinName } from '@open-banking/messages';
import type { LoadedService } from '@open-banking/spec';
import type { Customer } from '@open-banking/installation/customers-file';
import { Chance } from '@open-banking/simulators/chance';
import { Bank } from '../bank.js';
import { dayOf, periodUntil, type Period } from '../calendar.js';
import { cardKinds } from '../card.js';
import { alone, company, demoLoginSubject, type Owner } from '../customers.js';
import { Household } from '../household.js';
import { instruments } from '../instruments.js';
import { LoadLines } from '../load-lines.js';
import { loanKinds } from '../loan-kinds.js';
import { Market } from '../market.js';
import { faultsOfOwnData } from './own-data-faults.js';
import type { GivenPerson, OwnData, OwnDataFault } from './own-data.js';
import { firstDay, OwnHousehold } from './own-household.js';
import { companyName, person, type Person } from '../people.js';

/** Products of a customer besides the current account in shekels. */
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
  /** Their names, in the order of `logins`; those left out follow from the seed. */
  readonly people?: readonly GivenPerson[];
  /** Their accounts and products, instead of `products`. */
  readonly data?: OwnData;
}

export interface OwnCustomer {
  readonly customers: readonly Customer[];
  /** Type and fields of each line, by the service that loads it. */
  readonly rows: Readonly<Partial<Record<LoadedService, readonly (readonly [string, object])[]>>>;
  /** The faults of `data`: then there are no customers and no rows. */
  readonly faults?: readonly OwnDataFault[];
}

// Above all numbers of a demo bank, whose accounts are numbered from 204,020 in steps of 13; of ten digits at most.
const firstOwnNumber = 100_000_000;
const numbersOfOne = 260;

type Rows = Partial<Record<LoadedService, (readonly [string, object])[]>>;

/** Generates one customer. The same seed, day and products, or data, give the same lines but for ids and numbers. */
export function ownCustomer(order: OwnCustomerOrder): OwnCustomer {
  const { data, until, dataSet } = order;
  if (data) return customerOf(order, data);
  const rows: Rows = {};
  const own = ownIds(dataSet);
  const period = periodUntil(until);
  const bank = bankOf(order, period, (fields) => own(fields), rows);
  const owners = joined(bank, order, rows);
  live(bank, owners, order.products);
  return { customers: owners.map(({ customer }) => ({ ...customer, accounts: customer.accounts.map(own) })), rows };
}

function bankOf({ seed, until, dataSet }: OwnCustomerOrder, period: Period, row: (fields: object) => object, rows: Rows): Bank {
  const lines = new LoadLines({
    write: (service, type, fields) => (rows[service] ??= []).push([type, row(fields)]),
    ready: () => Promise.resolve(),
  });
  return new Bank(seed, period, lines, new Market(seed, periodUntil(until)), firstOwnNumber + dataSet * numbersOfOne);
}

/** A customer of given data. Ids follow from the number of the data set, so texts are left as they are. */
function customerOf(order: OwnCustomerOrder, data: OwnData): OwnCustomer {
  const { until, dataSet, logins, seed } = order;
  const faults = faultsOfOwnData(data, until, logins.length);
  if (faults.length > 0) return { customers: [], rows: {}, faults };
  const today = dayOf(until);
  const rows: Rows = {};
  // Given entries may be booked today: the period ends today.
  const bank = bankOf(order, { first: firstDay(data, today), last: today, until: today }, (fields) => begunToday(fields, until), rows);
  const owners = joined(bank, order, rows);
  const household = new OwnHousehold(bank, owners, new Chance(`${seed}/own data/${dataSet}`), data, dataSet);
  const beyond = household.faults();
  if (beyond.length > 0) return { customers: [], rows: {}, faults: beyond };
  household.write();
  return { customers: owners.map(({ customer }) => customer), rows };
}

/** Instants of the bank's current day lie at its beginning: later ones may be ahead. */
const begunToday = (fields: object, today: string): object =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, unknown]) => [
      name,
      name.endsWith('At') && typeof value === 'string' && value.startsWith(`${today}T`) ? `${today}T00:00:00Z` : value,
    ]),
  );

function joined(bank: Bank, { logins, people, data }: OwnCustomerOrder, rows: Rows): Owner[] {
  const chance = bank.chance('people');
  return logins.map(({ psuId, login, password, passwordHash }, at): Owner => {
    const drawn = person(chance, 1, { ...english, ...person(chance, 1), language: 'en' });
    const { name, latinName, language } = namedPerson(drawn, (data?.people ?? people)?.[at]);
    // Their ids are given: `write` would replace them.
    if (passwordHash !== undefined)
      (rows['ais-pis'] ??= []).push(['psu', { psuId, login, passwordHash, loginSubject: demoLoginSubject(psuId), name, language }]);
    return { customer: { psuId, login, password, name, language, accounts: [] }, person: { latinName } };
  });
}

/** A person with the given name. Without accents it may be one that SEPA can carry. */
function namedPerson({ name, latinName }: Person, given: GivenPerson | undefined) {
  if (!given) return { name, latinName, language: 'en' as const };
  const plain = given.name.normalize('NFD').replace(/\p{M}/gu, '');
  return { name: given.name, latinName: isLatinName(plain) ? plain : given.name, language: given.language ?? ('en' as const) };
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
