import { execFile } from 'node:child_process';
import { createHash, generateKeyPairSync, randomUUID, sign, type JsonWebKey } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@open-banking/testing';
import { append, inclusionProof, leafHash, rootOf } from '../src/receipts/merkle-tree.js';
import { checkedFile, type ReceiptFile } from '../src/receipts/receipt-file.js';
import { leafOf, readLeaf, receiptText } from '../src/receipts/receipt.js';

const script = fileURLToPath(new URL('../../../docs/receipts-verify.mjs', import.meta.url));
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const keys = [{ ...(publicKey.export({ format: 'jwk' }) as JsonWebKey), kid: 'k' }];
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const [customer, consent, process] = [randomUUID(), randomUUID(), randomUUID()];
const at = Date.parse('2026-11-25T09:30:00.000Z');
/** As leaves were until one had several receipts. */
const opening = JSON.stringify(['c2FsdHNhbHRzYWx0c2FsdA', customer, consent, 'one']);
const before = JSON.stringify({
  v: 1,
  process,
  number: 0,
  at: new Date(at).toISOString(),
  client: 'tpp-1',
  operation: 'readCard',
  customer: createHash('sha256').update(opening).digest('base64url'),
});
const now = leafOf(
  process,
  's'.repeat(24),
  { psuId: customer, consentId: consent, clientId: 'tpp-1' },
  [receiptText(1, at, 'readCard', 'one'), receiptText(2, at + 5, 'readCardBalances', 'two')].join(','),
);

/** A file of these leaves, as the bank makes it. */
async function aFile(...leaves: { leaf: string; opening?: string }[]): Promise<ReceiptFile> {
  const peaks: Buffer[] = [];
  const nodes = new Map<string, Buffer>();
  leaves.forEach(({ leaf }, size) => {
    append(peaks, size, leafHash(leaf), (level, position, hash) => nodes.set(`${level} ${position}`, hash));
  });
  const claims = { iss: 'https://bank.example', day: '2026-11-25', size: leaves.length, root: rootOf(peaks).toString('base64url') };
  const signed = `${encoded({ alg: 'ES256', kid: 'k' })}.${encoded(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  const proved = leaves.map(async (one, index) => {
    const proof = await inclusionProof((level, position) => Promise.resolve(nodes.get(`${level} ${position}`)!), index, leaves.length);
    return { index, ...one, proof: proof.map((hash) => hash.toString('base64url')) };
  });
  return { customer, day: claims.day, after: -1, head: `${signed}.${signature}`, receipts: await Promise.all(proved), lost: [] };
}

describe('a file of receipts', () => {
  const folder = temporaryFolder();
  afterAll(() => {
    folder.remove();
  });
  /** What the script says that needs Node alone. */
  const said = (...names: string[]) =>
    new Promise<string>((settle) => {
      execFile(globalThis.process.execPath, [script, ...names], (_, out, problem) => {
        settle(out + problem);
      });
    });
  const ran = (file: ReceiptFile): Promise<string> => {
    const [name, keysName] = [join(folder.path, `${randomUUID()}.json`), join(folder.path, 'keys.json')];
    writeFileSync(name, JSON.stringify(file));
    writeFileSync(keysName, JSON.stringify({ keys }));
    return said(name, keysName);
  };

  it('is read by the script, which says what is wrong with its arguments in one line', async () => {
    const [fine, other] = [join(folder.path, 'fine.json'), join(folder.path, 'other.json')];
    writeFileSync(fine, JSON.stringify({ ...(await aFile({ leaf: now })), keys: { keys } }));
    writeFileSync(other, '{}');
    expect(await said(fine)).toContain('ok: 2 receipts');
    expect(await said()).toMatch(/^usage: .*\n$/);
    expect(await said('/nowhere.json')).toMatch(/^\/nowhere\.json: ENOENT.*\n$/);
    expect(await said(other)).toBe(`${other} is no file of receipts\n`);
    expect(await said(fine, other)).toBe(`${other} holds no JWK Set\n`);
  });

  it('proves leaves of both versions, and says the same of both', async () => {
    const file = await aFile({ leaf: before, opening }, { leaf: now });
    expect(checkedFile(file, keys)).toEqual({ head: expect.objectContaining({ size: 2 }) });
    expect(await ran(file)).toBe(
      `2026-11-25T09:30:00.000Z  tpp-1  readCard  one  ${consent}\n`.repeat(2) +
        `2026-11-25T09:30:00.005Z  tpp-1  readCardBalances  two  ${consent}\n` +
        'ok: 3 receipts are in the log of 2026-11-25, of 2 leaves, as https://bank.example signed it\n',
    );
    const shared = { client: 'tpp-1', operation: 'readCard', consent, resource: 'one', at: new Date(at) };
    expect(readLeaf(before, opening)).toEqual({ customer, receipts: [{ number: 0, ...shared }] });
    expect(readLeaf(now)!.receipts[0]).toEqual({ number: 1, ...shared });
  });

  it('is wrong where a leaf of the first version opens to something else, or either is of another customer', async () => {
    const another = randomUUID();
    for (const wrong of [
      await aFile({ leaf: before, opening: opening.replace('one', 'two') }),
      await aFile({ leaf: before }),
      { ...(await aFile({ leaf: before, opening })), customer: another },
      { ...(await aFile({ leaf: now })), customer: another },
    ]) {
      expect(checkedFile(wrong, keys)).toEqual({
        fault: expect.stringMatching(/^receipt 0 (opens to something else|is of another customer)$/),
      });
      expect(await ran(wrong)).toMatch(/^WRONG receipt 0 (says something else of its customer|is of another customer)\n$/);
    }
  });
});
