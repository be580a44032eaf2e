import { mkdtempSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { asAdmin } from '@open-banking/database';
import { clonedDatabase, temporaryServer } from '@open-banking/postgres-server/testing';
import { archiveAudit, verifyArchives, verifyAudit, type Archived, type KnownHead, type ServiceAudit } from '../src/audit/index.js';

const folders = ['libs/database/migrations', 'libs/commands/migrations'].map((folder) => join(import.meta.dirname, '../..', folder));
const day = (text: string): Date => new Date(`${text}T00:00:00Z`);

describe('an archive of the audit', () => {
  let server: Awaited<ReturnType<typeof temporaryServer>>;
  let bank: Awaited<ReturnType<typeof clonedDatabase>>;
  let folder: string;

  beforeAll(async () => {
    server = await temporaryServer();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    bank = await clonedDatabase(server.url, 'ais-pis', folders);
    folder = mkdtempSync(join(tmpdir(), 'audit-archive-'));
  });
  afterEach(async () => {
    await bank.close();
    rmSync(folder, { recursive: true });
  });

  const asOwner = <Row extends object>(query: string, values: unknown[] = []): Promise<Row[]> =>
    asAdmin(bank.ownerUrl, async (owner) => (await owner.query<Row>(query, values)).rows);
  /** Writes sealed rows of one day. */
  const written = async (rows: number, on: string): Promise<void> => {
    await asOwner(
      `insert into audit (at, operation, client_id, psu_id, path, body_sha256, psu_headers, status, subject, operator)
       select $2::timestamptz, 'createConsent', 'tpp', gen_random_uuid(), E'/\\u2028"\\\\', sha256('x'), '{"psu-ip-address": "x"}', 201, n, case when n % 3 = 0 then 'dana' end
       from generate_series(1, $1::int) n`,
      [rows, day(on)],
    );
    while (((await asOwner<{ sealed: number }>('select seal_audit() as sealed'))[0]?.sealed ?? 0) > 0);
  };
  const fileFor = (firstSeal: string): string => join(folder, `${firstSeal}.gz`);
  const archive = (before: string): Promise<Archived[]> => archiveAudit('ais-pis', bank.ownerUrl, { before: day(before), fileFor });
  const verify = async (known: readonly KnownHead[] = []): Promise<ServiceAudit> =>
    (await verifyAudit({ 'ais-pis': bank.serviceUrl }, known)).services[0]!;
  const counts = async () =>
    (await asOwner('select (select count(*)::int from audit) as rows, (select count(*)::int from audit_seal) as seals'))[0];
  const headOf = ({ head }: Archived): KnownHead => ({ service: 'ais-pis', ...head });

  it('has the rows that are older, which are deleted; the chain goes on from its last seal', async () => {
    await written(2_500, '2024-03-01');
    await written(3, '2024-05-01');
    const before = await verify();
    expect(before).toMatchObject({ ok: true, rows: 2_503, sealed: 2_503 });
    expect(before.anchor).toBeUndefined();
    const [archived, ...more] = await archive('2024-04-01');
    expect(more).toEqual([]);
    expect(archived).toMatchObject({ file: fileFor('1'), firstSeal: '1', rows: 2_500, head: { sealNumber: '2500' } });
    expect(await counts()).toEqual({ rows: 3, seals: 3 });
    expect(await verify()).toEqual({
      ...before,
      rows: 3,
      sealed: 3,
      anchor: { ...archived!.head, archivedAt: expect.any(String), fileSha256: archived!.sha256, rowsLeft: 0 },
    });
    expect(await verifyArchives([archived!.file], [headOf(archived!)])).toEqual([
      {
        file: archived!.file,
        ok: true,
        rows: 2_500,
        archive: { service: 'ais-pis', firstSeal: '1', lastSeal: '2500', hashBefore: '0'.repeat(64) },
        head: archived!.head,
        sha256: archived!.sha256,
      },
    ]);
    expect(await archive('2024-04-01')).toEqual([]);
    await written(2, '2024-06-01');
    expect(await verify()).toMatchObject({ ok: true, rows: 5, sealed: 5, head: { sealNumber: '2505' } });
  });

  it('may have everything, and what is written afterwards is sealed and proved', async () => {
    await written(4, '2024-03-01');
    const [first] = await archive('2024-04-01');
    expect(await verify([headOf(first!)])).toMatchObject({ ok: true, rows: 0, sealed: 0, head: first!.head });
    await written(2, '2024-05-01');
    expect(await verify([headOf(first!)])).toMatchObject({ ok: true, rows: 2, sealed: 2 });
    await asOwner('update audit set status = 204 where audit_id = 5');
    expect(await verify()).toMatchObject({ ok: false, sealed: 0, firstBad: { what: 'altered', sealNumber: '5' } });
  });

  it('proves what is before the anchor: the database refuses an older head, and finds an anchor that is another', async () => {
    await written(4, '2024-03-01');
    const { head } = await verify();
    await written(2, '2024-03-02');
    const [archived] = await archive('2024-04-01');
    const known = { service: 'ais-pis', ...head };
    await expect(verify([known])).rejects.toThrow(/ais-pis:4: this seal is in an archive \(seals up to 6 are\)/);
    expect(await verifyArchives([archived!.file], [known])).toMatchObject([{ ok: true }]);
    const other = { ...known, hash: '1'.repeat(64) };
    expect(await verifyArchives([archived!.file], [other])).toMatchObject([
      { ok: false, rows: 3, firstBad: { what: 'head does not match', sealNumber: '4', known: other } },
    ]);
    await expect(verifyArchives([archived!.file], [{ ...known, sealNumber: '7' }])).rejects.toThrow(/ais-pis:7: this seal is in none/);
    expect(await verify([headOf(archived!)])).toMatchObject({ ok: true });
    expect(await verify([{ ...other, sealNumber: '6' }])).toMatchObject({
      ok: false,
      sealed: 0,
      firstBad: { what: 'head does not match', sealNumber: '6' },
    });
    await asOwner(`update audit_anchor set hash = sha256('other')`);
    expect(await verify()).toMatchObject({ ok: false, firstBad: { what: 'seals cut off' } });
  });

  it('follows the one before it; a gap between two is found', async () => {
    await written(3, '2024-01-10');
    await written(3, '2024-02-10');
    await written(3, '2024-03-10');
    const all = [...(await archive('2024-02-01')), ...(await archive('2024-03-01')), ...(await archive('2024-04-01'))].map(
      ({ file }) => file,
    );
    expect(all).toEqual(['1', '4', '7'].map(fileFor));
    expect((await verifyArchives([...all].reverse())).map(({ file, ok }) => [file, ok])).toEqual(all.map((file) => [file, true]));
    expect(await verifyArchives([all[0]!, all[2]!])).toMatchObject([
      { ok: true },
      { ok: false, firstBad: { what: 'does not follow', sealNumber: '7' } },
    ]);
  });

  it.each<[string, (lines: string[]) => string[], object]>([
    [
      'a changed value',
      (lines) => lines.map((line, at) => (at === 2 ? line.replace('"tpp"', '"tp2"') : line)),
      { what: 'altered', auditId: '2', sealNumber: '2' },
    ],
    [
      'a value beside those that are sealed',
      (lines) => lines.map((line, at) => (at === 2 ? line.replace('{', '{"note":"x",') : line)),
      { what: 'altered', sealNumber: '2' },
    ],
    [
      'a changed seal',
      (lines) => lines.map((line, at) => (at === 2 ? line.replace(/"hash":"./, '"hash":"x') : line)),
      { what: 'altered', sealNumber: '2' },
    ],
    [
      'a row without its operator',
      (lines) => lines.map((line) => line.replace(',"operator":"dana"', '')),
      { what: 'altered', sealNumber: '3' },
    ],
    ['a line that is none', (lines) => [...lines.slice(0, 3), 'null', ...lines.slice(3)], { what: 'altered', sealNumber: '3' }],
    ['a row less', (lines) => lines.filter((_, at) => at !== 2), { what: 'seal missing', sealNumber: '2' }],
    ['the last row less', (lines) => lines.slice(0, -1), { what: 'seals cut off', sealNumber: '5' }],
    ['a row twice', (lines) => [...lines.slice(0, 3), ...lines.slice(2)], { what: 'inserted', auditId: '2', sealNumber: '2' }],
    ['a row more', (lines) => [...lines, lines.at(-1)!.replace('"seal":"5"', '"seal":"6"')], { what: 'inserted', sealNumber: '6' }],
    [
      'rows in another order',
      (lines) => [...lines.slice(0, 2), lines[3]!, lines[2]!, ...lines.slice(4)],
      { what: 'seal missing', sealNumber: '2' },
    ],
    ['another hash before', (lines) => [lines[0]!.replace('"0', '"1'), ...lines.slice(1)], { what: 'altered', sealNumber: '1' }],
    ['a first line that says more', (lines) => [lines[0]!.replace('{', '{"note":"x",'), ...lines.slice(1)], { what: 'unreadable' }],
    ['no first line', (lines) => lines.slice(1), { what: 'unreadable' }],
    ['nothing in it', () => [], { what: 'unreadable' }],
  ])('is refused with %s', async (_, change, bad) => {
    await written(5, '2024-03-01');
    const [{ file, sha256 }] = (await archive('2024-04-01')) as [Archived];
    const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
    const rewrite = (rows: readonly string[]) => {
      writeFileSync(file, gzipSync(rows.map((row) => `${row}\n`).join('')));
    };
    rewrite(lines);
    expect(await verifyArchives([file])).toMatchObject([{ ok: true, rows: 5 }]);
    rewrite(change(lines));
    const [found] = await verifyArchives([file]);
    expect(found).toMatchObject({ ok: false, firstBad: bad });
    expect(found!.sha256).not.toBe(sha256);
  });

  it('is refused if the file is damaged, and named if there is none', async () => {
    await written(5, '2024-03-01');
    const [{ file }] = (await archive('2024-04-01')) as [Archived];
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.subarray(0, bytes.length - 20));
    expect(await verifyArchives([file])).toMatchObject([{ ok: false, firstBad: { what: 'unreadable' } }]);
    await expect(verifyArchives([fileFor('99')])).rejects.toThrow(/ENOENT.*99\.gz/);
  });

  it('that an interrupted run has left is taken as it is, and the rest goes into the next one', async () => {
    await written(3, '2024-03-01');
    await archive('2024-04-01');
    const left = readFileSync(fileFor('1'));
    // As if the run had ended after the file was written.
    await bank.close();
    rmSync(fileFor('1'));
    bank = await clonedDatabase(server.url, 'ais-pis', folders);
    await written(3, '2024-03-01');
    writeFileSync(fileFor('1'), left);
    await expect(archive('2024-04-01')).rejects.toThrow(/1\.gz is not an archive of this database/);
    expect(await counts()).toEqual({ rows: 3, seals: 3 });
    rmSync(fileFor('1'));
    await archive('2024-04-01');
    const own = readFileSync(fileFor('1'));
    await written(2, '2024-04-10');
    writeFileSync(fileFor('4'), own);
    await expect(archive('2024-05-01')).rejects.toThrow(/4\.gz is not the archive that follows seal 3/);
    expect(await counts()).toEqual({ rows: 2, seals: 2 });
    rmSync(fileFor('4'));
    expect(await archive('2024-05-01')).toMatchObject([{ firstSeal: '4', rows: 2 }]);
  });

  it('is not made of a chain that is broken: nothing is deleted, and there is no file', async () => {
    await written(5, '2024-03-01');
    await asOwner('update audit set status = 204 where audit_id = 3');
    await expect(archive('2024-04-01')).rejects.toThrow(/not whole \(altered: seal 3\): run openbank audit verify. Nothing was deleted/);
    expect(await counts()).toEqual({ rows: 5, seals: 5 });
    expect(existsSync(fileFor('1'))).toBe(false);
    await asOwner('update audit set status = 201 where audit_id = 3');
    expect(await archive('2024-04-01')).toMatchObject([{ rows: 5 }]);
  });

  it('is made by one command at a time', async () => {
    await written(2, '2024-03-01');
    await asAdmin(bank.ownerUrl, async (other) => {
      await other.query("select pg_advisory_lock(hashtextextended('audit archive', 0))");
      await expect(archive('2024-04-01')).rejects.toThrow(/being archived by another command/);
    });
    expect(await archive('2024-04-01')).toMatchObject([{ rows: 2 }]);
  });

  it('leaves a row that is not older, and what was sealed after it', async () => {
    await written(2, '2024-03-01');
    await written(1, '2024-04-02');
    await written(2, '2024-03-02');
    expect(await archive('2024-04-01')).toMatchObject([{ rows: 2, head: { sealNumber: '2' } }]);
    expect(await counts()).toEqual({ rows: 3, seals: 3 });
  });
});
