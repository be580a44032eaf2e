import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { eraseAuditSalts } from '@open-banking/commands';
import { asAdmin, openDatabase } from '@open-banking/database';
import type { AuditReport } from '@open-banking/verification/audit';
import { daysAgo, killableBank, until, type TestClient } from '@open-banking/testing';
import { openbankOf } from './an-openbank.js';

describe('openbank audit', () => {
  const bank = killableBank(['ais-pis', 'mandates'], { AUDIT_MONTHS: '24' }, ['ais-pis']);
  const { openbank, json } = openbankOf(bank);
  let client: TestClient;
  let folder: string;
  let payment: object;

  beforeAll(async () => {
    client = await bank.client();
    const debtor = bank.resources(bank.demo, 'account').find(({ currency }) => currency === 'EUR')!;
    payment = {
      instructedAmount: { currency: 'EUR', amount: '12.50' },
      creditorAccount: { iban: 'DE89370400440532013000' },
      creditorName: 'Bookshop',
      debtorAccount: { iban: debtor.reference['iban'] },
    };
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'audit-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const writeBody = (content: string): string => {
    const file = join(folder, `${randomUUID()}.json`);
    writeFileSync(file, content);
    return file;
  };
  const findAuditRow = async (subject: string, operation: string) =>
    (
      await bank
        .database('ais-pis')
        .query<{ audit_id: string; psu_id: string | null; body_sha256: Buffer }>(
          'select audit_id, psu_id, body_sha256 from audit where subject = $1 and operation = $2',
          [subject, operation],
        )
    ).rows[0]!;
  /** A payment of the demo customer, whom its request does not name yet. */
  const created = async (): Promise<{ paymentId: string; auditId: string; digest: Buffer }> => {
    const { body } = await (await client.withClientToken('payments', 'PIS')).post('/v1.7/payments/sepa-credit-transfers', payment);
    const { paymentId } = body as { paymentId: string };
    const { audit_id: auditId, body_sha256: digest } = await findAuditRow(paymentId, 'createPayment');
    return { paymentId, auditId, digest };
  };
  /** Asked of the database: each question to the command line is a process. */
  const areSealed = (...services: readonly ('ais-pis' | 'mandates')[]): Promise<void> =>
    until('all rows are sealed', async () => {
      const unsealed = 'select from audit a where not exists (select from audit_seal s where s.audit_id = a.audit_id)';
      for (const service of services) if ((await bank.database(service).query(unsealed)).rowCount !== 0) return false;
      return true;
    });
  const compare = (auditId: string, body: string) =>
    openbank('audit', 'verify', '--service', 'ais-pis', '--audit-id', auditId, '--body', writeBody(body));

  it('says whether a body is that of a row, until the salts of its customer are erased; the chain stays whole', async () => {
    const body = JSON.stringify(payment);
    const [leaving, staying] = [await created(), await created()];
    expect(leaving.digest).not.toEqual(createHash('sha256').update(body).digest());
    expect(leaving.digest).not.toEqual(staying.digest);
    expect(await compare(leaving.auditId, body)).toMatchObject({ code: 0, out: expect.stringContaining('this is its body') });
    expect(await compare(leaving.auditId, `${body} `)).toMatchObject({ code: 1, out: expect.stringContaining('not its body') });
    await client.approvedBy(bank.demo, 'payments', `PIS:${leaving.paymentId}`);
    const approval = await findAuditRow(leaving.paymentId, 'payments.approve');
    expect(approval.psu_id).toBe(bank.demo.psuId);

    const limits = { poolSize: 2, statementTimeoutMs: 60_000, lockTimeoutMs: 60_000, connectTimeoutMs: 60_000 };
    const database = await openDatabase({ url: bank.operator.databases!['ais-pis']!, ...limits });
    expect(await eraseAuditSalts(database, [bank.demo.psuId, leaving.paymentId])).toBe(2);
    await database.close();
    expect(await compare(leaving.auditId, body)).toMatchObject({ code: 1, out: expect.stringContaining('its salt was erased') });
    expect(await compare(approval.audit_id, body)).toMatchObject({ code: 1, out: expect.stringContaining('its salt was erased') });
    expect(await compare(staying.auditId, body)).toMatchObject({ code: 0 });
    expect(await compare('999999999', body)).toMatchObject({ code: 1, out: expect.stringContaining('no such row') });
    expect(await openbank('audit', 'verify', '--body', writeBody(body))).toMatchObject({
      code: 1,
      err: expect.stringContaining('--audit-id'),
    });
    expect((await findAuditRow(leaving.paymentId, 'createPayment')).body_sha256).toEqual(leaving.digest);
    expect(await json<AuditReport>('audit', 'verify')).toMatchObject({ ok: true });
  });

  it('archives all services; the bank goes on, proves the rest from there, and takes itself for no restored one', async () => {
    await created();
    await areSealed('ais-pis', 'mandates');
    const { services: before } = await json<AuditReport>('audit', 'verify');
    expect(before.filter(({ unsealed }) => unsealed.rows > 0)).toEqual([]);
    const { head } = before.find(({ service }) => service === 'ais-pis')!;
    const archived = await openbank(
      'audit',
      'archive',
      'all',
      '--before',
      new Date().toISOString(),
      '--to',
      join(folder, 'archive'),
      '--database-url',
      'x',
    );
    expect(archived).toMatchObject({ code: 1, err: expect.stringContaining('name that service alone') });
    const { out, code } = await openbank(
      'audit',
      'archive',
      'ais-pis',
      'mandates',
      '--before',
      new Date().toISOString(),
      '--to',
      join(folder, 'archive'),
    );
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^ais-pis +\d+ rows archived and deleted, seals 1 to /) });
    expect(readdirSync(join(folder, 'archive')).filter((name) => !/^(ais-pis|mandates)-000000000001\.ndjson\.gz$/.test(name))).toEqual([]);
    const file = join(folder, 'archive', 'ais-pis-000000000001.ndjson.gz');

    const after = await openbank('audit', 'verify');
    expect(after).toMatchObject({ code: 0, out: expect.stringContaining(`proved after seal ${head.sealNumber}, archived `) });
    const known = `ais-pis:${head.sealNumber}:${head.hash}`;
    expect(await openbank('audit', 'verify', '--head', known)).toMatchObject({ code: 0 });
    expect(await openbank('audit', 'verify', '--head', `ais-pis:1:${head.hash}`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('this seal is in an archive'),
    });
    const proved = await openbank('audit', 'verify', '--file', file, '--head', known);
    expect(proved).toMatchObject({
      code: 0,
      out: expect.stringMatching(new RegExp(`^ok .*seals 1 to ${head.sealNumber}; head ${known}; SHA-256`)),
    });

    const lines = gunzipSync(readFileSync(file)).toString().replace('"operation":"createPayment"', '"operation":"deletePayment"');
    const altered = join(folder, 'altered.gz');
    writeFileSync(altered, gzipSync(lines));
    expect(await openbank('audit', 'verify', '--file', altered)).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^WRONG .*altered: row \d+, seal \d+/),
    });

    process.kill(bank.facts.pids['ais-pis']!, 'SIGKILL');
    await bank.restart('ais-pis');
    expect(await openbank('recover', 'status')).toMatchObject({ code: 0, out: expect.not.stringContaining('since') });
    const { auditId } = await created();
    expect(await compare(auditId, JSON.stringify(payment))).toMatchObject({ code: 0 });
    await areSealed('ais-pis');
    const { services } = await json<AuditReport>('audit', 'verify', '--service', 'ais-pis');
    expect(services).toMatchObject([{ ok: true, unsealed: { rows: 0 } }]);
    expect(services[0]!.sealed).toBeGreaterThan(0);
  });

  it('is due, the doctor says, once a row is a month older than AUDIT_MONTHS, and is not after it was archived', async () => {
    const owner = bank.operator.ownerDatabases!['ais-pis']!;
    const insert = (age: string) =>
      asAdmin(owner, (admin) => admin.query(`insert into audit (at, operation) values (now() - $1::interval, 'long ago')`, [age]));
    const dueOf = async (): Promise<readonly { check: string; subject: string; status: string; text: string }[]> => {
      const { out } = await openbank('doctor', '--json');
      const { findings } = JSON.parse(out) as { findings: { check: string; subject: string; status: string; text: string }[] };
      return findings.filter(({ check, text }) => check === 'audit' && /archived|AUDIT_MONTHS/.test(text));
    };
    const archive = (before: string) => openbank('audit', 'archive', 'ais-pis', '--before', before, '--to', folder);
    await archive(new Date().toISOString());
    await insert('24 months 20 days');
    await areSealed('ais-pis');
    expect((await dueOf()).map(({ subject, status }) => [subject, status])).toEqual([
      ['ais-pis', 'ok'],
      ['mandates', 'ok'],
    ]);
    await archive(new Date().toISOString());
    await insert('26 months');
    await until('the doctor warns', async () => (await dueOf()).some(({ status }) => status === 'warning'));
    expect(await dueOf()).toContainEqual(
      expect.objectContaining({
        subject: 'ais-pis',
        status: 'warning',
        text: expect.stringMatching(/^its oldest row is \d+ days older than AUDIT_MONTHS$/),
      }),
    );
    const twoYearsAgo = daysAgo(730);
    expect(await archive(twoYearsAgo)).toMatchObject({ code: 0, out: expect.stringMatching(/^ais-pis +1 rows archived/) });
    expect((await dueOf()).filter(({ status }) => status !== 'ok')).toEqual([]);
    expect(await archive(twoYearsAgo)).toMatchObject({ code: 0, out: expect.stringMatching(/^ais-pis +nothing to archive$/m) });
  });

  it('refuses a date in the future, one that is none, and a file for several services', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    const archive = (...args: string[]) => openbank('audit', 'archive', 'ais-pis', 'mandates', ...args);
    expect(await archive('--before', tomorrow, '--to', folder)).toMatchObject({ code: 1, err: expect.stringContaining('in the future') });
    expect(await archive('--before', '2 years', '--to', folder)).toMatchObject({ code: 1, err: expect.stringContaining('a day such as') });
    expect(await archive('--before', '2020-01-01', '--to', join(folder, 'all.gz'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('need a folder'),
    });
    expect(await archive('--before', '2020-01-01', '--to', writeBody('{}'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('is no folder'),
    });
    for (const nowhere of [join(folder, 'missing', 'archives'), '/proc/archives'])
      expect(await archive('--before', '2020-01-01', '--to', nowhere)).toMatchObject({
        code: 1,
        err: expect.stringContaining(`the folder ${nowhere} cannot be made`),
      });
    expect(await archive('--before', '2020-01-01', '--to', join(folder, 'archives'))).toMatchObject({ code: 0 });
    expect(await archive('--before', '2020-01-01', '--to', folder)).toMatchObject({ code: 0 });
  });

  it('judges how old a row is by the clock that dated it, not by that of the bank, which the sandbox moves', async () => {
    const { auditId } = await created();
    const bankNow = (await bank.advance('P3D')).now;
    const archive = (before: string) => openbank('audit', 'archive', 'ais-pis', '--before', before, '--to', folder);
    expect(await archive(bankNow)).toMatchObject({ code: 1, err: expect.stringContaining("by the machine's clock") });
    const remains = async () => (await bank.database('ais-pis').query('select from audit where audit_id = $1', [auditId])).rowCount;
    expect(await archive(new Date(Date.now() - 3_600_000).toISOString())).toMatchObject({ code: 0 });
    expect(await remains()).toBe(1);
    await areSealed('ais-pis');
    await until('the row is archived', async () => (await archive(new Date().toISOString())).code === 0 && (await remains()) === 0);
  });
});
