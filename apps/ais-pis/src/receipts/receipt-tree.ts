import { nodeHash, type NodeAt } from '@open-banking/access/receipts';
import type { Database } from '@open-banking/database';
import { leafHashes, nodeHashes } from './receipts.statements.js';

const hashBytes = 32;
const tile = 256;
/** Subtrees of 2^8, 2^16, … leaves are stored. */
export const storedLevels = 8;

/** The complete subtrees that a day's row holds one behind the other, the largest first. */
export const subtreesIn = (peaks: Buffer): Buffer[] =>
  Array.from({ length: peaks.length / hashBytes }, (_, at) => peaks.subarray(at * hashBytes, (at + 1) * hashBytes));

/** The complete subtrees of a day, read 256 at a time and remembered: proofs of neighbours share nearly all of theirs. */
export function nodesOf(database: Database, day: string): NodeAt {
  const tiles = new Map<string, Promise<{ hash: Buffer }[]>>();
  const tileAt = (level: number, from: number) => {
    const key = `${level} ${from}`;
    const known = tiles.get(key);
    if (known) return known;
    const read = level === 0 ? database.rows(leafHashes, day, from) : database.rows(nodeHashes, day, level, from);
    tiles.set(key, read);
    return read;
  };
  return async (level, position) => {
    const stored = level - (level % storedLevels);
    const width = 2 ** (level - stored);
    const first = position * width;
    const from = first - (first % tile);
    const rows = await tileAt(stored, from);
    let hashes = rows.slice(first - from, first - from + width).map(({ hash }) => hash);
    while (hashes.length > 1) hashes = pairs(hashes);
    return hashes[0]!;
  };
}

const pairs = (hashes: readonly Buffer[]): Buffer[] =>
  Array.from({ length: hashes.length / 2 }, (_, at) => nodeHash(hashes[2 * at]!, hashes[2 * at + 1]!));
