import { type Purged, purging, statement } from '@open-banking/database';

/** A browser, by the hash of what its cookie names, at an issuer or on the customer's own pages. */
type Key = [browserHash: Buffer, place: string];

/** The last one begun counts. */
export const beginLogin = statement<never, [...Key, stateHash: Buffer, language: string, startedAt: Date]>(
  'login.begin',
  /* sql */ `
  insert into provider_login (browser_hash, place, state_hash, language, started_at) values ($1, $2, $3, $4, $5)
  on conflict (browser_hash, place) do update
  set state_hash = excluded.state_hash, language = excluded.language, started_at = excluded.started_at, finished_at = null
`,
);

/** No row: it was answered before, another one was begun since, it was begun in another browser or too long ago. */
export const finishLogin = statement<{ language: string; startedAt: Date }, [...Key, stateHash: Buffer, now: Date, since: Date]>(
  'login.finish',
  /* sql */ `
  update provider_login set finished_at = $4
  where browser_hash = $1 and place = $2 and state_hash = $3 and finished_at is null and started_at > $5
  returning language, started_at as "startedAt"
`,
);

export const purgeLogins = statement<Purged, [before: Date]>('login.purge', purging('provider_login', 'started_at', 'started_at < $1'));
