import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Database } from '@open-banking/database';
import { until } from '@open-banking/testing';
import { freshDatabase } from '@open-banking/testing/database';
import pg from 'pg';
import { RecoveryWatchService } from '../src/recovery/recovery-watch.service.js';
import { furthest, gapBehind, readMark, writeMark, type HighWaterMark, type DatabasePosition } from '../src/recovery/high-water-mark.js';

const mark: HighWaterMark = { recoveries: 1, sealNumber: '120', hash: 'aa', instructionId: '019a0000-0000-7000-8000-000000000002' };
const there: DatabasePosition = { recoveries: 1, sealNumber: '130', hash: 'bb', hashAtMark: 'aa', archivedTo: '0', knowsInstruction: true };

describe('the high-water mark', () => {
  it('reports no gap if the database is at the mark or beyond it', () => {
    expect(gapBehind(undefined, there)).toBeUndefined();
    expect(gapBehind(mark, there)).toBeUndefined();
    expect(gapBehind(mark, { ...there, sealNumber: '120', hash: 'aa' })).toBeUndefined();
    expect(gapBehind({ ...mark, sealNumber: '0', hash: '00' }, { ...there, hashAtMark: null })).toBeUndefined();
  });

  it.each([
    ['a shorter audit', { sealNumber: '119', hashAtMark: null }, 'ends at seal 119, but had reached seal 120'],
    ['a different audit of the same length', { hashAtMark: 'cc' }, 'Seal 120 of the audit differs from the recorded one'],
    ['a missing instruction', { knowsInstruction: false }, `Clearing was given instruction ${mark.instructionId}`],
    ['a missing recovery', { recoveries: 0 }, 'Recovery 1 had ended, but the database contains only 0'],
  ])('detects a database with %s', (_, extra, lack) => {
    expect(gapBehind(mark, { ...there, ...extra })).toContain(lack);
  });

  it('is not compared with a seal inside an archive, and is with the last one of it', () => {
    expect(gapBehind(mark, { ...there, hashAtMark: null, archivedTo: '125' })).toBeUndefined();
    expect(gapBehind(mark, { ...there, hashAtMark: null, archivedTo: '119' })).toContain('Seal 120 of the audit differs');
    expect(gapBehind(mark, { ...there, hashAtMark: 'aa', archivedTo: '120' })).toBeUndefined();
    expect(gapBehind(mark, { ...there, hashAtMark: 'cc', archivedTo: '120' })).toContain('Seal 120 of the audit differs');
  });

  it('is ignored if it is from before a recovery', () => {
    expect(gapBehind(mark, { ...there, recoveries: 2, sealNumber: '90', hashAtMark: null, knowsInstruction: false })).toBeUndefined();
  });

  it('never moves backwards, in whatever order replicas record it', () => {
    const other: HighWaterMark = { recoveries: 1, sealNumber: '121', hash: 'dd', instructionId: '019a0000-0000-7000-8000-000000000001' };
    const both = { ...other, instructionId: mark.instructionId };
    expect([furthest(mark, other), furthest(other, mark)]).toEqual([both, both]);
    expect(furthest(mark, undefined)).toEqual(mark);
    const later: HighWaterMark = { recoveries: 2, sealNumber: '5', hash: 'ee' };
    expect([furthest(mark, later), furthest(later, mark)]).toEqual([later, later]);
  });

  it('is read as written, and an invalid file is named in the error', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'mark-')), 'mark.json');
    expect(readMark(file)).toBeUndefined();
    writeMark(file, mark);
    expect(readMark(file)).toEqual(mark);
    expect(() => readMark('/dev/null')).toThrow('/dev/null cannot be read');
  });
});

describe('the high-water mark of replicas that share a folder', () => {
  let folder: string;
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  let owner: pg.Client;
  let databases: Database[] = [];
  const replica = async (): Promise<RecoveryWatchService> => {
    const limits = { poolSize: 3, statementTimeoutMs: 60_000, lockTimeoutMs: 60_000, connectTimeoutMs: 60_000 };
    const database = await openDatabase({ url: fresh.serviceUrl, ...limits });
    databases.push(database);
    const watch = new RecoveryWatchService(database, { highWaterDir: folder });
    await watch.onModuleInit();
    return watch;
  };
  const stored = (): HighWaterMark =>
    readMark(
      join(
        folder,
        readdirSync(folder).find((name) => name.endsWith('.json'))!,
      ),
    )!;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'shared-mark-'));
    databases = [];
    fresh = await freshDatabase('ais-pis');
    owner = new pg.Client({ connectionString: fresh.ownerUrl });
    await owner.connect();
  });
  afterEach(async () => {
    await owner.end();
    await Promise.all(databases.map((database) => database.close()));
    await fresh.close();
    rmSync(folder, { recursive: true });
  });

  it('keeps an instruction that one replica records while another one advances the mark', async () => {
    const [one, other] = [await replica(), await replica()];
    await owner.query('update audit_head set seal_number = 1');
    await one.look();
    // A seal is recorded when it is a second old.
    const seenAt = performance.now();
    await until('the seal is a second old', () => performance.now() - seenAt > 1_000);

    await owner.query('begin');
    await owner.query('lock table audit_head in access exclusive mode');
    const looking = one.look();
    const waiting = "select from pg_locks where not granted and relation = 'audit_head'::regclass";
    await until('it waits', async () => (await owner.query(waiting)).rowCount! > 0);
    const instructionId = randomUUID();
    await other.noteInstruction(instructionId);
    await owner.query('commit');
    await looking;
    expect(stored()).toMatchObject({ sealNumber: '1', instructionId });
  });

  it('keeps the latest of many instructions that replicas record at once', async () => {
    const replicas = [await replica(), await replica(), await replica()];
    const ids = Array.from({ length: 30 }, (_, at) => `019a0000-0000-7000-8000-${String(at).padStart(12, '0')}`);
    await Promise.all(ids.toReversed().map((id, at) => replicas[at % 3]!.noteInstruction(id)));
    expect(stored().instructionId).toBe(ids.at(-1));
  });
});
