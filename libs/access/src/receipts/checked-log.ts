import { append, leafHash, rootOf } from './merkle-tree.js';

/** What the bank has signed of a day. `root` is base64url. */
export interface SignedRoot {
  readonly size: number;
  readonly root: string;
}

/** The first head, by size, that the leaves of the day do not lead to; undefined where all of them fit. */
export function firstFalseHead<Head extends SignedRoot>(leaves: readonly string[], heads: readonly Head[]): Head | undefined {
  const peaks: Buffer[] = [];
  let size = 0;
  return heads
    .toSorted((one, other) => one.size - other.size)
    .find((head) => {
      if (head.size > leaves.length) return true;
      for (; size < head.size; size += 1) append(peaks, size, leafHash(leaves[size]!), () => undefined);
      return rootOf(peaks).toString('base64url') !== head.root;
    });
}
