/** A log of the core: the PostgreSQL server that writes it, and its timeline (`IDENTIFY_SYSTEM` of the replication protocol). */
export interface FollowedLog {
  /** The server's system identifier, decimal digits. */
  readonly system: string;
  /** Rises by one each time a standby is promoted, or a backup is restored to a point in time. */
  readonly timeline: number;
}

/** The log that a follower is about to read. */
export interface OfferedLog extends FollowedLog {
  /** The present end of the log. */
  readonly end: bigint;
  /** The timeline's history file, empty for timeline 1: a line for each timeline before it, with the place at which it ended. */
  readonly history: string;
  /** The timeline that an operator has checked after a failover, where one was named. */
  readonly checkedTimeline?: number | undefined;
}

/** A position as PostgreSQL writes it, such as `0/16B3748`. */
export const lsnOf = (position: bigint): string =>
  `${(position >> 32n).toString(16)}/${(position & 0xffffffffn).toString(16)}`.toUpperCase();

const anew = 'Compare the data (openbank feed reconcile), and follow this log under another --source.';

/**
 * Why a source that is taken up to a position cannot go on with a log, in sentences that say what to do; undefined where it can. Positions
 * are places in one log: in another one a lower place is no earlier change, and would be counted as seen.
 */
export function followedLogFault(source: string, known: FollowedLog | undefined, taken: bigint, offered: OfferedLog): string | undefined {
  if (known && known.system !== offered.system)
    return `${source} follows the server with the system identifier ${known.system}, and this one is ${offered.system}: its positions say nothing about what is taken. ${anew}`;
  if (offered.end < taken)
    return `${source} is taken up to ${lsnOf(taken)}, and the log of this server ends before it, at ${lsnOf(offered.end)}: the server was restored or is another one. ${anew}`;
  return known && known.timeline !== offered.timeline ? timelineFault(source, known, taken, offered) : undefined;
}

function timelineFault(
  source: string,
  known: FollowedLog,
  taken: bigint,
  { timeline, history, checkedTimeline }: OfferedLog,
): string | undefined {
  const differs = `${source} was followed on timeline ${known.timeline}, and this server is on timeline ${timeline}`;
  const endedAt = timelineEnd(known.timeline, history);
  if (endedAt === undefined)
    return `${differs}, which does not come from it: this is an earlier state of the core, or another one. ${anew}`;
  if (endedAt <= taken)
    return `${differs}, which left the earlier one at ${lsnOf(endedAt)}: it lacks what is taken up to ${lsnOf(taken)}. ${anew}`;
  if (checkedTimeline === timeline) return undefined;
  return `${differs}, which has everything that is taken. Check that the slot was there before the failover, and start once with --timeline ${timeline}.`;
}

/** The end of a timeline, by the history file of a later one: lines of its number, the place and a reason. */
function timelineEnd(timeline: number, history: string): bigint | undefined {
  for (const line of history.split('\n')) {
    const [, number, high, low] = /^(\d+)\s+([0-9A-F]+)\/([0-9A-F]+)/i.exec(line) ?? [];
    if (Number(number) === timeline) return (BigInt(`0x${high!}`) << 32n) + BigInt(`0x${low!}`);
  }
  return undefined;
}
