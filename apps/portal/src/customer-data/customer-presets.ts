import { daysAfter, monthsAfter } from '@open-banking/messages';
import type { CustomerData, GivenEntry } from './customer-data.messages.js';

interface Preset {
  readonly says: string;
  /** The data on this day of the bank: the same each time. */
  readonly data: (today: string) => CustomerData;
}

const landlord = { name: 'Ronit Katz' };
const employer = { name: 'Ofek Software Ltd' };
const shops = [
  ['Makolet Hapina', '-64.90'],
  ['Gan Yarok Market', '-212.35'],
  ['Rav Kav Transit', '-25.00'],
  ['Sfarim Bookshop', '-89.00'],
  ['Briut Pharmacy', '-47.80'],
] as const;

/** The day of the month so many months before, or the last of a shorter month. */
const monthly = (today: string, monthsAgo: number, dayOfMonth: number): string =>
  daysAfter(`${monthsAfter(today, -monthsAgo).slice(0, 8)}01`, dayOfMonth - 1);

/** An entry each month, from `months` months ago to yesterday at the latest. */
function eachMonth(today: string, months: number, dayOfMonth: number, entry: Omit<GivenEntry, 'bookingDate'>): GivenEntry[] {
  const days = Array.from({ length: months + 1 }, (_, at) => monthly(today, months - at, dayOfMonth));
  return days.filter((day) => day < today).map((bookingDate) => ({ bookingDate, ...entry }));
}

const byDay = (...entries: readonly (readonly GivenEntry[])[]): GivenEntry[] =>
  entries.flat().sort((a, b) => a.bookingDate!.localeCompare(b.bookingDate!));

/** A purchase every so many days, before today. */
const purchases = (today: string, count: number, everyDays: number): GivenEntry[] =>
  Array.from({ length: count }, (_, at) => {
    const [name, amount] = shops[at % shops.length]!;
    return { bookingDate: daysAfter(today, -1 - (count - 1 - at) * everyDays), amount, kind: 'debitCard', counterparty: { name } };
  });

/** A standing order that is debited, and comes back a day later. */
function failedOrder(today: string): GivenEntry[] {
  const counterparty = { name: 'Kosher Fit Gym', iban: 'DE89370400440532013000' };
  const text = 'Membership';
  return [
    { bookingDate: daysAfter(today, -9), amount: '-180.00', kind: 'standingOrder', counterparty, text },
    { bookingDate: daysAfter(today, -8), amount: '180.00', kind: 'return', counterparty, text: 'Returned: the account is closed (AC04)' },
  ];
}

const salaryAndRent = (today: string): CustomerData => ({
  people: [{ name: 'Dana Levi' }],
  accounts: [
    {
      name: 'Everyday account',
      overdraft: '2000.00',
      opening: '3000.00',
      entries: [
        ...byDay(
          eachMonth(today, 12, 9, { amount: '12500.00', kind: 'salary', counterparty: employer, text: 'Salary' }),
          eachMonth(today, 12, 1, { amount: '-4200.00', kind: 'standingOrder', counterparty: landlord, text: 'Rent' }),
          purchases(today, 90, 4),
          failedOrder(today),
        ),
        { valueDate: today, amount: '-35.20', status: 'pending', kind: 'debitCard', counterparty: { name: 'Cafe Almond' } },
      ],
    },
  ],
});

const overdrawn = (today: string): CustomerData => ({
  people: [{ name: 'Omer Biton' }],
  accounts: [
    {
      name: 'Everyday account',
      overdraft: '5000.00',
      opening: '3.17',
      entries: byDay(
        eachMonth(today, 3, 9, { amount: '6100.00', kind: 'salary', counterparty: employer, text: 'Salary' }),
        eachMonth(today, 3, 1, { amount: '-5200.00', kind: 'standingOrder', counterparty: landlord, text: 'Rent' }),
        purchases(today, 30, 3),
        [
          {
            bookingDate: daysAfter(today, -2),
            amount: '-3600.00',
            kind: 'transfer',
            counterparty: { name: 'Moshav Garage' },
            text: 'Repair',
          },
        ],
        [{ bookingDate: daysAfter(today, -1), amount: '-12.50', kind: 'interest', text: 'Interest on the overdraft' }],
      ),
    },
  ],
});

const manyEntries = (today: string): CustomerData => ({
  people: [{ name: 'Adi Segal' }],
  accounts: [
    {
      name: 'Shop account',
      opening: '10000.00',
      entries: Array.from({ length: 2_000 }, (_, at): GivenEntry => {
        const bookingDate = daysAfter(today, -1 - Math.floor((1_999 - at) / 3));
        const [name, amount] = shops[at % shops.length]!;
        return at % 4 === 3
          ? { bookingDate, amount: '330.00', counterparty: { name: 'Noa Peretz' }, text: `Order ${10_000 + at}` }
          : { bookingDate, amount, kind: 'debitCard', counterparty: { name } };
      }),
    },
  ],
});

const joint = (today: string): CustomerData => ({
  people: [{ name: 'Maya Shapira' }, { name: 'Itay Shapira' }],
  accounts: [
    {
      name: 'Family account',
      product: 'Family Current Account',
      owners: 'either',
      overdraft: '3000.00',
      opening: '8000.00',
      entries: byDay(
        eachMonth(today, 6, 9, { amount: '14200.00', kind: 'salary', counterparty: employer, text: 'Salary' }),
        eachMonth(today, 6, 1, { amount: '-6300.00', kind: 'standingOrder', counterparty: landlord, text: 'Rent' }),
        purchases(today, 60, 3),
      ),
    },
    { name: "Itay's account", owners: 'second', opening: '640.00', entries: purchases(today, 5, 7) },
  ],
});

const business = (today: string): CustomerData => ({
  people: [{ name: 'Yael Barak' }, { name: 'Amir Khoury' }],
  accounts: [
    {
      name: 'Business account',
      owners: 'both',
      usage: 'business',
      ownerName: 'Barak Carpentry Ltd',
      overdraft: '50000.00',
      opening: '42000.00',
      entries: byDay(
        eachMonth(today, 12, 5, { amount: '38600.00', counterparty: { name: 'Sharon Real Estate' }, text: 'Invoice' }),
        eachMonth(today, 12, 8, { amount: '-19400.00', kind: 'salary', counterparty: { name: 'Payroll' }, text: 'Salaries' }),
        eachMonth(today, 12, 15, { amount: '-5900.00', kind: 'tax', counterparty: { name: 'Tax Authority' }, text: 'VAT' }),
        eachMonth(today, 12, 2, { amount: '-48.00', kind: 'fee', text: 'Business account fee' }),
      ),
    },
    {
      currency: 'EUR',
      name: 'Euro account',
      owners: 'both',
      usage: 'business',
      ownerName: 'Barak Carpentry Ltd',
      opening: '15000.00',
      entries: eachMonth(today, 6, 12, {
        amount: '-730.00',
        counterparty: { name: 'Holzhandel Weber', iban: 'DE89370400440532013000' },
        text: 'Timber',
      }),
    },
  ],
});

const mortgageInArrears = (today: string): CustomerData => ({
  people: [{ name: 'Ruth Dayan' }],
  accounts: [
    {
      name: 'Everyday account',
      opening: '250000.00',
      entries: byDay(
        eachMonth(today, 24, 9, { amount: '9800.00', kind: 'salary', counterparty: employer, text: 'Salary' }),
        purchases(today, 60, 7),
      ),
    },
  ],
  loans: [
    { kind: 'mortgage', amount: '900000.00', interestRate: '4.75', months: 240, startDate: monthsAfter(today, -40), unpaidInstalments: 3 },
  ],
});

/** Data for the cases that developers ask for. Each is on the page of a customer as JSON, to be changed. */
export const customerPresets = {
  salaryAndRent: { says: 'Salary and rent, with a standing order that failed', data: salaryAndRent },
  overdrawn: { says: 'Overdrawn account', data: overdrawn },
  manyEntries: { says: '2,000 entries', data: manyEntries },
  joint: { says: 'Joint account of two people', data: joint },
  business: { says: 'Business, whose two owners approve together', data: business },
  mortgageInArrears: { says: 'Mortgage in arrears', data: mortgageInArrears },
} as const satisfies Readonly<Record<string, Preset>>;

export type PresetName = keyof typeof customerPresets;
export const presetNames = Object.keys(customerPresets) as PresetName[];

export const isPreset = (name: string): name is PresetName => Object.hasOwn(customerPresets, name);
