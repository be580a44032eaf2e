import { type Purged, purgeBatch, purging, statement } from '@open-banking/database';

/** A call of the history, without its content. */
export interface HistoryEntry {
  readonly callId: string;
  readonly calledAt: Date;
  readonly operation: string;
  readonly status: number;
}

/** The newest first. */
export const listConsoleCalls = statement<HistoryEntry, [developerId: string, after: Date, max: number]>(
  'portal.list-console-calls',
  /* sql */ `
  select call_id as "callId", called_at as "calledAt", operation, status
  from console_call where developer_id = $1 and called_at > $2
  order by called_at desc limit $3
`,
);

/** Deletes all of a developer's calls except the newest. */
export const trimConsoleCalls = statement<Purged, [developerId: string, max: number]>(
  'portal.trim-console-calls',
  /* sql */ `
  delete from console_call
  where developer_id = $1 and call_id in (
    select call_id from console_call where developer_id = $1 order by called_at desc offset $2 limit ${purgeBatch}
  )
  returning true as purged
`,
);

/** Deletes all calls of a developer. */
export const deleteConsoleCalls = statement<never, [developerId: string]>(
  'portal.delete-console-calls',
  'delete from console_call where developer_id = $1',
);

export const purgeConsoleCalls = statement<Purged, [before: Date]>(
  'portal.purge-console-calls',
  purging('console_call', 'called_at', 'called_at < $1'),
);
