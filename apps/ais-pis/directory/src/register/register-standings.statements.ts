import type { RegisterStanding } from '@open-banking/access';
import { statement } from '@open-banking/database';

const standingOf = /* sql */ `
  case when r.organization is null then null when r.status <> 'authorised' then 'notAuthorised' when r.good_until is null or r.good_until <= now() then 'unknown' end`;

/** SQL expressions of a client with its row `r` of the register, joined for a statement that needs both. */
export const joinedStanding = (client: string) => ({
  join: `left join register_standing r on r.organization = ${client}.organization`,
  /** As `registerStanding`. */
  registerStanding: standingOf,
  /** As `effectiveRoles`. */
  effectiveRoles: /* sql */ `case when r.status = 'authorised' then ${grantedRoles(client)} else ${client}.roles end`,
});

const grantedRoles = (client: string): string =>
  `array(select role from unnest(${client}.roles) with ordinality as registered(role, place) where role = any (r.roles) order by place)`;

/** SQL expression: why the register stops a client (`RegisterStanding`); null if it does not. Uses the database's clock. */
export const registerStanding = (client: string): string =>
  `(select ${standingOf} from register_standing r where r.organization = ${client}.organization)`;

/** SQL expression: the client's registered roles that the register still grants, in the client's order. */
export const effectiveRoles = (client: string): string => /* sql */ `coalesce(
  (select ${grantedRoles(client)} from register_standing r where r.organization = ${client}.organization and r.status = 'authorised'), ${client}.roles)`;

/** Adds every organization with a current client; the next round queries it. */
export const noteOrganizations = statement<never, []>(
  'register.noteOrganizations',
  /* sql */ `
  insert into register_standing (organization)
  select distinct organization from client where organization is not null and removed_at is null
  on conflict do nothing
`,
);

/** Applies a shorter maximum age to the stored standings at once. */
export const shortenStandings = statement<never, [maxAgeSeconds: number]>(
  'register.shortenStandings',
  /* sql */ `
  update register_standing set good_until = answered_at + make_interval(secs => $1::double precision)
  where good_until > answered_at + make_interval(secs => $1::double precision)
`,
);

export const forgetStandings = statement<never, []>('register.forgetStandings', 'delete from register_standing');

/** Claims the next organizations to query; no other replica queries them for `retrySeconds`. */
export const claimDue = statement<{ organization: string }, [goodForSeconds: number, retrySeconds: number, max: number]>(
  'register.claimDue',
  /* sql */ `
  update register_standing s set tried_at = now()
  where s.organization in (
    select r.organization from register_standing r
    where (r.good_until is null or r.good_until < now() + make_interval(secs => $1::double precision))
      and (r.tried_at is null or r.tried_at < now() - make_interval(secs => $2::double precision))
      and (select true from client c where c.organization = r.organization and c.removed_at is null limit 1)
    order by r.good_until nulls first limit $3 for update of r skip locked)
  returning s.organization
`,
);

/** `ageSeconds`: time since the query was sent, from which the maximum age counts. */
export const storeStanding = statement<
  { changed: boolean },
  [organization: string, status: string, roles: readonly string[], asOf: string | null, ageSeconds: number, maxAgeSeconds: number]
>(
  'register.storeStanding',
  /* sql */ `
  insert into register_standing (organization, status, roles, as_of, tried_at, answered_at, good_until)
  values ($1, $2, $3, $4, now(), now() - make_interval(secs => $5::double precision), now() + make_interval(secs => $6::double precision - $5::double precision))
  on conflict (organization) do update set
    status = excluded.status, roles = excluded.roles, as_of = excluded.as_of, answered_at = excluded.answered_at, good_until = excluded.good_until
  returning (old.status, old.roles) is distinct from (new.status, new.roles) as changed
`,
);

export const countStandings = statement<{ state: RegisterStanding | 'authorised'; count: number }, []>(
  'register.countStandings',
  /* sql */ `
  select coalesce(${standingOf}, 'authorised') as state, count(*)::int as count from register_standing r
  where (select true from client c where c.organization = r.organization and c.removed_at is null limit 1)
  group by 1
`,
);
