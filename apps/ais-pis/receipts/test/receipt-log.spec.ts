import { randomBytes, randomUUID } from 'node:crypto';
import {
  leafOf,
  receiptText,
  type RecordedReceipts,
  firstFalseHead,
  inclusionProof,
  isConsistent,
  leafHash,
  rootByInclusion,
} from '@open-banking/receipts';
import { SigningKeys } from '@open-banking/commands';
import { BankClock, openDatabase, type Database } from '@open-banking/database';
import { freshDatabase } from '@open-banking/testing/database';
import { createLocalJWKSet, compactVerify } from 'jose';
import pg from 'pg';
import { eraseReceiptSalts } from '../src/erased-receipts.js';
import { ReceiptHeadsService } from '../src/receipt-heads.service.js';
import { ReceiptLogService } from '../src/receipt-log.service.js';
import { nodesOf } from '../src/receipt-tree.js';

const clock = new BankClock('Asia/Jerusalem');
const today = (): string => clock.dayOf(new Date());

/** Receipts of a process with the numbers from `first` to before `end`, each a leaf of its own. */
function batchOf(processId: string, first: number, end: number, { psuId = '', ends = false } = {}): RecordedReceipts {
  const owner = { psuId, consentId: '', clientId: 'a-client' };
  const leaf = (number: number) =>
    leafOf(processId, randomBytes(18).toString('base64url'), owner, receiptText(number, Date.now(), 'readCardBalances', 'one'));
  const leaves = upTo(end - first).map((at) => leaf(first + at));
  return { processId, service: 'cards', reservedTo: end + 10_000, ends, first, count: end - first, leaves: leaves.join('\n') };
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
  const leaves = async () => {
    const text = `select day, leaf_index, leaf from receipt_leaf union all select day, leaf_index, leaf from receipt_gap order by day, leaf_index`;
    return (await owner.query<{ leaf: string }>(text)).rows.map(({ leaf }) => leaf);
  };
  /** What is left of leaves that were erased, too. */
  const storedHashes = async () => {
    const { rows } = await owner.query<{ hashes: Buffer }>('select hashes from receipt_batch order by day, first_leaf');
    const all = Buffer.concat(rows.map(({ hashes }) => hashes));
    return upTo(all.length / 32).map((at) => all.subarray(32 * at, 32 * (at + 1)));
  };
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
    await one.log.record(batchOf(process, 0, 300));
    await other.log.record(batchOf(process, 0, 300));
    await Promise.all([
      one.log.record(batchOf(process, 300, 302)),
      other.log.record(batchOf(second, 0, 2)),
      one.log.record(batchOf(process, 300, 302)),
      other.log.record(batchOf(process, 300, 302)),
    ]);
    const all = (await leaves()).map((leaf) => JSON.parse(leaf) as { process: string; receipts: [number][] });
    const leafNumbers = (of: string) =>
      all.filter((leaf) => leaf.process === of).flatMap(({ receipts }) => receipts.map(([number]) => number));
    expect(leafNumbers(process)).toEqual(upTo(302));
    expect(leafNumbers(second)).toEqual([0, 1]);
    expect(await storedHashes()).toEqual((await leaves()).map(leafHash));
  });

  it('refuses a batch that overlaps with what is known, and takes the one that goes on', async () => {
    const { log } = await replica();
    const process = randomUUID();
    expect(await log.record(batchOf(process, 0, 2))).toEqual({ nextNumber: 2 });
    await expect(log.record(batchOf(process, 1, 3))).rejects.toMatchObject({ faults: [{ code: 'FORMAT_ERROR' }] });
    expect(await log.record(batchOf(process, 2, 3))).toEqual({ nextNumber: 3 });
    expect(await log.record(batchOf(process, 3, 3))).toEqual({ nextNumber: 3 });
  });

  it('says which numbers are missing, of a process that dropped some and of one that was killed, and nothing of one that ended', async () => {
    const { log } = await replica();
    const [dropped, killed, ended] = [randomUUID(), randomUUID(), randomUUID()];
    await log.record(batchOf(dropped, 0, 2));
    await log.record(batchOf(dropped, 5, 6));
    await log.record(batchOf(dropped, 6, 7, { ends: true }));
    await log.record(batchOf(killed, 0, 3));
    await log.record(batchOf(ended, 0, 0));
    await log.record(batchOf(ended, 0, 1, { ends: true }));
    await log.noteLost(60_000);
    await owner.query(`update receipt_process set heard_at = heard_at - interval '2 minutes'`);
    await log.noteLost(60_000);
    await log.noteLost(0);
    const gaps = (await leaves())
      .map((leaf) => JSON.parse(leaf) as { process: string; lost?: [number, number]; between?: string[] })
      .filter(({ lost }) => lost);
    expect(gaps).toEqual([
      expect.objectContaining({ process: dropped, lost: [2, 4] }),
      expect.objectContaining({ process: killed, lost: [3, 10_002] }),
    ]);
    expect(Date.parse(gaps[1]!.between![1]!) - Date.parse(gaps[1]!.between![0]!)).toBeGreaterThanOrEqual(120_000);
    // A process that only hung goes on where it was.
    await log.record(batchOf(killed, 3, 4));
    expect(JSON.parse((await leaves()).at(-1)!)).toMatchObject({
      process: killed,
      receipts: [[3, expect.any(Number), 'readCardBalances', 'one']],
    });
    expect(await storedHashes()).toEqual((await leaves()).map(leafHash));
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
      await log.record(batchOf(process, from, to));
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
      expect(rootByInclusion(leafHash(rows[index]!), index, size, await inclusionProof(node, index, size))).toEqual(root);
  });

  it('betrays a leaf that is removed, added, altered or moved afterwards, by a head that was signed before', async () => {
    const { heads, keys, log } = await replica();
    await log.record(batchOf(randomUUID(), 0, 20));
    const head = await claimsOf((await heads.current(today()))!.jws, keys);
    const byTexts = async () => firstFalseHead((await leaves()).map(leafHash), [head]);
    const byHashes = async () => firstFalseHead(await storedHashes(), [head]);
    expect([await byTexts(), await byHashes()]).toEqual([undefined, undefined]);
    await log.record(batchOf(randomUUID(), 0, 1));
    expect([await byTexts(), await byHashes()]).toEqual([undefined, undefined]);

    const tampered = async (found: () => Promise<unknown>, ...statements: string[]) => {
      await owner.query('begin');
      for (const statement of statements) await owner.query(statement);
      const first = await found();
      await owner.query('rollback');
      return first;
    };
    const shift = (by: number, from: number) => `update receipt_leaf set leaf_index = leaf_index + ${by} where leaf_index >= ${from}`;
    const hashesBecome = (sql: string) => `update receipt_batch set hashes = ${sql} where first_leaf = 0`;
    expect(await tampered(byTexts, 'delete from receipt_leaf where leaf_index = 7', shift(-1, 8))).toEqual(head);
    expect(
      await tampered(byTexts, shift(1, 7), 'insert into receipt_leaf select day, psu_id, 7, leaf from receipt_leaf where leaf_index = 8'),
    ).toEqual(head);
    expect(await tampered(byTexts, `update receipt_leaf set leaf = replace(leaf, 'a-client', 'b-client') where leaf_index = 7`)).toEqual(
      head,
    );
    expect(await tampered(byTexts, 'update receipt_leaf set leaf_index = 15 - leaf_index where leaf_index in (7, 8)')).toEqual(head);
    expect(await tampered(byTexts, 'delete from receipt_leaf where leaf_index >= 10')).toEqual(head);
    expect(await tampered(byHashes, hashesBecome('substring(hashes for 7 * 32) || substring(hashes from 8 * 32 + 1)'))).toEqual(head);
    expect(await tampered(byHashes, hashesBecome('set_byte(hashes, 7 * 32, 1 - get_byte(hashes, 7 * 32) / 128)'))).toEqual(head);
    expect(await tampered(byHashes, hashesBecome('hashes'), 'delete from receipt_batch where first_leaf >= 0')).toEqual(head);
  });

  it('cannot be changed by who runs the service, apart from erasing what leads to a customer, and stays provable then', async () => {
    const { database, heads, keys, log } = await replica();
    const [psuId, another] = [randomUUID(), randomUUID()];
    await log.record(batchOf(randomUUID(), 0, 1_205, { psuId }));
    await log.record(batchOf(randomUUID(), 0, 5, { psuId: another }));
    const head = await claimsOf((await heads.current(today()))!.jws, keys);
    const service = new pg.Client({ connectionString: fresh.serviceUrl });
    await service.connect();
    for (const refused of [
      `update receipt_batch set hashes = hashes`,
      'delete from receipt_batch',
      'truncate receipt_batch',
      `update receipt_leaf set leaf = ''`,
      'truncate receipt_leaf',
      'delete from receipt_gap',
      `update receipt_gap set leaf = ''`,
      'delete from receipt_head',
      `update receipt_head set jws = ''`,
      'delete from receipt_node',
    ])
      await expect(service.query(refused)).rejects.toThrow('permission denied');
    await service.end();
    expect(await eraseReceiptSalts(database, psuId)).toBe(1_205);
    expect(await eraseReceiptSalts(database, psuId)).toBe(0);
    const texts = await leaves();
    expect(texts.join()).not.toContain(psuId);
    expect(texts).toHaveLength(5);
    const hashes = await storedHashes();
    expect(firstFalseHead(hashes, [head])).toBeUndefined();
    // What the customer has downloaded before is proved as it was, and so is what others have.
    const proof = (index: number) => inclusionProof(nodesOf(database, today()), index, head.size);
    expect(rootByInclusion(hashes[3]!, 3, head.size, await proof(3))!.toString('base64url')).toBe(head.root);
    expect(rootByInclusion(leafHash(texts[0]!), 1_205, head.size, await proof(1_205))!.toString('base64url')).toBe(head.root);
  });

  it('signs a day once more where its head was signed by a key that is replaced', async () => {
    const { heads, keys, log } = await replica();
    await log.record(batchOf(randomUUID(), 0, 1));
    const before = (await heads.current(today()))!;
    expect(await heads.current(today())).toEqual(before);
    await keys.rotate(true, () => Promise.resolve());
    const after = (await heads.current(today()))!;
    expect(after.kid).not.toBe(before.kid);
    expect(await claimsOf(after.jws, keys)).toMatchObject({ size: 1, day: today() });
    expect(await heads.current('2020-01-01')).toBeUndefined();
  });
});
