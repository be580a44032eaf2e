import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asAdmin } from '@open-banking/database';
import { Browser, exchange, inDays, ownAddress, freshBank, until } from '@open-banking/testing';
import { openbankOf } from './an-openbank.js';

describe('openbank receipts check', () => {
  const bank = freshBank(['ais-pis']);
  const { openbank, json } = openbankOf(bank);
  const folder = mkdtempSync(join(tmpdir(), 'receipts-'));
  const keys = join(folder, 'jwks.json');
  let day: string;
  /** A head of the day, as a third party keeps it. */
  let head: string;

  const asOwner = (...statements: string[]) =>
    asAdmin(bank.facts.ownerUrls['ais-pis'], async (client) => {
      for (const statement of statements) await client.query(statement);
    });
  const check = (...options: string[]) => openbank('receipts', 'check', '--keys', keys, ...options);
  const found = (fault: string) => ({
    code: 1,
    out: expect.stringMatching(new RegExp(`^WRONG ${day} \\d+ leaves, \\d+ heads: ${fault}$`, 'm')),
  });
  const sound = () => ({ code: 0, out: expect.stringMatching(new RegExp(`^ok    ${day} \\d+ leaves, \\d+ heads$`, 'm')) });

  beforeAll(async () => {
    const { login, password } = bank.demo;
    const browser = new Browser(bank.baseUrl, ownAddress());
    await browser.open('/customer');
    await browser.press('sign-in', { login, password });
    day = inDays(0, new Date((await bank.clock()).now));
    const { reference } = bank.resources(bank.demo, 'account')[0]!;
    const reader = await (await bank.client()).consentedBy(bank.demo, { accounts: [{ iban: reference['iban']! }] });
    for (let leaves = 0; leaves < 3;) {
      expect(await reader.paced.get('/v1.7/accounts')).toAnswer(200);
      await until('a receipt of it is in the log', async () => {
        await browser.open(`/customer/receipts/${day}`);
        const file = JSON.parse(browser.response.text) as { head: string; receipts: unknown[] };
        head = file.head;
        return file.receipts.length > leaves && (leaves = file.receipts.length) > 0;
      });
    }
    writeFileSync(keys, (await exchange(`${bank.baseUrl}/v1.7/oauth/consents/jwks`)).text);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('finds the log as it was signed, and says so of each day', async () => {
    expect(await check()).toMatchObject(sound());
    expect(await json('receipts', 'check')).toMatchObject({ ok: true, days: [{ day, ok: true }] });
  });

  it('finds a text that was altered, a leaf that was added or removed, and is content when they are as they were', async () => {
    const shifted = (by: string) => `update receipt_leaf set leaf_index = leaf_index ${by} where day = '${day}' and leaf_index >= 1`;
    for (const [fault, change, back] of [
      [
        'leaf 1 was altered or moved',
        `update receipt_leaf set leaf = leaf || ' ' where leaf_index = 1`,
        `update receipt_leaf set leaf = rtrim(leaf) where leaf_index = 1`,
      ],
      [
        'leaf 1000 was added',
        `insert into receipt_leaf (day, leaf_index, leaf) values ('${day}', 1000, '{}')`,
        'delete from receipt_leaf where leaf_index = 1000',
      ],
      ['leaf \\d+ was (added|altered or moved)', shifted('+ 1'), shifted('- 1').replace('>= 1', '>= 2')],
    ] as const) {
      await asOwner(change);
      expect(await check()).toMatchObject(found(fault));
      await asOwner(back);
      expect(await check()).toMatchObject(sound());
    }
  });

  it('finds a log that was replaced with its heads, by a head that was kept elsewhere', async () => {
    expect(await check('--head', head)).toMatchObject(sound());
    // The day with its size, too: what has no head is signed within a minute.
    const tables = ['receipt_leaf', 'receipt_gap', 'receipt_batch', 'receipt_node', 'receipt_head', 'receipt_day'];
    await asOwner(...tables.map((table) => `delete from ${table}`));
    expect((await check()).code).toBe(0);
    expect(await check('--head', head)).toMatchObject(found('a head was signed over \\d+ leaves, and there are 0'));
  });

  it('refuses a head that is none, and a head that the bank has not signed', async () => {
    expect(await check('--head', 'x')).toMatchObject({ code: 1, err: expect.stringContaining('x is no head of receipts') });
    const [header, claims] = head.split('.');
    expect(await check('--head', `${header}.${claims}.${'A'.repeat(86)}`)).toMatchObject(found('a head is signed with none of these keys'));
  });
});
