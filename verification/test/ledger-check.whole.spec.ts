import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asAdmin } from '@open-banking/database';
import { loadedServices, type LoadedService } from '@open-banking/spec';
import { alteredCopy } from '@open-banking/testing/database';
import { generate } from '@open-banking/testing/sandbox';
import { entryTextProofs, paymentProofs } from '@open-banking/ais-pis/tables';
import { transactionTextProofs } from '@open-banking/cards/tables';
import { ledgerCheck, type LedgerReport } from '../src/ledger/index.js';
import { load } from '../src/load/load.js';
import { emptyDatabases } from './loaded-bank.js';
import { temporaryFolder } from '@open-banking/testing';
import { alterations } from './ledger-alterations.js';
import { aCollectionAndItsRefund } from './posted.js';

const program = fileURLToPath(new URL('../../cli/bin/openbank.mjs', import.meta.url));

describe('ledger check', () => {
  const files = temporaryFolder();
  let databases: Awaited<ReturnType<typeof emptyDatabases>>;

  beforeAll(async () => {
    databases = await emptyDatabases();
    const bank = await generate({ customers: 8, seed: 4, until: '2026-11-20', out: files.path });
    for (const service of loadedServices) await load(service, bank.files[service], databases.urls[service]);
    await asAdmin(databases.urls['ais-pis'], (owner) => owner.query(aCollectionAndItsRefund));
  });
  afterAll(async () => {
    await databases.close();
    files.remove();
  });

  /** What `then` finds where one row of a copy of a service's database is altered, and the id of that row. */
  async function altered<T>(service: LoadedService, alter: string, then: (url: string) => Promise<T>): Promise<{ found: T; id: string }> {
    const { url, id } = await alteredCopy(databases.adminUrl, databases.urls[service], alter);
    return { id, found: await then(url) };
  }

  it('finds a generated bank in order, and has looked at something for each of its checks', async () => {
    const { ok, checks } = await ledgerCheck(databases.urls);
    expect(checks.filter((check) => !check.ok)).toEqual([]);
    // A generated bank has no payments, and nobody has written its texts: payments-in-the-books.spec.ts and entry-texts.spec.ts of
    // ais-pis look for those, transaction-texts.spec.ts of cards too.
    const elsewhere = [...paymentProofs, ...entryTextProofs, ...transactionTextProofs];
    expect(checks.filter(({ checked }) => checked === 0).map(({ name }) => name)).toEqual(elsewhere.map(({ name }) => name));
    expect(ok).toBe(true);
  });

  it('is a command that says so, and fails with the same words where one row is altered', async () => {
    const operatorFile = join(files.path, 'operator.json');
    const check = (urls: Readonly<Record<LoadedService, string>>): Promise<{ code: number; report: LedgerReport }> =>
      new Promise((settle) => {
        writeFileSync(
          operatorFile,
          JSON.stringify({ baseUrl: 'http://127.0.0.1:8080', internal: {}, databases: urls, operatorKey: {}, clients: [] }),
        );
        execFile(process.execPath, [program, 'ledger', 'check', '--json', '--operator-file', operatorFile], (error, out) => {
          settle({ code: Number(error?.code ?? 0), report: JSON.parse(out) as LedgerReport });
        });
      });
    expect(await check(databases.urls)).toMatchObject({ code: 0, report: { ok: true } });
    expect((await check(databases.urls)).report.warnings).toEqual([]);
    const [, service, alter] = alterations[0]!;
    await altered(service, alter, async (url) => {
      expect(await check({ ...databases.urls, [service]: url })).toMatchObject({ code: 1, report: { ok: false } });
    });
  });

  it('warns of amounts with more decimals than their currency, by resource and with what to do, and does not fail', async () => {
    const limit = `update card set credit_limit = credit_limit + 0.005 where card_id = (select card_id from card order by 1 limit 1) returning card_id as id`;
    const line = `update account_balance set overdraft = overdraft + 0.005 where account_id = (select account_id from account_balance order by 1 limit 1) returning account_id as id`;
    const card = await altered('cards', limit, (url) => ledgerCheck({ ...databases.urls, cards: url }));
    expect(card.found).toMatchObject({ ok: true, warnings: [{ service: 'cards', type: 'card', resource: card.id, amounts: 1 }] });
    expect(card.found.warnings[0]).toMatchObject({ example: expect.stringMatching(/^creditLimit \d+\.\d\d5 [A-Z]{3}$/) });
    const account = await altered('ais-pis', line, (url) => ledgerCheck({ ...databases.urls, 'ais-pis': url }));
    expect(account.found).toMatchObject({ ok: true, warnings: [{ service: 'ais-pis', type: 'accountBalance', resource: account.id }] });
    expect(account.found.warnings[0]!.correction).toContain('openbank load ais-pis FILE');
  });

  it.each(alterations)('fails when %s, and names it', async (_, service, alter, check) => {
    const { found: report, id } = await altered(service, alter, (url) => ledgerCheck({ ...databases.urls, [service]: url }));
    expect(report.ok).toBe(false);
    const broken = report.checks.find(({ name }) => name === check)!;
    expect(broken).toMatchObject({ ok: false, firstBroken: expect.stringContaining(id) });
  });
});
