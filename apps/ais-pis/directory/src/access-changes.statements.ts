import { type Piggyback, type Purged, purging, statement } from '@open-banking/database';

/** The answer to a question. Transactions are told as numbers: JavaScript counts 2^53 of them. */
export interface ChangesRow {
  /** The oldest transaction that was running when the question was asked: all before it are over. */
  readonly horizon: number;
  /** `Change`s, as JSON; null: none. Bytes in a read whose texts are bytes. */
  readonly changes: string | Buffer | null;
}

/** What was changed, and the transaction that did. */
export interface AccessChange {
  readonly subject: string;
  readonly changedIn: number;
}

/** SQL: the oldest transaction that is still running in the statement's snapshot. */
export const horizon = 'pg_snapshot_xmin(pg_current_snapshot())::text::float8';

/** Of one question. More changes than these are not told apart: everything counts as changed. */
export const maxChanges = 1_000;

/** The committed changes of transactions from `$1` on; without one, of those that run. Ordered so that every plan takes the index. */
export const changesBesides: Piggyback = {
  columns: ['horizon', 'changes'],
  text: /* sql */ `
  select ${horizon} as horizon, (select json_agg(c)::text from (
    select subject, changed_in::text::float8 as "changedIn" from access_change
    where changed_in >= coalesce($1::text::xid8, pg_snapshot_xmin(pg_current_snapshot()))
    order by changed_in limit ${maxChanges}
  ) c) as changes`,
};

/** The same question, alone. */
export const changesSince = statement<ChangesRow, [from: string | null]>('access-changes.since', changesBesides.text);

export const purgeAccessChanges = statement<Purged, []>(
  'access-changes.purge',
  purging('access_change', 'changed_at', "changed_at < now() - interval '1 hour'"),
);
