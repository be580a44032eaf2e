import { setImmediate as nextTurn } from 'node:timers/promises';

/** Entries that are written in one turn of the event loop, 1 to 2 ms: as many as a page of a list has by default. */
const entriesOfSlice = 100;

/**
 * The texts of entries in UTF-8, one after another, in pieces. Of a longer list a slice is written at a time, and other requests of the
 * process are served in between.
 */
export async function inSlices<Entry>(entries: readonly Entry[], write: (entry: Entry) => string | undefined): Promise<Buffer[]> {
  const slices: Buffer[] = [];
  for (let from = 0; from < entries.length; from += entriesOfSlice) {
    if (entries.length > entriesOfSlice) await nextTurn();
    slices.push(
      Buffer.from(
        entries
          .slice(from, from + entriesOfSlice)
          .map(write)
          .join(''),
      ),
    );
  }
  return slices;
}
