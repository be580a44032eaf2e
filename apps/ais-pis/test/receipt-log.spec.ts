import { randomUUID } from 'node:crypto';
import type { RecordedReceipts } from '@open-banking/access';
import { firstFalseHead, inclusionProof, isConsistent, leafHash, rootByInclusion } from '@open-banking/access/receipts';
import { SigningKeys } from '@open-banking/commands';
import { BankClock, openDatabase, type Database } from '@open-banking/database';
import { freshDatabase } from '@open-banking/testing/database';
import { createLocalJWKSet, compactVerify } from 'jose';
import pg from 'pg';
import { eraseReceiptSalts } from '../src/receipts/erased-receipts.js';
import { ReceiptHeadsService } from '../src/receipts/receipt-heads.service.js';
import { ReceiptLogService } from '../src/receipts/receipt-log.service.js';
import { nodesOf } from '../src/receipts/receipt-tree.js';

const clock = new BankClock('Asia/Jerusalem');
const today = (): string => clock.dayOf(new Date());

/** Receipts of a process with these numbers. */
function batchOf(processId: string, numbers: readonly number[], extra: { psuId?: string; ends?: boolean } = {}): RecordedReceipts {
  const all = <Value>(value: Value) => numbers.map(() => value);
  return {
    processId,
    service: 'cards',
    reservedTo: (numbers.at(-1) ?? -1) + 1 + 10_000,
    ends: extra.ends ?? false,
    numbers: [...numbers],
    at: all(Date.now()),
    clientId: all('a-client'),
    operation: all('readCardBalances'),
    psuId: all(extra.psuId ?? ''),
    consentId: all(''),
    resource: all('one'),
  };
}
const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

describe('the log of receipts', () => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  let owner: pg.Client;
  let databases: Database[];
  /** What another process of ais-pis has, or the same one after a restart. */
  const replica = async () => {
    const limits = { poolSize: 3, statementTimeoutMs: 60_000, lockTimeoutMs: 60_000, connectTimeoutMs: 60_000 };
    const database = await openDatabase({ url: fresh.serviceUrl, ...limits });
    databases.push(database);
    const keys = new SigningKeys(database);
    const heads = new ReceiptHeadsService(database, keys, clock, { baseUrl: 'https://bank.example' } as never);
    return { database, keys, heads, log: new ReceiptLogService(database, clock) };
  };
  const leaves = async () =>
    (await owner.query<{ leaf: string; leaf_hash: Buffer; opening: string | null }>('select * from receipt order by day, leaf_index')).rows;
  type Claims = { size: number; root: string; day: string; iss: string };
  const claimsOf = async (jws: string, keys: SigningKeys): Promise<Claims> => {
    const { payload } = await compactVerify(jws, createLocalJWKSet((await keys.published()) as never), { algorithms: ['ES256'] });
    return JSON.parse(Buffer.from(payload).toString()) as Claims;
  };

  beforeEach(async () => {
    databases = [];
    fresh = await freshDatabase('ais-pis');
    owner = new pg.Client({ connectionString: fresh.ownerUrl });
    await owner.connect();
  });
  afterEach(async () => {
    for (const database of databases) await database.close();
    await owner.end();
    await fresh.close();
  });

  it('has each receipt once, in the order of its process, whichever replica took it and however often it was sent', async () => {
    const [one, other] = [await replica(), await replica()];
    const [process, second] = [randomUUID(), randomUUID()];
    await one.log.record(batchOf(process, upTo(300)));
    await other.log.record(batchOf(process, upTo(300)));
    await Promise.all([
      one.log.record(batchOf(process, [300, 301])),
      other.log.record(batchOf(second, [0, 1])),
      one.log.record(batchOf(process, [300, 301])),
    ]);
    const all = (await leaves()).map(({ leaf }) => JSON.parse(leaf) as { process: string; number: number; customer: string });
    expect(all.filter((leaf) => leaf.process === process).map(({ number }) => number)).toEqual(upTo(302));
    expect(all.filter((leaf) => leaf.process === second).map(({ number }) => number)).toEqual([0, 1]);
    // The same customer, consent and resource 304 times: each has a salt of its own.
    expect(new Set(all.map(({ customer }) => customer)).size).toBe(304);
  });

  it('refuses a batch whose columns differ in length, and takes the same one whole', async () => {
    const { log } = await replica();
    const batch = batchOf(randomUUID(), [0, 1]);
    await expect(log.record({ ...batch, at: [1] })).rejects.toMatchObject({ faults: [{ code: 'FORMAT_ERROR' }] });
    expect(await log.record(batch)).toEqual({ nextNumber: 2 });
  });

  it('says which numbers are missing, of a process that dropped some and of one that was killed, and nothing of one that ended', async () => {
    const { log } = await replica();
    const [dropped, killed, ended] = [randomUUID(), randomUUID(), randomUUID()];
    await log.record(batchOf(dropped, [0, 1, 5]));
    await log.record(batchOf(dropped, [6], { ends: true }));
    await log.record(batchOf(killed, [0, 1, 2]));
    await log.record(batchOf(ended, [0], { ends: true }));
    await log.noteLost(60_000);
    await owner.query(`update receipt_process set heard_at = heard_at - interval '2 minutes'`);
    await log.noteLost(60_000);
    await log.noteLost(0);
    const gaps = (await leaves())
      .map(({ leaf }) => JSON.parse(leaf) as { process: string; lost?: [number, number]; between?: string[] })
      .filter(({ lost }) => lost);
    expect(gaps).toEqual([
      expect.objectContaining({ process: dropped, lost: [2, 4] }),
      expect.objectContaining({ process: killed, lost: [3, 10_002] }),
    ]);
    expect(Date.parse(gaps[1]!.between![1]!) - Date.parse(gaps[1]!.between![0]!)).toBeGreaterThanOrEqual(120_000);
    // A process that only hung goes on where it was.
    await log.record(batchOf(killed, [3]));
    expect(JSON.parse((await leaves()).at(-1)!.leaf)).toMatchObject({ process: killed, number: 3 });
  });

  it('is signed, grows only, across restarts and replicas, and proves each leaf, beyond one subtree that is stored', async () => {
    const one = await replica();
    const process = randomUUID();
    const proved: { size: number; root: Buffer }[] = [];
    for (const [from, to] of [
      [0, 3],
      [3, 256],
      [256, 700],
      [700, 701],
    ] as const) {
      const { heads, keys, log } = proved.length % 2 === 0 ? one : await replica();
      await log.record(batchOf(process, upTo(to).slice(from)));
      await heads.signNew();
      const head = (await heads.current(today()))!;
      const claims = await claimsOf(head.jws, keys);
      expect(claims).toMatchObject({ iss: 'https://bank.example', day: today(), size: to });
      proved.push({ size: claims.size, root: Buffer.from(claims.root, 'base64url') });
    }
    const { database, heads } = await replica();
    expect((await heads.list(today(), 0)).map(({ size }) => size)).toEqual([3, 256, 700, 701]);
    expect((await heads.list(today(), 256)).map(({ size }) => size)).toEqual([700, 701]);
    for (const first of proved)
      for (const second of proved.filter(({ size }) => size >= first.size)) {
        const proof = (await heads.consistency(today(), first.size, second.size)).map((hash) => Buffer.from(hash, 'base64url'));
        expect(isConsistent(first, second, proof)).toBe(true);
      }
    await expect(heads.consistency(today(), 3, 702)).rejects.toMatchObject({ faults: [{ path: 'to' }] });
    await expect(heads.consistency(today(), 256, 3)).rejects.toMatchObject({ faults: [{ path: 'from' }] });
    await expect(heads.consistency('2020-01-01', 1, 1)).rejects.toMatchObject({ faults: [{ code: 'RESOURCE_UNKNOWN' }] });
    const { size, root } = proved.at(-1)!;
    const node = nodesOf(database, today());
    const rows = await leaves();
    for (const index of [0, 255, 256, 511, 512, 700])
      expect(rootByInclusion(leafHash(rows[index]!.leaf), index, size, await inclusionProof(node, index, size))).toEqual(root);
  });

  it('betrays a leaf that is removed, added, altered or moved afterwards, by a head that was signed before', async () => {
    const { heads, keys, log } = await replica();
    await log.record(batchOf(randomUUID(), upTo(20)));
    const head = await claimsOf((await heads.current(today()))!.jws, keys);
    const honest = (await leaves()).map(({ leaf }) => leaf);
    expect(firstFalseHead(honest, [head])).toBeUndefined();
    await log.record(batchOf(randomUUID(), [0]));
    expect(
      firstFalseHead(
        (await leaves()).map(({ leaf }) => leaf),
        [head],
      ),
    ).toBeUndefined();

    const tampered = async (...statements: string[]) => {
      await owner.query('begin');
      for (const statement of statements) await owner.query(statement);
      const found = firstFalseHead(
        (await leaves()).map(({ leaf }) => leaf),
        [head],
      );
      await owner.query('rollback');
      return found;
    };
    const shift = (by: number, from: number) => [
      `update receipt set leaf_index = leaf_index + 1000 where leaf_index >= ${from}`,
      `update receipt set leaf_index = leaf_index - 1000 + ${by} where leaf_index >= 1000`,
    ];
    expect(await tampered('delete from receipt where leaf_index = 7', ...shift(-1, 8))).toEqual(head);
    expect(
      await tampered(
        ...shift(1, 7),
        `insert into receipt select day, 7, leaf, leaf_hash, psu_id, opening from receipt where leaf_index = 8`,
      ),
    ).toEqual(head);
    expect(await tampered(`update receipt set leaf = replace(leaf, 'a-client', 'b-client') where leaf_index = 7`)).toEqual(head);
    expect(
      await tampered(
        'update receipt set leaf_index = -1 where leaf_index = 7',
        'update receipt set leaf_index = 7 where leaf_index = 8',
        'update receipt set leaf_index = 8 where leaf_index = -1',
      ),
    ).toEqual(head);
    expect(await tampered('delete from receipt where leaf_index >= 10')).toEqual(head);
  });

  it('cannot be changed by who runs the service, apart from erasing what leads to a customer, and stays provable then', async () => {
    const { database, heads, keys, log } = await replica();
    const [psuId, another] = [randomUUID(), randomUUID()];
    await log.record(batchOf(randomUUID(), upTo(1_205), { psuId }));
    await log.record(batchOf(randomUUID(), upTo(5), { psuId: another }));
    const head = await claimsOf((await heads.current(today()))!.jws, keys);
    const service = new pg.Client({ connectionString: fresh.serviceUrl });
    await service.connect();
    for (const refused of [
      'delete from receipt',
      'truncate receipt',
      `update receipt set leaf = ''`,
      'delete from receipt_head',
      `update receipt_head set jws = ''`,
      'delete from receipt_node',
    ])
      await expect(service.query(refused)).rejects.toThrow('permission denied');
    await service.end();
    expect(await eraseReceiptSalts(database, psuId)).toBe(1_205);
    expect(await eraseReceiptSalts(database, psuId)).toBe(0);
    const rows = await leaves();
    expect(JSON.stringify(rows)).not.toContain(psuId);
    expect(rows.filter(({ opening }) => opening !== null)).toHaveLength(5);
    expect(
      firstFalseHead(
        rows.map(({ leaf }) => leaf),
        [head],
      ),
    ).toBeUndefined();
    const proof = await inclusionProof(nodesOf(database, today()), 3, head.size);
    expect(rootByInclusion(leafHash(rows[3]!.leaf), 3, head.size, proof)!.toString('base64url')).toBe(head.root);
  });

  it('signs a day once more where its head was signed by a key that is replaced', async () => {
    const { heads, keys, log } = await replica();
    await log.record(batchOf(randomUUID(), [0]));
    const before = (await heads.current(today()))!;
    expect(await heads.current(today())).toEqual(before);
    await keys.rotate(true, () => Promise.resolve());
    const after = (await heads.current(today()))!;
    expect(after.kid).not.toBe(before.kid);
    expect(await claimsOf(after.jws, keys)).toMatchObject({ size: 1, day: today() });
    expect(await heads.current('2020-01-01')).toBeUndefined();
  });
});
