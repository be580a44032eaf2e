import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { operations, type Service, services } from '@open-banking/spec';
import { runningBank } from '@open-banking/testing';
import { freshDatabase } from '@open-banking/testing/database';
import { anotherProcess } from '@open-banking/testing/bank';
import { asAdmin } from '@open-banking/database';
import { verifyAudit, type AuditReport } from '@open-banking/verification/audit';
import { bodyOf, createdBy, everything, filled } from '@open-banking/testing/sweep';

const program = fileURLToPath(new URL('../../cli/bin/openbank.mjs', import.meta.url));
const writing: readonly Service[] = ['ais-pis', 'mandates'];
const writes = operations
  .filter(({ method, kind, path }) => kind === 'business' && method !== 'GET' && !path.includes('mortgageSimulation'))
  .map((row) => ({ ...row, name: `${row.method} ${row.path}`, row }));

describe('the audit', () => {
  const bank = runningBank(services);

  const openbank = (...args: string[]): Promise<{ code: number; out: string }> =>
    new Promise((settle) => {
      execFile(
        process.execPath,
        [program, ...args, '--base-url', bank.baseUrl, '--operator-file', bank.facts.operatorFile],
        (error, out) => {
          settle({ code: typeof error?.code === 'number' ? error.code : 0, out });
        },
      );
    });
  const auditRows = async (service: Service, requestId: string) =>
    (
      await bank
        .database(service)
        .query<{ audit_id: string; operation: string; client_id: string; status: number; subject: string }>(
          'select * from audit where request_id = $1',
          [requestId],
        )
    ).rows;
  const about = async (service: Service, subject: string) =>
    (
      await bank
        .database(service)
        .query<{ audit_id: string; operation: string }>(
          'select audit_id, operation, client_id, psu_id from audit where subject = $1 order by audit_id',
          [subject],
        )
    ).rows;

  /** The time of a row's seal; waits until the row is sealed. */
  const sealed = async (service: Service, auditId: string): Promise<Date> => {
    for (;;) {
      const { rows } = await bank
        .database(service)
        .query<{ sealed_at: Date }>('select sealed_at from audit_seal where audit_id = $1', [auditId]);
      if (rows[0]) return rows[0].sealed_at;
      await pause(50);
    }
  };

  it.each(writes)('has one row for $name, which is sealed soon after', async ({ row }) => {
    const { callerOf, client, ids } = await everything(bank);
    const own = row.method === 'DELETE' ? { ...ids, ...(await createdBy(client)) } : ids;
    const requestId = randomUUID();
    const body = bodyOf(row);
    const send = () =>
      callerOf(row).send(row.method, filled(row, own), { body, headers: { 'x-request-id': requestId, 'psu-ip-address': '203.0.113.77' } });
    expect((await send()).status).toBeLessThan(300);
    expect((await send()).status).toBeLessThan(300);
    const rows = await auditRows(row.service, requestId);
    expect(rows).toMatchObject([{ operation: row.id, client_id: client.clientId }]);
    await sealed(row.service, rows[0]!.audit_id);
    const refused = randomUUID();
    expect(
      (await callerOf(row).send(row.method, `${filled(row, own)}?nonsense=1`, { body: bodyOf(row), headers: { 'x-request-id': refused } }))
        .status,
    ).toBe(400);
    expect(await auditRows(row.service, refused)).toEqual([]);
  });

  it('records what a customer approved and what a customer refused, in rows that are sealed', async () => {
    const client = await bank.client();
    const [approved, refused] = [await client.createConsent('allPsd2'), await client.createConsent('allPsd2')];
    await client.approvedBy(bank.demo, 'consents', `AIS:${approved}`);
    await expect(client.approvedBy(bank.demo, 'consents', `AIS:${refused}`, { refuse: true })).rejects.toThrow(/access_denied/);
    const who = { client_id: client.clientId, psu_id: bank.demo.psuId };
    expect(await about('ais-pis', approved)).toMatchObject([{ operation: 'createConsent' }, { operation: 'consents.approve', ...who }]);
    expect(await about('ais-pis', refused)).toMatchObject([{ operation: 'createConsent' }, { operation: 'consents.refuse', ...who }]);
    for (const row of [...(await about('ais-pis', approved)), ...(await about('ais-pis', refused))])
      expect(await sealed('ais-pis', row.audit_id)).toBeInstanceOf(Date);
  });

  it('contains no customer data in clear text', async () => {
    const { callerOf, ids } = await everything(bank);
    for (const { row } of writes.filter(({ method }) => method === 'POST')) {
      expect(
        (
          await callerOf(row).send('POST', filled(row, ids), {
            body: bodyOf(row),
            headers: { 'psu-ip-address': '203.0.113.77', 'psu-user-agent': `Browser of ${bank.demo.login}` },
          })
        ).status,
      ).toBeLessThan(300);
    }
    const { rows: people } = await bank.database('ais-pis').query<{ words: string[] }>(`
      select array_agg(distinct word) as words from (
        select login from psu union select name from psu union select iban from account union select owner_name from account union select branch_number || '-' || account_number from account
        union select '203.0.113.77' union select 'Browser'
      ) said (word) where length(word) >= 5`);
    for (const service of writing) {
      const { rows } = await bank.database(service).query<{ text: string }>('select audit::text as text from audit');
      const all = rows.map(({ text }) => text).join('\n');
      expect(rows.length).toBeGreaterThan(0);
      expect(people[0]!.words.length).toBeGreaterThan(30);
      expect(people[0]!.words.filter((word) => all.includes(word))).toEqual([]);
      expect(all).toContain('psu-ip-address');
    }
  });

  it('is verified by openbank audit verify, for all services or for one', async () => {
    const all = await openbank('audit', 'verify', '--json');
    expect(all.code).toBe(0);
    const report = JSON.parse(all.out) as AuditReport;
    expect(report.ok).toBe(true);
    for (const service of writing) expect(report.services).toContainEqual(expect.objectContaining({ service, ok: true }));
    const one = await openbank('audit', 'verify', '--json', '--service', 'mandates');
    expect((JSON.parse(one.out) as AuditReport).services.map(({ service }) => service)).toEqual(['mandates']);
    const { head, sealed: count } = report.services.find(({ service }) => service === 'ais-pis')!;
    expect(count).toBeGreaterThan(0);
    expect((await openbank('audit', 'verify', '--head', `ais-pis:${head.sealNumber}:${head.hash}`)).code).toBe(0);
    expect(
      await openbank(
        'audit',
        'verify',
        '--head',
        `ais-pis:${head.sealNumber}:${head.hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))}`,
      ),
    ).toMatchObject({ code: 1, out: expect.stringContaining('WRONG ais-pis') });
  });
});

describe('replicas of a service', () => {
  const bank = runningBank(services);

  it('seal one chain; if one is killed, the other continues; if all are killed, the next one to start seals the remaining rows', async () => {
    const own = await freshDatabase('ais-pis');
    const report = async () => (await verifyAudit({ 'ais-pis': own.ownerUrl })).services[0]!;
    const write = (rows: number) =>
      asAdmin(own.serviceUrl, async (service) => {
        for (let row = 0; row < rows; row += 1) await service.query(`insert into audit (operation) values ('test')`);
      });
    const untilSealed = async (rows: number): Promise<void> => {
      while ((await report()).sealed < rows) await pause(50);
    };
    const start = () => anotherProcess(bank, 'ais-pis', { databaseUrl: own.serviceUrl });
    const [one, other] = [await start(), await start()];
    await write(50);
    await untilSealed(50);
    await one.kill();
    await write(50);
    await untilSealed(100);
    await other.kill();
    await write(50);
    expect(await report()).toMatchObject({ ok: true, rows: 150, sealed: 100, unsealed: { rows: 50 } });
    const next = await start();
    await untilSealed(150);
    await write(1);
    await next.stop();
    expect(await report()).toMatchObject({ ok: true, rows: 151, sealed: 151, unsealed: { rows: 0 } });
    await own.close();
  });
});
