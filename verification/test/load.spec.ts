import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { descriptionOf } from '@open-banking/feed';
import { loadedServices, type LoadedService } from '@open-banking/spec';
import { temporaryFolder } from '@open-banking/testing';
import { freshDatabase } from '@open-banking/testing/database';
import { generate, type Generated } from '@open-banking/testing/sandbox';
import { copyInto, load } from '../src/load/load.js';
import { serviceTables } from '../src/service-tables.js';
import { emptyDatabases } from './loaded-bank.js';

describe('loading a file', () => {
  const files = temporaryFolder();
  let databases: Awaited<ReturnType<typeof emptyDatabases>>;
  let bank: Generated;

  beforeAll(async () => {
    databases = await emptyDatabases();
    bank = await generate({ customers: 3, seed: 11, until: '2026-11-20', out: files.path });
  });
  afterAll(async () => {
    await databases.close();
    files.remove();
  });

  async function rows<Row extends pg.QueryResultRow>(service: LoadedService, query: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: databases.urls[service] });
    await client.connect();
    try {
      return (await client.query<Row>(query)).rows;
    } finally {
      await client.end();
    }
  }
  const count = async (service: LoadedService, table: string): Promise<number> =>
    (await rows<{ count: number }>(service, `select count(*)::int from ${table}`))[0]!.count;

  /** The cards file with one line replaced. The third line is the first owner of a card. */
  function withLine(number: number, change: (line: Record<string, unknown>) => string): string {
    const lines = readFileSync(bank.files.cards, 'utf8').split('\n');
    lines[number - 1] = change(JSON.parse(lines[number - 1]!) as Record<string, unknown>);
    const path = join(files.path, 'changed.ndjson');
    writeFileSync(path, lines.join('\n'));
    return path;
  }
  const lineOf = (type: string, nth = 1): number => {
    const lines = readFileSync(bank.files.cards, 'utf8').split('\n');
    return lines.map((line, index) => [line, index + 1] as const).filter(([line]) => line.startsWith(`{"type":"${type}"`))[nth - 1]![1];
  };

  it('copies the rows that a program makes, all of them or none, and refuses a value that does not fit its column', async () => {
    const fresh = await freshDatabase('cards');
    const client = new pg.Client({ connectionString: fresh.ownerUrl });
    await client.connect();
    const rowsIn = async (table: string): Promise<number> =>
      (await client.query<{ count: number }>(`select count(*)::int from "${table}"`)).rows[0]!.count;
    try {
      const made = readFileSync(bank.files.cards, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { type: string });
      const card = made.find(({ type }) => type === 'card')!;
      const abandoned = await copyInto('cards', fresh.ownerUrl);
      abandoned.add('card', card as never);
      expect(() => {
        abandoned.add('card', { ...card, currency: undefined });
      }).toThrow(/^card\.currency is missing/);
      expect(() => {
        abandoned.add('card', { ...card, cardId: 'no UUID' });
      }).toThrow(/^card\.cardId is of another kind/);
      await abandoned.abandon();
      expect(await rowsIn('card')).toBe(0);

      const copied = await copyInto('cards', fresh.ownerUrl);
      for (const { type, ...fields } of made) {
        copied.add(type, fields);
        await copied.ready();
      }
      await copied.commit();
      for (const [type, line] of Object.entries(serviceTables.cards.loadFormat))
        expect([type, await rowsIn(descriptionOf(line).table)]).toEqual([type, made.filter((one) => one.type === type).length]);
    } finally {
      await client.end();
      await fresh.close();
    }
  });

  it.each(loadedServices)('knows every column of %s that has no default', async (service) => {
    for (const { table, fields } of Object.values(serviceTables[service].loadFormat).map(descriptionOf)) {
      const columns = await rows<{ name: string; required: boolean }>(
        service,
        `
        select attname as name, attnotnull and not atthasdef as required from pg_attribute
        where attrelid = '"${table}"'::regclass and attnum > 0 and not attisdropped`,
      );
      const loaded = fields.map(({ column }) => column);
      expect(columns.map(({ name }) => name)).toEqual(expect.arrayContaining(loaded));
      expect(loaded).toEqual(expect.arrayContaining(columns.filter(({ required }) => required).map(({ name }) => name)));
    }
  });

  it.each([
    ['a field that is missing', 'cardTransaction', { amount: undefined }, 'amount: is missing'],
    ['a number where an amount should be a string', 'cardTransaction', { amount: 12.5 }, 'amount: must be a decimal number as a string'],
    ['an invalid date', 'statement', { debitDate: '2026-02-30' }, 'debitDate: must be a date as YYYY-MM-DD'],
    ['an unknown field', 'card', { colour: 'blue' }, 'colour: card has no such field'],
    ['a full card number', 'card', { maskedPan: '4580990000001234' }, 'maskedPan: must be a card number of which at most'],
    [
      'a card that does not exist',
      'cardTransaction',
      { cardId: '00000000-0000-4000-8000-000000000000' },
      'card_id: Key (card_id)=(00000000-0000-4000-8000-000000000000) is not present in table "card"',
    ],
    ['a NUL', 'card', { name: 'a\0b' }, 'name: must be readable text'],
  ])('refuses %s, names the line and loads nothing', async (_, type, change, reason) => {
    const number = lineOf(type);
    const file = withLine(number, (line) => JSON.stringify({ ...line, ...change }));
    await expect(load('cards', file, databases.urls.cards)).rejects.toThrow(
      new RegExp(`^changed\\.ndjson:${number}: .*${reason.replace(/[()]/g, '\\$&')}`),
    );
    expect(await count('cards', 'card')).toBe(0);
  });

  it('refuses a line that is not JSON and an unknown type, and names their line numbers', async () => {
    await expect(
      load(
        'cards',
        withLine(2, () => '{"type":'),
        databases.urls.cards,
      ),
    ).rejects.toThrow(/^changed\.ndjson:2: not JSON/);
    await expect(
      load(
        'cards',
        withLine(4, (line) => JSON.stringify({ ...line, type: 'crad' })),
        databases.urls.cards,
      ),
    ).rejects.toThrow(/^changed\.ndjson:4: type: must be one of holder, card,/);
    expect(await count('cards', 'card_transaction')).toBe(0);
  });

  it('refuses bytes that are not UTF-8', async () => {
    const path = join(files.path, 'latin.ndjson');
    writeFileSync(path, Buffer.concat([Buffer.from('{"type":"card","name":"'), Buffer.from([0xe9]), Buffer.from('"}\n')]));
    await expect(load('cards', path, databases.urls.cards)).rejects.toThrow('latin.ndjson:1: is not UTF-8');
  });

  it('names the line of a row that the database refuses, whatever class its error has and whatever the case of its ids', async () => {
    const lines = readFileSync(bank.files['ais-pis'], 'utf8').trim().split('\n');
    const path = join(files.path, 'refused.ndjson');
    const nth = (type: string, place: number): number =>
      lines.map((line, index) => [line, index] as const).filter(([line]) => line.startsWith(`{"type":"${type}"`))[place]![1];
    const loadWith = (at: number, change: (line: Record<string, unknown>) => object): Promise<number> => {
      const changed = lines.with(at, JSON.stringify(change(JSON.parse(lines[at]!) as Record<string, unknown>)));
      writeFileSync(path, changed.join('\n'));
      return load('ais-pis', path, databases.urls['ais-pis']);
    };
    // A trigger says that the account is unknown, in lines of its own, which are none of the file's.
    const entry = nth('entry', 20);
    const unknown = { accountId: 'AAAAAAAA-0000-4000-8000-00000000000A' };
    await expect(loadWith(entry, (line) => ({ ...line, ...unknown }))).rejects.toThrow(
      new RegExp(`^refused\\.ndjson:${entry + 1}: account_id: Key \\(account_id\\)=\\(aaaaaaaa-.* is not present`),
    );
    // An index row has at most 2,704 bytes: SQLSTATE 54000. Random, as PostgreSQL compresses what repeats.
    const account = nth('account', 1);
    const name = { type: 'accountOwnerName', name: randomBytes(4_000).toString('hex') };
    const named = loadWith(entry, () => ({ ...name, accountId: (JSON.parse(lines[account]!) as { accountId: string }).accountId }));
    await expect(named).rejects.toThrow(new RegExp(`^refused\\.ndjson:${entry + 1}: index row`));
    // What does not agree is found at its line, also where the file writes ids in capitals.
    const balance = nth('accountBalance', 1);
    await expect(
      loadWith(balance, (line) => ({ ...line, accountId: String(line['accountId']).toUpperCase(), booked: '123456.78' })),
    ).rejects.toThrow(new RegExp(`^refused\\.ndjson:${balance + 1}: `));
    expect(await count('ais-pis', 'entry')).toBe(0);
  });

  it('passes over a line with an amount of zero, names it, and loads the others', async () => {
    const pending = JSON.parse(readFileSync(bank.files.cards, 'utf8').split('\n')[lineOf('cardPendingTransaction') - 1]!) as object;
    const zero = JSON.stringify({ ...pending, amount: '0.00', entryReference: '0999999999999999' });
    const path = join(files.path, 'zero.ndjson');
    const lines = readFileSync(bank.files.cards, 'utf8').trim().split('\n');
    writeFileSync(path, [...lines, zero].join('\n'));
    const passedOver: number[] = [];
    await load('cards', path, databases.urls.cards, { onPassedOver: (line) => passedOver.push(line) });
    expect(passedOver).toEqual([lines.length + 1]);
    const all = lines.filter((line) => line.startsWith('{"type":"cardPendingTransaction"'));
    expect(await count('cards', 'card_pending_transaction')).toBe(all.length);
  });

  it('loads every line, reports progress, and changes nothing the second time', async () => {
    const seen: number[] = [];
    const lines = await load('cards', bank.files.cards, databases.urls.cards, {
      onProgress: ({ bytes, totalBytes }) => seen.push(bytes / totalBytes!),
    });
    const transactions = readFileSync(bank.files.cards, 'utf8').match(/^\{"type":"cardTransaction"/gm)!.length;
    expect(await count('cards', 'card_transaction')).toBe(transactions);
    expect(lines).toBeGreaterThan(transactions);
    expect(seen.at(-1)).toBe(1);
    const all = () => rows('cards', 'select * from card_transaction order by card_id, booking_date, entry_reference');
    const before = await all();
    expect(await load('cards', bank.files.cards, databases.urls.cards)).toBe(lines);
    expect(await all()).toEqual(before);
  });
});
