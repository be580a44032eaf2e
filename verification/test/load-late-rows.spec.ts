import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { descriptionOf, type RowDifference } from '@open-banking/feed';
import { loadedServices } from '@open-banking/spec';
import { temporaryFolder } from '@open-banking/testing';
import { freshDatabase } from '@open-banking/testing/database';
import { compare, load } from '../src/load/load.js';
import { serviceTables } from '../src/service-tables.js';
import { aSmallBank, text, type Line } from './a-small-bank.js';

const small = aSmallBank();
const services = ['cards', 'savings-loans', 'securities'] as const;
type Service = (typeof services)[number];
const found = (service: Service, type: string): Line => small[service].findLast((line) => line.type === type)!;

/** A row of each type that is late in the small bank, with the lines of the sums that it makes. The sum after it is that of its own day. */
const late: readonly { service: Service; type: string; lastDay: string; row: Line; sums: readonly Line[]; after?: object }[] = [
  {
    service: 'cards',
    type: 'cardTransaction',
    lastDay: '2026-11-10',
    row: { ...found('cards', 'cardTransaction'), bookingDate: '2026-11-05', entryReference: '0770000000000007', amount: '-5.00' },
    sums: [{ ...found('cards', 'cardBalance'), notInvoiced: '-30.00' }],
  },
  {
    service: 'savings-loans',
    type: 'savingsEntry',
    lastDay: '2026-01-02',
    row: {
      ...found('savings-loans', 'savingsEntry'),
      bookingDate: '2026-01-01',
      entryReference: '0770000000000007',
      amount: '50.00',
      balanceAfter: '50.00',
      proprietaryBankTransactionCode: 'DEPOSIT',
    },
    sums: [{ ...found('savings-loans', 'savingsAccount'), booked: '450.00' }],
    after: { balance_after: '450.00' },
  },
  {
    service: 'savings-loans',
    type: 'loanEntry',
    lastDay: '2026-06-01',
    row: {
      ...found('savings-loans', 'loanEntry'),
      bookingDate: '2026-05-20',
      entryReference: '0770000000000008',
      amount: '-3.00',
      balanceAfter: '-3.00',
      proprietaryBankTransactionCode: 'FEE_CHARGED',
    },
    sums: [{ ...found('savings-loans', 'loanAccount'), booked: '-1003.00' }],
    after: { balance_after: '-1003.00' },
  },
  {
    service: 'securities',
    type: 'securitiesTransaction',
    lastDay: '2026-11-10',
    row: {
      ...found('securities', 'securitiesTransaction'),
      bookingDate: '2026-11-09',
      entryReference: '0770000000000007',
      transactionId: randomUUID(),
      orderId: '0d5c7a10-0000-4000-8000-000000000027',
      units: '2',
      unitsBefore: '0',
      unitsAfter: '2',
    },
    sums: [
      { ...found('securities', 'securityOrder'), orderId: '0d5c7a10-0000-4000-8000-000000000027', units: '2', filledUnits: '2' },
      { ...found('securities', 'position'), units: '5' },
    ],
    after: { units_before: '3', units_after: '5' },
  },
];

describe('a file with a row that comes before the last one of its resource', () => {
  const files = temporaryFolder();
  const databases = new Map<Service, Awaited<ReturnType<typeof freshDatabase>>>();
  beforeAll(async () => {
    for (const service of services) {
      databases.set(service, await freshDatabase(service));
      await loadLines(service, small[service]);
    }
  });
  afterAll(async () => {
    for (const database of databases.values()) await database.close();
    files.remove();
  });

  const write = (lines: readonly Line[]): string => {
    const path = join(files.path, `${randomUUID()}.ndjson`);
    writeFileSync(path, text(lines));
    return path;
  };
  const loadLines = (service: Service, lines: readonly Line[]): Promise<number> =>
    load(service, write(lines), databases.get(service)!.ownerUrl);
  async function queryService(service: Service, query: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: databases.get(service)!.ownerUrl });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(query)).rows;
    } finally {
      await client.end();
    }
  }

  it('is the case of every type whose rows have an order of arrival', () => {
    const types = services.flatMap((service) =>
      Object.entries(serviceTables[service].loadFormat).flatMap(([type, line]) => (descriptionOf(line).arrivals ? [type] : [])),
    );
    expect(late.map(({ type }) => type).sort()).toEqual(types.sort());
  });

  describe.each(late)('$type', ({ service, type, lastDay, row, sums, after = {} }) => {
    const { table } = descriptionOf(serviceTables[service].loadFormat[type]!);
    const booked = () =>
      queryService(service, `select *, booking_date::text as day from "${table}" order by booking_date desc, entry_reference desc`);

    it('is booked after it, on its day, under the id that it was sent with; the sums follow', async () => {
      const before = await booked();
      expect(await loadLines(service, [...sums, row])).toBe(sums.length + 1);
      const [newest, ...others] = await booked();
      expect(others).toEqual(before);
      expect(newest).toMatchObject({ day: lastDay, transaction_id: row['transactionId'] ?? row['entryReference'], ...after });
    });

    it('is known when it is sent again: it is changed where lines change rows, and refused elsewhere', async () => {
      const before = await booked();
      const again = loadLines(service, [...sums, { ...row, ...(type === 'cardTransaction' && { cardAcceptorName: 'Later name' }) }]);
      if (type !== 'cardTransaction') {
        await expect(again).rejects.toThrow('is there already');
        expect(await booked()).toEqual(before);
        return;
      }
      await again;
      expect(await booked()).toEqual(before.map((one, index) => (index === 0 ? { ...one, card_acceptor_name: 'Later name' } : one)));
      await expect(loadLines(service, [...sums, { ...row, amount: '-6.00' }])).rejects.toThrow('of an existing row cannot be changed');
    });

    it('does not differ from a snapshot of the core', async () => {
      const differences: RowDifference[] = [];
      const last = type === 'cardTransaction' ? [{ ...row, cardAcceptorName: 'Later name' }] : [];
      const names = new Set(sums.map((line) => line.type));
      const rest = small[service].filter((line) => !names.has(line.type) || !sums.some((sum) => sum['accountId'] === line['accountId']));
      const snapshot = [...rest.filter((line) => line.type === type || names.has(line.type)), ...sums, ...last];
      await compare(service, write(snapshot), databases.get(service)!.ownerUrl, (one) => differences.push(one));
      expect(differences.filter((one) => one.type === type)).toEqual([]);
    });
  });

  it('is on the statement of the day that was sent, or on none while a later one is open', async () => {
    const purchase = late[0]!.row;
    const statement = (periodTo: string): Line => ({
      type: 'statement',
      cardId: purchase['cardId'],
      number: 1,
      periodFrom: '2026-10-07',
      periodTo,
      debitDate: '2026-11-20',
      currency: 'EUR',
      total: '-5.00',
      debited: false,
    });
    const balance = (invoiced: string, notInvoiced: string): Line => ({ ...found('cards', 'cardBalance'), invoiced, notInvoiced });
    const onStatement = { ...purchase, valueDate: '2026-11-20', statementNumber: 1 };
    await expect(loadLines('cards', [statement('2026-11-04'), onStatement, balance('-5.00', '-25.00')])).rejects.toThrow(
      'a transaction is on the statement of its day',
    );
    expect(await loadLines('cards', [statement('2026-11-06'), onStatement, balance('-5.00', '-25.00')])).toBe(3);
    const later = { ...purchase, entryReference: '0770000000000009', amount: '-7.00' };
    expect(await loadLines('cards', [later, balance('-5.00', '-32.00')])).toBe(2);
  });

  it('keeps its day where no row of its resource was there before the file', async () => {
    const cardId = randomUUID();
    const own = (type: string, change: object = {}): Line => ({ ...found('cards', type), cardId, ...change });
    const lines = [
      own('card', { maskedPan: '458099******7702' }),
      { ...found('cards', 'holder'), resourceId: cardId },
      own('cardBalance', { notInvoiced: '-50.00' }),
      own('cardTransaction', { bookingDate: '2026-11-10' }),
      own('cardTransaction', { bookingDate: '2026-11-05', entryReference: '0770000000000002' }),
    ];
    await loadLines('cards', lines);
    const days = await queryService(
      'cards',
      `select booking_date::text as day from card_transaction where card_id = '${cardId}' order by 1`,
    );
    expect(days.map(({ day }) => day)).toEqual(['2026-11-05', '2026-11-10']);
  });

  it('keeps the id of a transaction of every type that lines change, where a later line leaves it out', async () => {
    const types = loadedServices.flatMap((service) =>
      Object.entries(serviceTables[service].loadFormat).map(([type, line]) => ({ type, ...descriptionOf(line) })),
    );
    const named = types.filter(({ key, fields }) => key && fields.some(({ name, optional }) => name === 'transactionId' && optional));
    expect(named.length).toBeGreaterThan(3);
    for (const { type, kept } of named) expect([type, kept]).toEqual([type, ['transactionId']]);

    const { bookingDate: _, valueDate: __, ...use } = found('cards', 'cardTransaction');
    const pending = { ...use, type: 'cardPendingTransaction', entryReference: '0770000000000021', amount: '-1.00' };
    const balance = { ...found('cards', 'cardBalance'), invoiced: '-5.00', notInvoiced: '-32.00', pending: '-1.00' };
    await loadLines('cards', [{ ...pending, transactionId: 'T-21' }, balance]);
    await loadLines('cards', [{ ...pending, terminalId: 'Two' }, balance]);
    const rows = await queryService(
      'cards',
      "select transaction_id, terminal_id from card_pending_transaction where entry_reference = '0770000000000021'",
    );
    expect(rows).toEqual([{ transaction_id: 'T-21', terminal_id: 'Two' }]);
  });
});
