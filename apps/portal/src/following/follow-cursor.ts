/** An entry's place in a log: its time, and its id among the entries of one millisecond. */
export interface Place {
  readonly at: Date;
  readonly entryId: string;
}

/** The most entries of one answer. */
export const maxFollowed = 100;

/** Services send their requests to the log once a second, and an entry that was written first may be committed last. */
const settledMs = 10_000;

export const cursorPattern = '^[0-9]{1,13}-[0-9]{1,18}$';

const cursorOf = ({ at, entryId }: Place): string => `${at.getTime()}-${entryId}`;

/** The place of a cursor that fits `cursorPattern`. */
export function placeOf(cursor: string): Place {
  const [at, entryId] = cursor.split('-');
  return { at: new Date(Number(at)), entryId: entryId! };
}

/**
 * The cursor for the next request after these entries, which are the oldest first. It stays ten seconds behind, so that an entry that is
 * committed late is not missed: readers get the latest entries again, and skip the ids that they have seen.
 */
export function nextCursor(entries: readonly Place[], after: string | undefined, now: number): string {
  const isFull = after !== undefined && entries.length === maxFollowed;
  const settled = isFull ? entries.at(-1) : entries.findLast(({ at }) => at.getTime() <= now - settledMs);
  return settled ? cursorOf(settled) : (after ?? `${now - settledMs}-0`);
}
