import { createHash, scryptSync } from 'node:crypto';
import type { Customer } from '@open-banking/installation/customers-file';
import type { Chance } from '@open-banking/simulators/chance';
import type { Bank, Owners } from './bank.js';
import { person, type Person } from './people.js';
import type { Words } from './words.js';

/** The password of every demo customer. Real customers are never created here. */
export const demoPassword = 'demo-password';

// The lowest cost that the bank itself uses: 20 ms. A demo password is published, so its hash protects nothing.
const usualCost = 2 ** 14;
const keyBytes = 32;

/** One hash for all demo customers, salted by the seed so that the same seed gives the same bytes. */
export function demoPasswordHash(seed: string, N = usualCost): string {
  const salt = createHash('sha256').update(`salt:${seed}`).digest().subarray(0, 16);
  const hash = scryptSync(demoPassword, salt, keyBytes, { N, r: 8, p: 1 });
  return `scrypt$${N}$8$1$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

/** Who a demo customer is at the bank's OpenID provider: nobody's id of the bank, and the same each time the bank is made. */
export const demoLoginSubject = (psuId: string): string => createHash('sha256').update(`login:${psuId}`).digest('base64url').slice(0, 22);

const demoPerson: Person = { name: 'Dana Levi', latinName: 'Dana Levi', family: { en: 'Levi', he: 'לוי' }, login: 'demo', language: 'en' };

/** The customers of a bank in the order they join; the first is the demo customer. */
export class Customers {
  readonly all: Customer[] = [];

  constructor(
    readonly bank: Bank,
    readonly passwordHash: string,
  ) {}

  join(chance: Chance, relative?: Person): { customer: Customer; person: Person } {
    const number = this.all.length + 1;
    const who = number === 1 ? demoPerson : person(chance, number, relative);
    const { name, login, language } = who;
    const customer: Customer = { psuId: chance.uuid(), login, password: demoPassword, name, language, accounts: [] };
    this.all.push(customer);
    const loginSubject = demoLoginSubject(customer.psuId);
    this.bank.lines.write('ais-pis', 'psu', {
      psuId: customer.psuId,
      login,
      passwordHash: this.passwordHash,
      loginSubject,
      name,
      language,
    });
    return { customer, person: who };
  }
}

/** A customer who owns something. */
export interface Owner {
  readonly customer: Customer;
  readonly person: Pick<Person, 'latinName'>;
}

const named = (name: string, latinName: string): Pick<Owners, 'name' | 'latinName'> => ({ name, ...(latinName !== name && { latinName }) });

export const alone = ({ customer, person }: Owner): Owners => ({
  customers: [customer],
  ...named(customer.name, person.latinName),
  rule: 'any',
  usage: 'PRIV',
  language: customer.language,
});

export const together = (owners: readonly Owner[]): Owners => ({
  customers: owners.map(({ customer }) => customer),
  ...named(owners.map(({ customer }) => customer.name).join(' / '), owners.map(({ person }) => person.latinName).join(' / ')),
  rule: 'any',
  usage: 'PRIV',
  language: owners[0]!.customer.language,
});

/** A company goes by its name in its first owner's language. */
export const company = (customers: readonly Customer[], name: Words): Owners => ({
  customers,
  ...named(name[customers[0]!.language], name.en),
  rule: 'both',
  usage: 'ORGA',
  language: customers[0]!.language,
});
