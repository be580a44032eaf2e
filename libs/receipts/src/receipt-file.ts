import { createPublicKey, verify, type JsonWebKey } from 'node:crypto';
import { leafHash, rootByInclusion } from './merkle-tree.js';
import type { ProvedLeaf, ReceiptFile } from './receipt-file-form.js';
import { isGapLeaf, readLeaf } from './receipt.js';

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

/** The content of a head that one of the keys has signed; undefined otherwise, also for a malformed head or key. */
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
  const receipt = firstFault(file.receipts, file.after, (one) => leafFault(one, head) ?? openingFault(one, file.customer));
  if (receipt !== undefined) return { fault: `receipt ${receipt}` };
  // Other leaves of the log must not pass for lost: the customer's own receipts, say, or those of others.
  const gap = firstFault(file.lost, -1, (one) => leafFault(one, head) ?? (isGapLeaf(one.leaf) ? undefined : 'is a receipt'));
  return gap === undefined ? { head } : { fault: `gap ${gap}` };
}

/** The first of these leaves, which must stand in the order of the log, that has a fault, and which. */
function firstFault(leaves: readonly ProvedLeaf[], after: number, faultOf: (leaf: ProvedLeaf) => string | undefined): string | undefined {
  let before = after;
  for (const one of leaves) {
    const fault = one.index <= before ? 'is not in its place' : faultOf(one);
    if (fault !== undefined) return `${one.index} ${fault}`;
    before = one.index;
  }
  return undefined;
}

/**
 * The first receipt or gap of an earlier file of the same day that a later one does not have as it was; undefined if it has all. The begin
 * and end of a file are not signed: one that leaves something out could say that this is not its part of the day.
 */
export function changedSince(earlier: ReceiptFile, later: ReceiptFile): string | undefined {
  const [receipt, gap] = [missingIn(later.receipts, earlier.receipts), missingIn(later.lost, earlier.lost)];
  const { after, next = Infinity } = later;
  if (receipt !== undefined && (receipt <= after || receipt > next))
    return `receipt ${receipt} of the earlier file is not among those after ${after}${next === Infinity ? '' : ` up to ${next}`}, of which this file is`;
  const changed = receipt === undefined ? gap !== undefined && `gap ${gap}` : `receipt ${receipt}`;
  return changed ? `${changed} of the earlier file was removed or changed` : undefined;
}

function missingIn(now: readonly ProvedLeaf[], before: readonly ProvedLeaf[]): number | undefined {
  const leaves = new Map(now.map(({ index, leaf }) => [index, leaf]));
  return before.find(({ index, leaf }) => leaves.get(index) !== leaf)?.index;
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
