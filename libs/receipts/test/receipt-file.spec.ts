import { execFile } from 'node:child_process';
import { createHash, generateKeyPairSync, randomUUID, sign, type JsonWebKey } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@open-banking/testing';
import { append, inclusionProof, leafHash, rootOf } from '../src/merkle-tree.js';
import { changedSince, checkedFile, verifiedHead } from '../src/receipt-file.js';
import { keySetFault, receiptFileFault, type ProvedLeaf, type ReceiptFile } from '../src/receipt-file-form.js';
import { gapLeafOf, leafOf, readLeaf, receiptText } from '../src/receipt.js';

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
  const ran = (file: unknown): Promise<string> => {
    const [name, keysName] = [join(folder.path, `${randomUUID()}.json`), join(folder.path, 'keys.json')];
    writeFileSync(name, JSON.stringify(file));
    writeFileSync(keysName, JSON.stringify({ keys }));
    return said(name, keysName);
  };

  it('is read by the script, which says what is wrong with its arguments in one line', async () => {
    const [fine, other] = [join(folder.path, 'fine.json'), join(folder.path, 'other.json')];
    writeFileSync(fine, JSON.stringify({ ...(await aFile({ leaf: now })), keys: { keys } }));
    writeFileSync(other, '{}');
    expect(await said(fine)).toMatch(
      /^ok: 2 receipts .*, as the keys in the file signed it$\n^warning: .* proves only that the file agrees with itself/m,
    );
    expect(await said()).toMatch(/^usage: .*\n$/);
    expect(await said('/nowhere.json')).toMatch(/^\/nowhere\.json: ENOENT.*\n$/);
    expect(await said(fine, other)).toBe(`${other} holds no JWK Set\n`);
  });

  it('is refused in one line that says where another form begins, by the script as by the command', async () => {
    const file = { ...(await aFile({ leaf: before, opening }, { leaf: now })), keys: { keys } };
    const [one, two] = file.receipts as [ReceiptFile['receipts'][0], ReceiptFile['receipts'][0]];
    expect([receiptFileFault(file), await ran(file)]).toEqual([undefined, expect.stringContaining('ok: 3 receipts')]);
    for (const [other, place, inScript = place] of [
      [[], '', 'it'],
      [null, '', 'it'],
      [{}, '/customer'],
      [{ ...file, day: 20261125 }, '/day'],
      [{ ...file, after: undefined }, '/after'],
      [{ ...file, head: 'x' }, '/head'],
      [{ ...file, receipts: {} }, '/receipts'],
      [{ ...file, receipts: [one, { ...two, index: '1' }] }, '/receipts/1/index'],
      [{ ...file, receipts: [one, null] }, '/receipts/1', '/receipts/1/index'],
      [{ ...file, receipts: [one, { ...two, leaf: null }] }, '/receipts/1/leaf'],
      [{ ...file, receipts: [{ ...one, proof: 'x' }, two] }, '/receipts/0/proof'],
      [{ ...file, receipts: [{ ...one, proof: [...one.proof, 'x'] }, two] }, '/receipts/0/proof/1', '/receipts/0/proof'],
      [{ ...file, lost: undefined }, '/lost'],
      [{ ...file, lost: [{ index: 2 }] }, '/lost/0/leaf'],
    ] as const) {
      expect(receiptFileFault(other)).toMatch(new RegExp(`^${place === '' ? '' : `${place}: `}(Must be |This field is required)`));
      expect(await ran(other)).toMatch(new RegExp(`^\\S+ is no file of receipts: ${inScript} must be .*\\n$`));
    }
    expect(receiptFileFault({ ...file, next: 'x' })).toBe('/next: Must be a whole number.');
    expect(receiptFileFault({ ...file, receipts: [{ ...one, opening: 1 }] })).toBe('/receipts/0/opening: Must be a string.');
  });

  it('is checked with a set of keys, and has none of its signatures where the set is of another form', async () => {
    const { head } = await aFile({ leaf: now });
    expect(verifiedHead(head, keys)).toMatchObject({ size: 1 });
    expect(keySetFault({ keys })).toBeUndefined();
    expect(keySetFault({})).toBe('/keys: This field is required.');
    expect(keySetFault({ keys: ['x'] })).toBe('/keys/0: Must be an object.');
    expect(verifiedHead(head, [{ kid: 'k', kty: 'EC' }])).toBeUndefined();
    expect(verifiedHead('x.y.z', keys)).toBeUndefined();
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

  it('has as gaps what the log has as gaps, each once: a receipt that is passed off as lost is found', async () => {
    const gap = (first: number) => ({ leaf: gapLeafOf(process, { first, last: first + 1, since: new Date(at), until: new Date(at) }) });
    const file = await aFile({ leaf: now }, gap(3), { leaf: before, opening }, gap(7));
    const [one, lost, two, last] = file.receipts as [ProvedLeaf, ProvedLeaf, ProvedLeaf, ProvedLeaf];
    const fileWith = (receipts: ProvedLeaf[], gaps: ProvedLeaf[]) => ({ ...file, receipts, lost: gaps });
    expect(checkedFile(fileWith([one, two], [lost, last]), keys)).toHaveProperty('head');
    expect(await ran(fileWith([one, two], [lost, last]))).toMatch(/\nok: 3 receipts /);
    for (const [wrong, fault] of [
      [fileWith([two], [one, lost, last]), 'gap 0 is a receipt'],
      [fileWith([one], [lost, two, last]), 'gap 2 is a receipt'],
      [fileWith([one, two], [lost, lost, last]), 'gap 1 is not in its place'],
      [fileWith([one, two], [last, lost]), 'gap 1 is not in its place'],
    ] as const) {
      expect(checkedFile(wrong, keys)).toEqual({ fault });
      expect(await ran(wrong)).toBe(`WRONG the ${fault}\n`);
    }
  });

  it('still has all of an earlier one, whatever it says where it begins and ends', async () => {
    const gap = { leaf: gapLeafOf(process, { first: 3, last: 4, since: new Date(at), until: new Date(at) }) };
    const file = await aFile({ leaf: before, opening }, gap, { leaf: now });
    const [one, lost, two] = file.receipts as [ProvedLeaf, ProvedLeaf, ProvedLeaf];
    const all = { ...file, receipts: [one, two], lost: [lost] };
    expect(changedSince(all, all)).toBeUndefined();
    expect(changedSince({ ...all, receipts: [one], next: 0 }, all)).toBeUndefined();
    expect(changedSince({ ...all, after: 0, receipts: [two] }, all)).toBeUndefined();
    const wrong: readonly (readonly [ReceiptFile, string])[] = [
      [{ ...all, receipts: [one] }, 'receipt 2 of the earlier file was removed or changed'],
      [{ ...all, receipts: [{ ...one, leaf: now }, two] }, 'receipt 0 of the earlier file was removed or changed'],
      [{ ...all, lost: [] }, 'gap 1 of the earlier file was removed or changed'],
      [{ ...all, after: 1, receipts: [two] }, 'receipt 0 of the earlier file is not among those after 1, of which this file is'],
      [{ ...all, next: 0, receipts: [one] }, 'receipt 2 of the earlier file is not among those after -1 up to 0, of which this file is'],
    ];
    for (const [later, fault] of wrong) expect(changedSince(all, later)).toBe(fault);
  });
});
