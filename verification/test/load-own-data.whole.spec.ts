import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freshBank, temporaryFolder, type TestCustomer } from '@open-banking/testing';
import { ledgerCheck } from '@open-banking/testing/database';
import { type LoadedService, loadedServices, services } from '@open-banking/spec';
import { aSmallBank, ids, password, text, type Line } from './a-small-bank.js';

const program = fileURLToPath(new URL('../../cli/bin/openbank.mjs', import.meta.url));

describe('openbank load with handwritten files', () => {
  // A separate bank: a load verifies the whole database, and other tests leave balances without entries in theirs.
  const bank = freshBank(services);
  const files = temporaryFolder();
  afterAll(() => {
    files.remove();
  });
  const own = aSmallBank();
  const hanna: TestCustomer = { login: 'hanna', password, accounts: [] } as unknown as TestCustomer;

  const openbank = (service: LoadedService, lines: readonly Line[]): Promise<{ code: number; err: string }> => {
    const path = join(files.path, `${service}.ndjson`);
    writeFileSync(path, text(lines));
    return new Promise((settle) => {
      execFile(
        process.execPath,
        [program, 'load', service, path, '--json', '--base-url', bank.baseUrl, '--operator-file', bank.facts.operatorFile],
        (error, _out, err) => {
          settle({ code: typeof error?.code === 'number' ? error.code : 0, err });
        },
      );
    });
  };
  const loaded = { code: 0, err: '' };
  const expectErrors = async (service: LoadedService, lines: readonly Line[], ...errors: string[]) => {
    const { code, err } = await openbank(service, lines);
    expect(code).toBe(1);
    for (const error of errors) expect(err).toContain(error);
  };
  const changed = (service: LoadedService, type: string, change: object): Line[] =>
    own[service].map((line) => (line.type === type ? { ...line, ...change } : line));
  const lineOf = (service: LoadedService, type: string): string =>
    `${service}.ndjson:${own[service].findIndex((line) => line.type === type) + 1}`;

  it('reports all invalid values at once, by line, and loads nothing', async () => {
    const lines = own['ais-pis'].map((line) => ({
      ...line,
      ...(line.type === 'psu' && { passwordHash: 'x', language: 'fr' }),
      ...(line.type === 'account' && { iban: 'BAD', status: 'open', currency: 'EURO' }),
      ...(line.type === 'entry' && { entryReference: '1', amount: 'nothing' }),
    }));
    await expectErrors(
      'ais-pis',
      lines,
      `${lineOf('ais-pis', 'psu')}: passwordHash: must be a hash of the form scrypt$N`,
      `${lineOf('ais-pis', 'psu')}: language: must be one of en, he, ar`,
      `${lineOf('ais-pis', 'account')}: iban: must be an IBAN`,
      `${lineOf('ais-pis', 'account')}: status: must be one of enabled, blocked, deleted`,
      `${lineOf('ais-pis', 'account')}: currency: must be an ISO 4217 currency`,
      `${lineOf('ais-pis', 'entry')}: entryReference: must be sixteen digits`,
      `${lineOf('ais-pis', 'entry')}: amount: must be a decimal number as a string`,
    );
    expect((await bank.database('ais-pis').query('select from psu where login = $1', ['hanna'])).rowCount).toBe(0);
  });

  it.each<[what: string, service: LoadedService, type: string, change: object, field: string]>([
    [
      'a balance that is not the sum of the entries',
      'ais-pis',
      'accountBalance',
      { booked: '1263.01', bookedBefore: '1500.01' },
      'booked: does not agree',
    ],
    ['a reservation without a pending entry', 'ais-pis', 'accountBalance', { reserved: '31.00' }, 'reserved: does not agree'],
    ['a saving that is not what was saved', 'savings-loans', 'savingsAccount', { booked: '399.00' }, 'booked: does not agree'],
    ['a loan that owes something else', 'savings-loans', 'loanAccount', { originalAmount: '1001.00' }, 'booked: does not agree'],
    ['a card that owes less than its transactions', 'cards', 'cardBalance', { notInvoiced: '-24.00' }, 'notInvoiced: does not agree'],
    ['a position that nobody bought', 'securities', 'position', { units: '4' }, 'units: does not agree'],
    [
      'another next payment than the next instalment',
      'loan-services',
      'loanBalance',
      { nextPaymentAmount: '500.00' },
      'nextPaymentDate: does not agree',
    ],
  ])('refuses %s, by line and field', async (_, service, type, change, field) => {
    await expectErrors(service, changed(service, type, change), `${lineOf(service, type)}: ${field}`);
  });

  it('refuses an account without a holder', async () => {
    await expectErrors(
      'ais-pis',
      own['ais-pis'].filter(({ type }) => type !== 'holder'),
      `${lineOf('ais-pis', 'account')}: holder: does not agree`,
    );
    await expectErrors(
      'cards',
      own.cards.filter(({ type }) => type !== 'holder'),
      'every card has an owner',
    );
  });

  it('loads the file of each service; the books balance, and the customer signs in and sees everything', async () => {
    for (const service of loadedServices) expect([service, await openbank(service, own[service])]).toEqual([service, loaded]);
    const { checks } = await ledgerCheck(bank.facts.ownerUrls);
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    const permitted = await (await bank.client()).consentedBy(hanna);
    expect(await permitted.get(`/v1.7/accounts/${ids.accountId}/balances`)).toAnswer(200, {
      balances: [{ balanceAmount: { amount: '1263.00' } }, {}, {}, {}],
    });
    expect(await permitted.get(`/v1.7/accounts/${ids.accountId}/transactions?bookingStatus=both&dateFrom=2026-11-01`)).toAnswer(200, {
      transactions: { booked: [{}, { debtorName: 'City Power' }], pending: [{}] },
    });
    expect(await permitted.get(`/v1.5/savings/${ids.savingId}/balances`)).toAnswer(200);
    expect(await permitted.get(`/loan/${ids.loanId}`)).toAnswer(200, {
      nextPaymentDate: '2030-01-31',
      outstandingBalance: { amount: '1000.00' },
      remainingSchedule: [{}, {}],
    });
    expect(await permitted.get(`/v1.7/cards/${ids.cardId}/transactions`)).toAnswer(200, {
      cardTransactions: { booked: [{ cardAcceptorName: 'Books' }] },
    });
    expect(await permitted.get(`/v1.0/securities-accounts/${ids.portfolioId}/positions`)).toAnswer(200, {
      positionList: [{ unitsNumber: 3 }],
    });
  });

  it('updates a customer, an account and a card by key, adds entries with their balance, and refuses changes to booked or fixed values', async () => {
    const of = (service: LoadedService, type: string) => own[service].find((line) => line.type === type)!;
    expect(
      await openbank('ais-pis', [
        { ...of('ais-pis', 'psu'), name: 'Hanna Renamed', language: 'ar' },
        { ...of('ais-pis', 'account'), displayName: 'My giro' },
      ]),
    ).toEqual(loaded);
    expect(await openbank('cards', [{ ...of('cards', 'card'), creditLimit: '900.00' }])).toEqual(loaded);
    const entry = {
      ...of('ais-pis', 'entry'),
      bookingDate: '2026-11-11',
      entryReference: '0770000000000004',
      valueDate: '2026-11-11',
      amount: '-13.00',
      balanceAfter: '1250.00',
    };
    await expectErrors('ais-pis', [entry], 'booked: does not agree');
    const balance = { ...of('ais-pis', 'accountBalance'), booked: '1250.00', bookedBefore: '1263.00', lastBookingDate: '2026-11-11' };
    expect(await openbank('ais-pis', [balance, entry])).toEqual(loaded);
    await expectErrors('ais-pis', [entry], 'ais-pis.ndjson:1:', 'is there already');
    await expectErrors(
      'ais-pis',
      [{ ...of('ais-pis', 'account'), currency: 'USD' }],
      'ais-pis.ndjson:1: currency: of an existing row cannot be changed',
    );
    await expectErrors('ais-pis', [of('ais-pis', 'psu'), of('ais-pis', 'psu')], 'ais-pis.ndjson:2: is in the file twice');

    const permitted = await (await bank.client()).consentedBy(hanna);
    expect(await permitted.get('/v1.7/accounts')).toAnswer(200, { accounts: [{ displayName: 'My giro' }] });
    expect(await permitted.get('/v1.7/cards')).toAnswer(200, { cards: [{ creditLimit: { amount: '900.00' } }] });
    const { checks } = await ledgerCheck(bank.facts.ownerUrls);
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  });
});
