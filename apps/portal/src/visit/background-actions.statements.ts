import { type Purged, purging, statement } from '@open-banking/database';

export interface ActionRow {
  readonly title: string;
  readonly back: string;
  readonly begunAt: Date;
  readonly hasEnded: boolean;
  /** No process works on it any more, and it has not ended. */
  readonly isBrokenOff: boolean;
  readonly failed: boolean;
  readonly says: string | null;
  readonly goTo: string | null;
}

/** Time is the database's, so that it is the same for all replicas. */
export const insertAction = statement<never, [actionId: string, developerId: string, title: string, back: string, aliveSeconds: number]>(
  'portal.insert-action',
  /* sql */ `
  insert into developer_action (action_id, developer_id, title, back, begun_at, alive_until)
  values ($1, $2, $3, $4, now(), now() + make_interval(secs => $5))
`,
);

export const renewAction = statement<never, [actionId: string, aliveSeconds: number]>(
  'portal.renew-action',
  'update developer_action set alive_until = now() + make_interval(secs => $2) where action_id = $1',
);

export const endAction = statement<never, [actionId: string, failed: boolean, says: string, goTo: string]>(
  'portal.end-action',
  'update developer_action set ended_at = now(), failed = $2, says = $3, go_to = $4 where action_id = $1',
);

export const findAction = statement<ActionRow, [developerId: string, actionId: string]>(
  'portal.action',
  /* sql */ `
  select title, back, begun_at as "begunAt", ended_at is not null as "hasEnded", ended_at is null and alive_until < now() as "isBrokenOff",
    failed, says, go_to as "goTo"
  from developer_action
  where developer_id = $1 and action_id = $2
`,
);

export const purgeActions = statement<Purged, [begunBefore: Date]>(
  'portal.purge-actions',
  purging('developer_action', 'begun_at', 'begun_at < $1'),
);
