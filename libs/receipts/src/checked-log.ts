import { append, rootOf } from './merkle-tree.js';

/** The bank's signed statement about a day. `root` is base64url. */
export interface SignedRoot {
  readonly size: number;
  readonly root: string;
}

/** The first head, by size, that the hashes of the day's leaves do not lead to; undefined where all of them fit. */
export function firstFalseHead<Head extends SignedRoot>(leafHashes: readonly Buffer[], heads: readonly Head[]): Head | undefined {
  const peaks: Buffer[] = [];
  let size = 0;
  return heads
    .toSorted((one, other) => one.size - other.size)
    .find((head) => {
      if (head.size > leafHashes.length) return true;
      for (; size < head.size; size += 1) append(peaks, size, leafHashes[size]!, () => undefined);
      return rootOf(peaks).toString('base64url') !== head.root;
    });
}
