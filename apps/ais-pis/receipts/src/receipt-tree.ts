import { append, nodeHash, type NodeAt } from '@open-banking/receipts';
import type { Database } from '@open-banking/database';
import { leafHashes, nodeHashes, type DayRow } from './receipts.statements.js';

const hashBytes = 32;
const tile = 256;
/** Subtrees of 2^8, 2^16, … leaves are stored. */
const storedLevels = 8;

/** Hashes that stand one behind the other. */
const hashesIn = (bytes: Buffer): Buffer[] =>
  Array.from({ length: bytes.length / hashBytes }, (_, at) => bytes.subarray(at * hashBytes, (at + 1) * hashBytes));

/** The complete subtrees that a day's row holds, the largest first. */
export const subtreesIn = ({ peaks }: Pick<DayRow, 'peaks'>): Buffer[] => hashesIn(peaks);

/** A complete subtree that is stored. */
export interface StoredNode {
  readonly level: number;
  readonly position: number;
  readonly hash: Buffer;
}

/** The complete subtrees of a day once leaves are added, and those that they complete and that are stored. */
export function appendLeaves(
  day: Pick<DayRow, 'size' | 'peaks'>,
  leafHashesAdded: readonly Buffer[],
): { peaks: Buffer; nodes: StoredNode[] } {
  const subtrees = subtreesIn(day);
  const nodes: StoredNode[] = [];
  leafHashesAdded.forEach((leaf, at) => {
    append(subtrees, day.size + at, leaf, (level, position, hash) => {
      if (level > 0 && level % storedLevels === 0) nodes.push({ level, position, hash });
    });
  });
  return { peaks: Buffer.concat(subtrees), nodes };
}

/** The complete subtrees of a day, read 256 at a time and remembered: proofs of neighbours share nearly all of theirs. */
export function nodesOf(database: Database, day: string): NodeAt {
  const tiles = new Map<string, Promise<Buffer[]>>();
  const tileAt = (level: number, from: number) => {
    const key = `${level} ${from}`;
    const known = tiles.get(key);
    if (known) return known;
    const read = (level === 0 ? database.rows(leafHashes, day, from) : database.rows(nodeHashes, day, level, from)).then((rows) =>
      hashesIn(Buffer.concat(rows.map(({ hashes }) => hashes))),
    );
    tiles.set(key, read);
    return read;
  };
  return async (level, position) => {
    const stored = level - (level % storedLevels);
    const width = 2 ** (level - stored);
    const first = position * width;
    const from = first - (first % tile);
    let hashes = (await tileAt(stored, from)).slice(first - from, first - from + width);
    while (hashes.length > 1) hashes = pairs(hashes);
    return hashes[0]!;
  };
}

const pairs = (hashes: readonly Buffer[]): Buffer[] =>
  Array.from({ length: hashes.length / 2 }, (_, at) => nodeHash(hashes[2 * at]!, hashes[2 * at + 1]!));
