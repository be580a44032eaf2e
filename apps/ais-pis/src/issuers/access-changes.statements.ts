import { type Piggyback, type Purged, purging, statement } from '@open-banking/database';

/** A change with the horizon of the question, or the horizon alone. Transactions are told as numbers: JavaScript counts 2^53 of them. */
export interface ChangeRow {
  /** The oldest transaction that was running when the question was asked: all before it are over. */
  readonly horizon: number;
  readonly subject: string | null;
  readonly changedIn: number | null;
}

/** SQL: the oldest transaction that is still running in the statement's snapshot. */
export const horizon = 'pg_snapshot_xmin(pg_current_snapshot())::text::float8';

/** Of one question. More changes than these are not told apart: everything counts as changed. */
export const mostChanges = 1_000;

/** Of transactions from `$1` on; without one, of those that run. Ordered so that every plan takes the index. */
const changes = /* sql */ `
    select subject, changed_in::text::float8 as "changedIn" from access_change
    where changed_in >= coalesce($1::text::xid8, pg_snapshot_xmin(pg_current_snapshot()))
    order by changed_in limit ${mostChanges}`;

/** The same as `changesSince`, in one row, for reads that are asked together. */
export const changesBesides: Piggyback = {
  columns: ['horizon', 'changes'],
  text: /* sql */ `
  select ${horizon} as horizon, (select json_agg(c)::text from (${changes}
  ) c) as changes`,
};

/** The committed changes of transactions from `from` on. */
export const changesSince = statement<ChangeRow, [from: string | null]>(
  'access-changes.since',
  /* sql */ `
  select ${horizon} as horizon, c.subject, c."changedIn"
  from (select) one
  left join lateral (${changes}
  ) c on true
`,
);

export const purgeAccessChanges = statement<Purged, []>(
  'access-changes.purge',
  purging('access_change', 'changed_at', "changed_at < now() - interval '1 hour'"),
);
