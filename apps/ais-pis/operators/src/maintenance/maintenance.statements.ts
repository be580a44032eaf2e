import { statement } from '@open-banking/database';

export interface MaintenanceRow {
  readonly windowId: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly reason: string;
  readonly announcedBy: string;
  readonly announcedAt: string;
  readonly withdrawnAt: string | null;
}

const columns = /* sql */ `
  window_id as "windowId", to_json(starts_at) #>> '{}' as "startsAt", to_json(ends_at) #>> '{}' as "endsAt", reason, announced_by as "announcedBy",
  to_json(announced_at) #>> '{}' as "announcedAt", to_json(withdrawn_at) #>> '{}' as "withdrawnAt"`;

/** Locks the window until the transaction ends. */
export const lockMaintenance = statement<MaintenanceRow, [windowId: string]>(
  'maintenance.lock',
  /* sql */ `
  select ${columns} from maintenance_window where window_id = $1 for no key update
`,
);

/** Does nothing if a window with this id exists. */
export const insertMaintenance = statement<
  { windowId: string },
  [windowId: string, startsAt: string, endsAt: string, reason: string, operator: string, now: Date]
>(
  'maintenance.insert',
  /* sql */ `
  insert into maintenance_window (window_id, starts_at, ends_at, reason, announced_by, announced_at)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (window_id) do nothing
  returning window_id as "windowId"
`,
);

export const withdrawMaintenance = statement<never, [windowId: string, operator: string, now: Date]>(
  'maintenance.withdraw',
  /* sql */ `
  update maintenance_window set withdrawn_by = $2, withdrawn_at = $3 where window_id = $1
`,
);

/** Those that end after this time, the next one first; `after` is the last window of the page before. */
export const listMaintenance = statement<MaintenanceRow, [since: Date, after: string | null, max: number]>(
  'maintenance.list',
  /* sql */ `
  select ${columns} from maintenance_window
  where ends_at > $1 and (ends_at, window_id) > (
    coalesce((select l.ends_at from maintenance_window l where l.window_id = $2), '-infinity'), coalesce($2::uuid, '00000000-0000-0000-0000-000000000000')
  )
  order by ends_at, window_id limit $3
`,
);

/** Those that have not ended and were not withdrawn, in the order in which they begin: all, since each is announced by hand. */
export const announcedMaintenance = statement<MaintenanceRow, [now: Date]>(
  'maintenance.announced',
  /* sql */ `
  select ${columns} from maintenance_window where ends_at > $1 and withdrawn_at is null order by starts_at, ends_at, window_id
`,
  { polled: true },
);
