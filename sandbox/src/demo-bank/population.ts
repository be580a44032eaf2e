import type { Chance } from '@open-banking/simulators/chance';
import type { Bank } from './bank.js';
import { cardKinds } from './card.js';
import type { CurrentAccount } from './current-account.js';
import { alone, company, together, type Customers } from './customers.js';
import { Household } from './household.js';
import type { Payment } from './loan.js';
import { loanKinds } from './loan-kinds.js';
import { companyName } from './people.js';

/** Adds one household and returns how many customers joined with it. */
export function settle(number: number, room: number, bank: Bank, customers: Customers): number {
  const chance = bank.chance(`household/${number}`);
  if (number === 0) return demoCustomer(bank, customers, chance);
  if (room < 2) return single(bank, customers, chance);
  // The second and third households are a couple and a business, so that even a bank of five customers has both.
  const draw = number === 1 ? 0 : number === 2 ? 0.5 : chance.fraction();
  if (draw < 0.28) return couple(bank, customers, chance);
  return draw >= 0.5 && draw < 0.6 ? partners(bank, customers, chance) : single(bank, customers, chance);
}

/** The demo customer has one of each product and no special cases. */
function demoCustomer(bank: Bank, customers: Customers, chance: Chance): number {
  const owner = customers.join(chance);
  const household = new Household(bank, alone(owner), chance, 'private').lives({ salary: 1_780_000, rent: 520_000, people: 1 });
  household.withEuros();
  household.withCard(cardKinds.gold).withSaving().withLoan(loanKinds.consumer).withSecurities().write();
  return 1;
}

function single(bank: Bank, customers: Customers, chance: Chance): number {
  const owner = customers.join(chance);
  const owns = chance.happens(0.35);
  const salary = chance.amount(7_800, 24_000);
  // A few accounts are blocked: they can be read but not paid from.
  const status = chance.happens(0.03) ? 'blocked' : 'enabled';
  const household = new Household(bank, alone(owner), chance, 'private', status).lives({
    salary,
    rent: owns ? 0 : Math.round(salary * 0.27),
    people: 1,
  });
  const euro = chance.happens(0.22) ? household.withEuros() : undefined;
  household.withCard(chance.happens(0.3) ? cardKinds.gold : cardKinds.classic);
  if (chance.happens(0.15)) household.withCard();
  save(household, euro, chance);
  borrow(household, owns, chance);
  household.write();
  return 1;
}

function save(household: Household, euro: CurrentAccount | undefined, chance: Chance): void {
  if (chance.happens(0.5)) household.withSaving();
  if (euro && chance.happens(0.4)) household.withSaving(euro);
  if (chance.happens(0.35)) household.withSecurities(euro && chance.happens(0.4) ? euro : household.main);
}

function borrow(household: Household, owns: boolean, chance: Chance): void {
  if (owns && chance.happens(0.7)) household.withLoan(loanKinds.mortgage, payment(chance));
  if (chance.happens(0.25)) household.withLoan(chance.happens(0.5) ? loanKinds.consumer : loanKinds.car, payment(chance));
}

/** Two people with the same surname and a joint account; either may act alone. Each has a card on it. */
function couple(bank: Bank, customers: Customers, chance: Chance): number {
  const first = customers.join(chance);
  const second = customers.join(chance, first.person);
  const owns = chance.happens(0.6);
  const salary = chance.amount(14_000, 34_000);
  const joint = new Household(bank, together([first, second]), chance, 'joint').lives({
    salary,
    rent: owns ? 0 : Math.round(salary * 0.24),
    people: 2,
  });
  joint.withCard(cardKinds.gold).withCard().withSaving();
  if (owns) joint.withLoan(loanKinds.mortgage, payment(chance));
  if (chance.happens(0.3)) joint.withLoan(loanKinds.car, payment(chance));
  if (chance.happens(0.3)) joint.withSecurities();
  joint.write();
  const own = new Household(bank, alone(second), chance, 'private').lives({
    salary: chance.amount(6_500, 12_000),
    rent: 0,
    people: 1,
  });
  own.withCard().write();
  return 2;
}

/** Two business partners who must approve together, with shekel and euro accounts; each also has a private account. */
function partners(bank: Bank, customers: Customers, chance: Chance): number {
  const first = customers.join(chance);
  const second = customers.join(chance);
  const owners = company([first.customer, second.customer], companyName(chance, first.person.family));
  const business = new Household(bank, owners, chance, 'business').trades();
  const euro = business.withEuros(3);
  business.withCard(cardKinds.business).withCard(cardKinds.business, euro).withLoan(loanKinds.business, payment(chance));
  if (chance.happens(0.4)) business.withLoan(loanKinds.business, 'regular', euro);
  if (chance.happens(0.4)) business.withSecurities();
  business.write();
  for (const owner of [first, second]) {
    const own = new Household(bank, alone(owner), chance, 'private').lives({ salary: chance.amount(9_000, 18_000), rent: 0, people: 1 });
    own.withCard().write();
  }
  return 2;
}

/** One loan in eleven is in arrears, and as many were in the past. */
const payment = (chance: Chance): Payment => chance.pick(['inArrears', 'cured', ...Array<Payment>(9).fill('regular')] as const);
