import { createPublicKey, verify, type JsonWebKey } from 'node:crypto';
import { leafHash, rootByInclusion } from './merkle-tree.js';
import type { ProvedLeaf, ReceiptFile } from './receipt-file-form.js';
import { readLeaf } from './receipt.js';

export interface SignedHead {
  readonly iss: string;
  readonly day: string;
  readonly size: number;
  readonly root: string;
}

type Key = JsonWebKey & { readonly kid?: string };
type Checked = { readonly head: SignedHead } | { readonly fault: string };

const decoded = <Value>(part: string): Value => JSON.parse(Buffer.from(part, 'base64url').toString()) as Value;
const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');

/** What a head says, where one of the keys has signed it; undefined otherwise, also where the head or the key is none. */
export function verifiedHead(jws: string, keys: readonly Key[]): SignedHead | undefined {
  const [header = '', payload = '', signature = ''] = jws.split('.');
  try {
    const { alg, kid } = decoded<{ alg?: string; kid?: string }>(header);
    const jwk = keys.find((key) => key.kid === kid);
    if (alg !== 'ES256' || !jwk) return undefined;
    const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
    return verify('sha256', Buffer.from(`${header}.${payload}`), key, bytes(signature)) ? decoded<SignedHead>(payload) : undefined;
  } catch {
    return undefined;
  }
}

/** Checks a file, without the bank: what its head says, or the first fault. */
export function checkedFile(file: ReceiptFile, keys: readonly Key[]): Checked {
  const head = verifiedHead(file.head, keys);
  if (!head) return { fault: 'the head is signed with none of these keys' };
  if (head.day !== file.day) return { fault: `the head is of ${head.day}, not of ${file.day}` };
  let before = file.after;
  for (const one of file.receipts) {
    const fault = one.index <= before ? 'is not in its place' : (leafFault(one, head) ?? openingFault(one, file.customer));
    if (fault !== undefined) return { fault: `receipt ${one.index} ${fault}` };
    before = one.index;
  }
  const gap = file.lost.find((one) => leafFault(one, head) !== undefined);
  return gap ? { fault: `gap ${gap.index} is not in the log that the bank has signed` } : { head };
}

/** The first receipt of an earlier file of the same day that a later one does not have as it was; undefined where it has all. */
export function missingSince(earlier: ReceiptFile, later: ReceiptFile): number | undefined {
  const now = new Map(later.receipts.map(({ index, leaf }) => [index, leaf]));
  const end = later.next ?? Infinity;
  return earlier.receipts.find(({ index, leaf }) => index > later.after && index <= end && now.get(index) !== leaf)?.index;
}

function leafFault({ index, leaf, proof }: ProvedLeaf, { size, root }: SignedHead): string | undefined {
  const found = index >= 0 ? rootByInclusion(leafHash(leaf), index, size, proof.map(bytes)) : undefined;
  return found?.equals(bytes(root)) ? undefined : 'is not in the log that the bank has signed';
}

function openingFault({ leaf, opening }: ProvedLeaf, customer: string): string | undefined {
  const read = readLeaf(leaf, opening);
  if (!read) return 'opens to something else';
  return read.customer === customer ? undefined : 'is of another customer';
}
