import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isLatinName } from '@open-banking/messages';
import { loadedServices } from '@open-banking/spec';
import { generate, type Generated } from '../src/demo-bank/index.js';
import { temporaryFolder } from '@open-banking/testing';

const until = '2026-11-20';
const digest = ({ files, customersFile }: Generated): string[] =>
  [...loadedServices.map((service) => files[service]), customersFile].map((path) =>
    createHash('sha256').update(readFileSync(path)).digest('hex'),
  );
const lines = (path: string): Record<string, unknown>[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** ISO 13616: with the first four characters moved to the end and letters as numbers, the remainder modulo 97 is 1. */
const isIban = (iban: string): boolean =>
  BigInt([...iban.slice(4), ...iban.slice(0, 4)].map((letter) => parseInt(letter, 36)).join('')) % 97n === 1n;

describe('the demo bank', () => {
  const folders = [temporaryFolder(), temporaryFolder(), temporaryFolder(), temporaryFolder()];
  afterAll(() => {
    for (const { remove } of folders) remove();
  });
  let bank: Generated;

  beforeAll(async () => {
    bank = await generate({ customers: 5, seed: 7, until, out: folders[0]!.path });
  });

  it('is identical to the byte for the same seed and day, and different for another seed or day', async () => {
    const again = await generate({ customers: 5, seed: 7, until, out: folders[1]!.path });
    const otherSeed = await generate({ customers: 5, seed: 8, until, out: folders[2]!.path });
    const otherDay = await generate({ customers: 5, seed: 7, until: '2026-11-19', out: folders[3]!.path });
    expect(digest(again)).toEqual(digest(bank));
    expect(digest(otherSeed)).not.toEqual(digest(bank));
    expect(digest(otherDay)).not.toEqual(digest(bank));
  });

  it('has the requested number of customers, each with their own login and more than a thousand transactions', () => {
    expect(bank.customers).toHaveLength(5);
    expect(new Set(bank.customers.map(({ login }) => login)).size).toBe(5);
    expect(bank.transactions).toBeGreaterThan(5_000);
  });

  it('has a name in Latin letters for each account whose owner has another, so that it can pay by SEPA', () => {
    const accounts = lines(bank.files['ais-pis']).filter(({ type }) => type === 'account') as {
      ownerName: string;
      ownerLatinName?: string;
    }[];
    const others = accounts.filter(({ ownerName }) => !isLatinName(ownerName));
    expect(others.length).toBeGreaterThan(0);
    expect(others.filter(({ ownerLatinName }) => ownerLatinName === undefined || !isLatinName(ownerLatinName))).toEqual([]);
    expect(accounts.filter((account) => !others.includes(account) && account.ownerLatinName !== undefined)).toEqual([]);
  });

  it('has a demo customer with current accounts in ILS and EUR, a savings account, a loan, a card and a securities account', () => {
    const [demo] = bank.customers;
    expect(demo!.login).toBe('demo');
    expect(demo!.accounts.map(({ kind, currency }) => `${kind} ${currency}`)).toEqual([
      'account ILS',
      'account EUR',
      'saving ILS',
      'loan ILS',
      'card ILS',
      'securities ILS',
    ]);
  });

  it('has couples of whom either may act alone, and businesses whose two owners must act together', () => {
    const shared = new Map<string, Set<string>>();
    for (const { login, accounts } of bank.customers)
      for (const { resourceId, approval } of accounts)
        shared.set(`${approval} ${resourceId}`, (shared.get(`${approval} ${resourceId}`) ?? new Set()).add(login));
    const owners = (rule: string) => [...shared].filter(([name]) => name.startsWith(rule)).map(([, logins]) => logins.size);
    expect(owners('both').every((count) => count === 2)).toBe(true);
    expect(owners('both').length).toBeGreaterThan(0);
    expect(owners('any')).toContain(2);
  });

  it('has valid Israeli and European IBANs of its own and of others', () => {
    const own = lines(bank.files['ais-pis'])
      .filter(({ type }) => type === 'account')
      .map(({ iban }) => String(iban));
    const others = readFileSync(bank.files['ais-pis'], 'utf8').match(/(?<="iban":")[A-Z]{2}[0-9A-Z]+/g)!;
    expect([...own, ...others].filter((iban) => !isIban(iban))).toEqual([]);
    expect(new Set(own.map((iban) => iban.slice(0, 2)))).toEqual(new Set(['IL', 'DE']));
    expect(new Set(others.map((iban) => iban.slice(0, 2)))).toEqual(new Set(['IL', 'DE', 'AT', 'NL', 'IE']));
  });

  it('books two years, every day up to yesterday, and nothing later', () => {
    const days = lines(bank.files['ais-pis'])
      .filter(({ type }) => type === 'entry')
      .map(({ bookingDate }) => String(bookingDate))
      .sort();
    expect([days[0], days.at(-1)]).toEqual(['2024-11-20', '2026-11-19']);
  });

  it('never contains a full card number', () => {
    const cards = lines(bank.files.cards).filter(({ type }) => type === 'card');
    expect(cards.every(({ maskedPan }) => /^\d{6}\*{6}\d{4}$/.test(String(maskedPan)))).toBe(true);
  });

  it('refuses an invalid date and a bank without customers', async () => {
    await expect(generate({ customers: 5, seed: 7, until: '2026-02-30', out: folders[1]!.path })).rejects.toThrow(
      '"2026-02-30" is not a date',
    );
    await expect(generate({ customers: 0, seed: 7, until, out: folders[1]!.path })).rejects.toThrow('at least one customer');
  });
});
