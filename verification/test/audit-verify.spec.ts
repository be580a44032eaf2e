import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { AuditService, AuditSealer } from '@open-banking/commands';
import { asAdmin, openDatabase, serviceKey, type Database } from '@open-banking/database';
import { clonedDatabase, temporaryServer } from '@open-banking/postgres-server/testing';
import pg from 'pg';
import { verifyAudit, type KnownHead, type ServiceAudit } from '../src/audit/index.js';

const folders = ['libs/database/migrations', 'libs/commands/migrations'].map((folder) => join(import.meta.dirname, '../..', folder));

/** Changes one byte of one value, for each column of the audit and of its seals; `$1` is the row or the seal. */
const alterations: readonly [column: string, change: string][] = [
  ['at', "update audit set at = at + interval '1 microsecond' where audit_id = $1"],
  ['transaction_id', 'update audit set transaction_id = (transaction_id::text::bigint + 1)::text::xid8 where audit_id = $1'],
  ['operation', "update audit set operation = overlay(operation placing 'X' from 1 for 1) where audit_id = $1"],
  ['client_id', "update audit set client_id = overlay(client_id placing 'X' from 1 for 1) where audit_id = $1"],
  [
    'psu_id',
    "update audit set psu_id = overlay(psu_id::text placing case left(psu_id::text, 1) when '0' then '1' else '0' end from 1 for 1)::uuid where audit_id = $1",
  ],
  [
    'request_id',
    "update audit set request_id = overlay(request_id::text placing case left(request_id::text, 1) when '0' then '1' else '0' end from 1 for 1)::uuid where audit_id = $1",
  ],
  ['path', "update audit set path = path || '/' where audit_id = $1"],
  ['body_sha256', 'update audit set body_sha256 = set_byte(body_sha256, 0, 255 - get_byte(body_sha256, 0)) where audit_id = $1'],
  ['psu_headers', `update audit set psu_headers = psu_headers || '{"psu-ip-address": "x"}' where audit_id = $1`],
  ['status', 'update audit set status = status + 1 where audit_id = $1'],
  ['subject', 'update audit set subject = null where audit_id = $1'],
  ['sealed_at', "update audit_seal set sealed_at = sealed_at + interval '1 microsecond' where audit_id = $1"],
  ['hash', 'update audit_seal set hash = set_byte(hash, 31, 255 - get_byte(hash, 31)) where audit_id = $1'],
];

describe('openbank audit verify', () => {
  let server: Awaited<ReturnType<typeof temporaryServer>>;
  let bank: Awaited<ReturnType<typeof clonedDatabase>>;
  let database: Database;
  let audit: AuditService;

  beforeAll(async () => {
    server = await temporaryServer();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    bank = await clonedDatabase(server.url, 'ais-pis', folders);
    database = await opened();
    audit = new AuditService(await serviceKey(database, 'audit'));
  });
  afterEach(async () => {
    await database.close();
    await bank.close();
  });

  const opened = (): Promise<Database> =>
    openDatabase({ url: bank.serviceUrl, poolSize: 8, statementTimeoutMs: 60_000, lockTimeoutMs: 60_000, connectTimeoutMs: 60_000 });
  const write = (): Promise<void> =>
    database.transaction((tx) =>
      audit.record(tx, {
        operation: 'createConsent',
        clientId: 'tpp',
        psuId: randomUUID(),
        requestId: randomUUID(),
        path: '/v1.7/consents',
        bodySha256: Buffer.alloc(32, 7),
        psuHeaders: { 'psu-ip-address': '192.0.2.1' },
        status: 201,
        subject: randomUUID(),
      }),
    );
  const written = async (rows: number): Promise<void> => {
    for (let row = 0; row < rows; row += 1) await write();
  };
  const asSuperuser = (query: string, values: unknown[] = []) =>
    asAdmin(Object.assign(new URL(server.url), { pathname: `/${bank.name}` }).href, (admin) =>
      admin.query<Record<string, string>>(query, values),
    );
  const verify = async (known: readonly KnownHead[] = []): Promise<ServiceAudit> =>
    (await verifyAudit({ 'ais-pis': bank.ownerUrl }, known)).services[0]!;
  const sealAll = (): Promise<number> => new AuditSealer(database).sealAll();

  it('verifies sealed rows and reports the rows not yet sealed', async () => {
    await written(5);
    expect(await sealAll()).toBe(5);
    await written(2);
    expect(await verify()).toMatchObject({
      ok: true,
      rows: 7,
      sealed: 5,
      unsealed: { rows: 2, firstAuditId: '6', oldestSeconds: expect.any(Number) },
    });
    expect(await sealAll()).toBe(2);
    expect(await verify()).toMatchObject({ ok: true, sealed: 7, unsealed: { rows: 0 }, head: { sealNumber: '7' } });
    expect(await sealAll()).toBe(0);
  });

  it('hashes any text exactly as the database does', async () => {
    for (const subject of ['', 'null', '-', '"\\/', 'a\nb\tc\u0001\u001f\u007f', 'שלום é 😀 \u2028', '","', "'", '${"x"}']) {
      await database.transaction((tx) =>
        audit.record(tx, { operation: 'test', subject, path: subject, psuHeaders: { 'psu-user-agent': subject } }),
      );
    }
    await sealAll();
    expect(await verify()).toMatchObject({ ok: true, sealed: 9 });
  });

  it.each(alterations)('detects one changed byte of %s and names the row', async (_, change) => {
    await written(5);
    await sealAll();
    expect(await verify()).toMatchObject({ ok: true });
    await asSuperuser(change, ['3']);
    expect(await verify()).toMatchObject({ ok: false, sealed: 2, firstBad: { what: 'altered', auditId: '3', sealNumber: '3' } });
  });

  it('detects deleted rows, inserted rows, and deleted or truncated seals', async () => {
    await written(6);
    await sealAll();
    const tried = async (change: string): Promise<ServiceAudit> => {
      await asSuperuser(`create table kept as select * from audit; create table kept_seals as select * from audit_seal`);
      await asSuperuser(change);
      const found = await verify();
      await asSuperuser(
        `truncate audit, audit_seal; insert into audit overriding system value select * from kept; insert into audit_seal select * from kept_seals; drop table kept, kept_seals`,
      );
      expect(await verify()).toMatchObject({ ok: true, sealed: 6 });
      return found;
    };
    expect(await tried('delete from audit where audit_id = 4')).toMatchObject({ ok: false, firstBad: { what: 'removed', auditId: '4' } });
    expect(await tried('delete from audit where audit_id = 6')).toMatchObject({ ok: false, firstBad: { what: 'removed', auditId: '6' } });
    expect(await tried('delete from audit where audit_id = 4; delete from audit_seal where audit_id = 4')).toMatchObject({
      ok: false,
      firstBad: { what: 'seal missing', sealNumber: '4' },
    });
    expect(await tried('delete from audit_seal where seal_number >= 5')).toMatchObject({
      ok: false,
      sealed: 4,
      firstBad: { what: 'seals cut off', sealNumber: '5', auditId: '5' },
    });
    expect(await tried('delete from audit_seal where seal_number = 1')).toMatchObject({
      ok: false,
      firstBad: { what: 'seal missing', sealNumber: '1' },
    });
    expect(
      await tried(
        `insert into audit (audit_id, at, operation, transaction_id) overriding system value select 100, at, 'createConsent', transaction_id from audit where audit_id = 3`,
      ),
    ).toMatchObject({ ok: false, firstBad: { what: 'inserted', auditId: '100' } });
    expect(
      await tried(
        'update audit_seal set audit_id = 9 - audit_id + 100 where audit_id in (4, 5); update audit_seal set audit_id = audit_id - 100 where audit_id > 100',
      ),
    ).toMatchObject({ ok: false, firstBad: { what: 'altered' } });
  });

  it('detects a rewritten chain by a head stored elsewhere', async () => {
    await written(4);
    await sealAll();
    const { head } = await verify();
    const known = [{ service: 'ais-pis', ...head }];
    await written(2);
    await sealAll();
    expect(await verify(known)).toMatchObject({ ok: true, sealed: 6 });
    await asSuperuser(
      `update audit set operation = 'deleteConsent' where audit_id = 2; truncate audit_seal; update audit_head set seal_number = 0, hash = decode(repeat('00', 32), 'hex'), settled = '0'`,
    );
    await sealAll();
    expect(await verify()).toMatchObject({ ok: true, sealed: 6 });
    expect(await verify(known)).toMatchObject({
      ok: false,
      sealed: 3,
      head: { sealNumber: '3' },
      firstBad: { what: 'head does not match', sealNumber: '4', auditId: '4', known: known[0] },
    });
    const beyond = { ...known[0]!, sealNumber: '7' };
    expect(await verify([beyond])).toMatchObject({
      ok: false,
      sealed: 6,
      firstBad: { what: 'seals cut off', sealNumber: '7', known: beyond },
    });
  });

  it('reports a row that stays unsealed for a minute as a fault', async () => {
    await written(3);
    await sealAll();
    await asSuperuser(`insert into audit (at, operation) values (now() - interval '61 seconds', 'createConsent')`);
    expect(await verify()).toMatchObject({ ok: false, firstBad: { what: 'not sealed in time', auditId: '4' } });
  });

  it('seals rows whose transactions end out of order, and skips none', async () => {
    const slow = new pg.Client({ connectionString: bank.serviceUrl });
    await slow.connect();
    await slow.query('begin');
    await slow.query(`insert into audit (operation) values ('slow')`);
    await written(3);
    expect(await sealAll()).toBe(3);
    await slow.query(`insert into audit (operation) values ('slow, again')`);
    await written(1);
    expect(await sealAll()).toBe(1);
    await slow.query('commit');
    await slow.end();
    expect(await sealAll()).toBe(2);
    const { rows } = await asSuperuser('select audit_id from audit_seal order by seal_number');
    expect(rows.map(({ audit_id: id }) => id)).toEqual(['2', '3', '4', '6', '1', '5']);
    expect(await verify()).toMatchObject({ ok: true, sealed: 6, unsealed: { rows: 0 } });
  });

  it('stays one chain while many replicas write and seal', async () => {
    const replicas = await Promise.all([opened(), opened(), opened()]);
    let writing = true;
    const sealing = replicas.map(async (replica) => {
      for (const sealer = new AuditSealer(replica); writing;) await sealer.sealAll();
    });
    await Promise.all(Array.from({ length: 8 }, () => written(25)));
    writing = false;
    await Promise.all(sealing);
    await sealAll();
    await Promise.all(replicas.map((replica) => replica.close()));
    expect(await verify()).toMatchObject({ ok: true, rows: 200, sealed: 200, unsealed: { rows: 0 } });
  });

  it('continues sealing after a dump is restored to a server with smaller transaction ids', async () => {
    await written(4);
    await sealAll();
    await written(2);
    await asSuperuser(`update audit_head set settled = (settled::text::bigint + 1000000000)::text::xid8`);
    await asSuperuser(`insert into audit (operation, transaction_id) values ('of the old server', '900000000')`);
    expect(await sealAll()).toBe(3);
    await written(1);
    expect(await sealAll()).toBe(1);
    expect(await verify()).toMatchObject({ ok: true, rows: 8, sealed: 8, unsealed: { rows: 0 } });
  });

  it("lets the service's role only insert and read", async () => {
    await written(1);
    const asService = (query: string) =>
      asAdmin(bank.serviceUrl, (client) => client.query(query)).then(
        ({ rowCount }) => rowCount,
        (error: Error) => error.message,
      );
    expect(await asService('select seal_audit()')).toBe(1);
    expect(await asService('select * from audit, audit_seal, audit_head')).toBe(1);
    for (const query of [
      `update audit set operation = ''`,
      'delete from audit',
      'truncate audit',
      "insert into audit (at, operation) values (now(), '')",
      `insert into audit (operation, transaction_id) values ('', '1')`,
      `insert into audit (audit_id, operation) overriding system value values (1000, '')`,
      'insert into audit_seal select * from audit_seal',
      `update audit_seal set hash = ''`,
      'delete from audit_seal',
      'truncate audit_seal',
      'update audit_head set settled = settled',
      'delete from audit_head',
      'insert into audit_anchor select * from audit_anchor',
      'update audit_anchor set archived_at = archived_at',
      'delete from audit_anchor',
      'truncate audit_anchor',
    ])
      expect([query, await asService(query)]).toEqual([query, expect.stringMatching(/^permission denied for table audit/)]);
    expect(await asService('alter table audit disable trigger all')).toMatch(/^must be owner of table audit/);
    expect(
      await asService("create or replace function seal_audit(most integer default 5000) returns integer language sql as 'select 0'"),
    ).toMatch(/permission denied|must be owner/);
  });
});
