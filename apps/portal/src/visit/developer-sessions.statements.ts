import { type Purged, purging, statement } from '@open-banking/database';

/** The developer who is signed in in this browser. Sessions are real time: a sandbox's moved clock ends none. */
export const findDeveloperSession = statement<{ developerId: string; email: string; hasPassword: boolean }, [idHash: Buffer, now: Date]>(
  'portal.session',
  /* sql */ `
  select developer.developer_id as "developerId", developer.email, account.developer_id is null as "hasPassword"
  from developer_session session join developer using (developer_id) left join sandbox_account account using (developer_id)
  where session.id_hash = $1 and session.expires_at > $2
`,
);

export const purgeSessions = statement<Purged, [now: Date]>(
  'portal.purge-sessions',
  purging('developer_session', 'expires_at', 'expires_at < $1'),
);
