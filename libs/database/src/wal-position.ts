import { statement } from './statement.js';

/**
 * Which history of which cluster a position belongs to: positions of another cluster, or of the other side of a failover, cannot be
 * compared. The functions named `pg_control_…` may be run by every role.
 */
const historyOf = (timeline: string): string => `(pg_control_system()).system_identifier::text || ' ' || ${timeline}`;

/** The position of the primary. Everything it has committed is before this. */
export interface PrimaryPosition {
  readonly history: string;
  /** The end of the WAL, in bytes: not of the WAL that is written, because without `synchronous_commit` commits are seen earlier. */
  readonly wal: number;
  /** Every transaction that has ended has a lower id. Ids are full: they do not wrap around. */
  readonly nextId: number;
}

export const primaryPosition = statement<PrimaryPosition>(
  'standby.primary-position',
  /* sql */ `
  select ${historyOf(`('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int`)} as history,
    (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 as wal, pg_snapshot_xmax(pg_current_snapshot())::text::float8 as "nextId"
`,
);

/** How far a standby is. What it answers later contains at least this. */
export interface StandbyPosition {
  /** False once it is promoted. */
  readonly standby: boolean;
  readonly history: string;
  /** The end of the replayed WAL, in bytes. */
  readonly wal: number | null;
  /** All transactions with a lower id have ended here too: what they committed is visible. */
  readonly visibleBelow: number;
}

// The lowest id that may be running, not the snapshot as a whole: in recovery it does not list the running ids above. The timeline is
// known from the last restartpoint and from pages that were flushed since; after a failover both may be some minutes late.
export const standbyPosition = statement<StandbyPosition>(
  'standby.position',
  /* sql */ `
  select pg_is_in_recovery() as standby,
    ${historyOf('greatest((pg_control_checkpoint()).timeline_id, (pg_control_recovery()).min_recovery_end_timeline)')} as history,
    (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::float8 as wal, pg_snapshot_xmin(pg_current_snapshot())::text::float8 as "visibleBelow"
`,
);

/**
 * SQL: the full id of the transaction that wrote a row, or a higher one. `xmin` has the lower 32 bits, and a row that a statement sees was
 * written before its snapshot's end, so the full id is the highest below that end with these bits. A row frozen long ago gets one that
 * may be too high, never one that is too low.
 */
export const writtenBy = (row: string): string =>
  `(pg_snapshot_xmax(pg_current_snapshot())::text::bigint - mod(pg_snapshot_xmax(pg_current_snapshot())::text::bigint - ${row}.xmin::text::bigint, 4294967296))`;

/** Whether the standby has everything that the primary had committed when it was asked. */
export const hasReached = (standby: StandbyPosition, primary: PrimaryPosition): boolean =>
  // By WAL even while a transaction runs for long, by ids even while WAL without a commit is not written out.
  standby.history === primary.history && ((standby.wal ?? 0) >= primary.wal || standby.visibleBelow >= primary.nextId);
