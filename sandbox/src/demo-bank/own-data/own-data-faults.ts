import { businessDay, dayOf, monthsLater, type Day } from '../calendar.js';
import { instruments } from '../instruments.js';
import { minorOf } from './given-money.js';
import type { GivenCardTransaction, GivenEntry, GivenLoan, GivenPurchase, GivenSavingEntry, OwnData, OwnDataFault } from './own-data.js';

/** As many account numbers as a data set has; each account, savings account and loan has one. */
export const maxNumbered = 20;
/** Of accounts, savings accounts and cards together. */
export const maxEntries = 5_000;
const historyInMonths = 24;

type Note = (path: string, text: string) => void;

/** All that is wrong with what was given and does not show in the form of one value. `until`: the bank's current day. */
export function faultsOfOwnData(data: OwnData, until: string, people: number): OwnDataFault[] {
  const faults: OwnDataFault[] = [];
  const note: Note = (path, text) => faults.push({ path, text });
  checkCounts(data, note);
  checkAccounts(data, until, people, note);
  checkReferences(data, note);
  checkProducts(data, until, note);
  return faults;
}

function checkProducts(data: OwnData, until: string, note: Note): void {
  const { savings = [], cards = [], loans = [], securities = [] } = data;
  for (const [at, { entries = [] }] of savings.entries())
    entries.forEach((entry, place) => checkSavingEntry(entry, until, `/savings/${at}/entries/${place}`, note));
  for (const [at, { transactions = [] }] of cards.entries())
    transactions.forEach((one, place) => checkCardTransaction(one, until, `/cards/${at}/transactions/${place}`, note));
  loans.forEach((loan, at) => checkLoan(loan, data, until, `/loans/${at}`, note));
  for (const [at, { purchases }] of securities.entries())
    purchases.forEach((one, place) => checkPurchase(one, dayOf(until), `/securities/${at}/purchases/${place}`, note));
}

function checkCounts({ accounts, savings = [], loans = [], cards = [] }: OwnData, note: Note): void {
  if (accounts.length + savings.length + loans.length > maxNumbered)
    note('/accounts', `There may be ${maxNumbered} accounts, savings accounts and loans together.`);
  const entries = [...accounts, ...savings].reduce((sum, { entries: of = [] }) => sum + of.length, 0);
  const transactions = cards.reduce((sum, { transactions: of = [] }) => sum + of.length, 0);
  if (entries + transactions > maxEntries) note('/accounts', `There may be ${maxEntries} entries and card transactions together.`);
}

function checkAccounts({ accounts }: OwnData, until: string, people: number, note: Note): void {
  for (const [at, { owners = 'first', entries = [] }] of accounts.entries()) {
    if (people < 2 && owners !== 'first')
      note(`/accounts/${at}/owners`, 'There is no second owner: set "secondOwner" to true, or give two people.');
    entries.forEach((entry, place) => checkEntry(entry, until, `/accounts/${at}/entries/${place}`, note));
  }
}

const zero = 'Must be another amount than zero: a bank books none.';
const late = (until: string): string => `Must not be after ${until}, the bank's current day.`;

function checkEntry({ bookingDate, amount, status }: GivenEntry, until: string, path: string, note: Note): void {
  if (minorOf(amount) === 0) note(`${path}/amount`, zero);
  if (status === 'pending') {
    if (bookingDate !== undefined) note(`${path}/bookingDate`, 'A pending entry is not booked yet: it has a "valueDate" only.');
  } else if (bookingDate === undefined) note(`${path}/bookingDate`, 'Is required, unless "status" is "pending".');
  else if (bookingDate > until) note(`${path}/bookingDate`, late(until));
}

const isCredit = { deposit: true, withdrawal: false, interest: true, tax: false } as const;

function checkSavingEntry({ bookingDate, amount, kind }: GivenSavingEntry, until: string, path: string, note: Note): void {
  const minor = minorOf(amount);
  if (minor === 0) note(`${path}/amount`, zero);
  else if (minor > 0 !== isCredit[kind]) note(`${path}/amount`, `Must be ${isCredit[kind] ? 'above' : 'below'} zero for a "${kind}".`);
  if (bookingDate > until) note(`${path}/bookingDate`, late(until));
}

function checkCardTransaction(one: GivenCardTransaction, until: string, path: string, note: Note): void {
  const { date, bookingDate, amount, status } = one;
  if (minorOf(amount) === 0) note(`${path}/amount`, zero);
  if (date > until) note(`${path}/date`, late(until));
  if (bookingDate === undefined) return;
  if (status === 'pending') note(`${path}/bookingDate`, 'A pending transaction is not booked yet.');
  else if (bookingDate > until) note(`${path}/bookingDate`, late(until));
  else if (bookingDate < date) note(`${path}/bookingDate`, 'Must not be before "date".');
}

function checkReferences({ accounts, savings = [], cards = [], loans = [], securities = [] }: OwnData, note: Note): void {
  for (const [kind, all] of Object.entries({ savings, cards, loans, securities }))
    for (const [at, { account = 0 }] of all.entries())
      if (!accounts[account]) note(`/${kind}/${at}/account`, `There is no account ${account}: they are counted from 0.`);
}

function checkLoan(loan: GivenLoan, { accounts }: OwnData, until: string, path: string, note: Note): void {
  const { account = 0, amount, startDate, unpaidInstalments = 0 } = loan;
  if ((accounts[account]?.currency ?? 'ILS') !== 'ILS') note(`${path}/account`, 'A loan is paid from an account in ILS.');
  if (minorOf(amount) < 100_000) note(`${path}/amount`, 'Must be 1000.00 or more.');
  if (startDate >= until) note(`${path}/startDate`, `Must be before ${until}, the bank's current day.`);
  const due = instalmentsDue(loan, dayOf(until));
  if (unpaidInstalments > due) note(`${path}/unpaidInstalments`, `Must be ${due} or less: so many instalments have fallen due.`);
}

/** How many instalments of a loan have fallen due, the bank's current day included. */
function instalmentsDue({ startDate, months }: GivenLoan, until: Day): number {
  const start = dayOf(startDate);
  let due = 0;
  while (due < months && businessDay(monthsLater(start, due + 1)) <= until) due += 1;
  return due;
}

/** By ISIN or number. */
export const instrumentOf = (identification: string) => instruments.find(({ instrumentId }) => instrumentId === identification);

function checkPurchase({ instrument, date, price }: GivenPurchase, until: Day, path: string, note: Note): void {
  if (!instrumentOf(instrument))
    note(`${path}/instrument`, `Must be one of ${instruments.map(({ instrumentId }) => instrumentId).join(', ')}.`);
  const day = dayOf(date);
  if (day > until) note(`${path}/date`, `Must not be after the bank's current day.`);
  else if (day < monthsLater(until, -historyInMonths)) note(`${path}/date`, `Must be within the last ${historyInMonths} months.`);
  if (price !== undefined && minorOf(price) <= 0) note(`${path}/price`, 'Must be above zero.');
}
