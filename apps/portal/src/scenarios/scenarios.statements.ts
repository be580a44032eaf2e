import { statement } from '@open-banking/database';
import { previousHolder } from '@open-banking/service/previous-holder';
import type { CustomerLogin, NewCustomer } from './scenarios.messages.js';

export const developerOfKey = statement<{ developerId: string }, [keyHash: Buffer]>(
  'portal.developer-of-key',
  'select developer_id as "developerId" from sandbox_key where key_hash = $1',
);

export interface SandboxKeyRow {
  readonly keyId: string;
  readonly name: string;
  readonly createdAt: Date;
}

export const keysOfDeveloper = statement<SandboxKeyRow, [developerId: string]>(
  'portal.keys',
  'select key_id as "keyId", name, created_at as "createdAt" from sandbox_key where developer_id = $1 order by created_at',
);

export const removeKey = statement<never, [developerId: string, keyId: string]>(
  'portal.remove-key',
  'delete from sandbox_key where developer_id = $1 and key_id = $2',
);

/** Bounds hold however many requests of a developer come at once: they wait for each other here. */
export const lockDeveloperRow = statement<never, [developerId: string]>(
  'portal.lock-developer',
  'select from developer where developer_id = $1 for update',
);

export const countCustomers = statement<{ living: number; made: number }, [developerId: string, since: Date]>(
  'portal.count-customers',
  /* sql */ `
  select (select count(*)::int from sandbox_customer where developer_id = $1 and removed_at is null) as living,
         (select count(*)::int from sandbox_data_set where developer_id = $1 and made_at > $2) as made
`,
);

export interface CustomerRow {
  readonly customerId: string;
  readonly developerId: string;
  readonly seed: string;
  readonly products: readonly string[];
  readonly secondOwner: boolean;
  readonly password: string;
  readonly createdAt: Date;
  readonly removedAt: Date | null;
  readonly dataSet: number;
  /** There was a data set before this one. */
  readonly isReset: boolean;
  readonly loginName: string | null;
  /** As the developer sent it; null of customers of the releases up to 0.2.0. */
  readonly body: NewCustomer | null;
  /** People of this data set may be new, or have new names. */
  readonly bringsPeople: boolean;
  /** `YYYY-MM-DD`. */
  readonly until: string;
  readonly logins: readonly CustomerLogin[] | null;
}

const customerWith = (body: string): string => /* sql */ `
  select c.customer_id as "customerId", c.developer_id as "developerId", c.seed, c.products, c.second_owner as "secondOwner", c.password,
    c.created_at as "createdAt", c.removed_at as "removedAt", c.login_name as "loginName", ${body} as body,
    d.data_set::float8 as "dataSet", d.until_day::text as until, d.logins, d.brings_people as "bringsPeople",
    exists (select from sandbox_data_set e where e.customer_id = c.customer_id and e.data_set < d.data_set) as "isReset"
  from sandbox_customer c
  cross join lateral (select * from sandbox_data_set s where s.customer_id = c.customer_id order by s.data_set desc limit 1) d`;

/** A customer of any developer: the caller decides who may know of it. */
export const findSandboxCustomer = statement<CustomerRow, [customerId: string]>(
  'portal.sandbox-customer',
  `${customerWith('c.body')} where c.customer_id = $1`,
);

/** Without bodies, which may have 1 MiB each. */
export const listSandboxCustomers = statement<CustomerRow, [developerId: string, max: number]>(
  'portal.sandbox-customers',
  `${customerWith('null::jsonb')} where c.developer_id = $1 and c.removed_at is null order by c.created_at, c.customer_id limit $2`,
);

/** No row: there is a customer of this id. */
export const insertCustomer = statement<
  { customerId: string },
  [
    customerId: string,
    developerId: string,
    seed: string,
    products: readonly string[],
    secondOwner: boolean,
    body: string,
    password: string,
    loginName: string,
    now: Date,
  ]
>(
  'portal.insert-sandbox-customer',
  /* sql */ `
  insert into sandbox_customer (customer_id, developer_id, seed, products, second_owner, body, password, login_name, created_at)
  values ($1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9)
  on conflict (customer_id) do nothing
  returning customer_id as "customerId"
`,
);

/** No row: user names with this end are in use. */
export const isLoginNameFree = statement<{ free: boolean }, [loginName: string]>(
  'portal.login-name-free',
  'select true as free where not exists (select from sandbox_customer where login_name = $1)',
);

export const replaceBody = statement<
  never,
  [customerId: string, seed: string, products: readonly string[], secondOwner: boolean, body: string]
>(
  'portal.replace-customer-body',
  'update sandbox_customer set seed = $2, products = $3, second_owner = $4, body = $5::jsonb where customer_id = $1',
);

/**
 * Keeps the ids of the customer's owners for it, and of those who will hold what the owners held before a reset. A row each; fewer: the
 * others are taken. In order: two customers with people in common would wait for each other.
 */
export const keepPeople = statement<{ psuId: string }, [customerId: string, owners: readonly string[]]>(
  'portal.keep-people',
  /* sql */ `
  insert into sandbox_person (psu_id, customer_id)
  select person.psu_id, $1
  from unnest($2::uuid[]) as owner (psu_id), lateral (values (owner.psu_id), (${previousHolder('owner.psu_id')})) as person (psu_id)
  order by 1
  on conflict do nothing
  returning psu_id as "psuId"
`,
);

export const insertDataSet = statement<never, [customerId: string, developerId: string, until: string, now: Date, bringsPeople: boolean]>(
  'portal.insert-data-set',
  'insert into sandbox_data_set (customer_id, developer_id, until_day, made_at, brings_people) values ($1, $2, $3, $4, $5)',
);

/** Names of people stand in the newest data set alone: those before it are counted, and nothing else. */
export const completeDataSet = statement<never, [dataSet: number, logins: string]>(
  'portal.complete-data-set',
  /* sql */ `
  with completed as (update sandbox_data_set set logins = $2::jsonb where data_set = $1::bigint returning customer_id)
  update sandbox_data_set s set logins = null from completed c
  where s.customer_id = c.customer_id and s.data_set < $1::bigint and s.logins is not null
`,
);

/** One of which nothing was loaded: its row, and the ids that were kept for it. */
export const forgetCustomer = statement<never, [customerId: string]>(
  'portal.forget-customer',
  /* sql */ `
  with data_sets as (delete from sandbox_data_set where customer_id = $1)
  delete from sandbox_customer where customer_id = $1
`,
);

/** What names people goes with the customer: the body, and who could sign in. */
export const noteCustomerRemoved = statement<never, [customerId: string, now: Date]>(
  'portal.customer-removed',
  /* sql */ `
  with data_sets as (update sandbox_data_set set logins = null where customer_id = $1 and logins is not null)
  update sandbox_customer set removed_at = coalesce(removed_at, $2), body = null where customer_id = $1
`,
);

/** Begins a change of a customer. No row: another one is under way. Time is the database's, so that it is the same for all replicas. */
export const takeChange = statement<{ customerId: string }, [customerId: string, changeId: string, leaseSeconds: number]>(
  'portal.take-customer-change',
  /* sql */ `
  update sandbox_customer set change_id = $2, change_until = now() + make_interval(secs => $3)
  where customer_id = $1 and (change_until is null or change_until <= now() or change_id = $2)
  returning customer_id as "customerId"
`,
);

/** No row: another change has begun since the lease of this one ended. */
export const renewChange = statement<{ customerId: string }, [customerId: string, changeId: string, leaseSeconds: number]>(
  'portal.renew-customer-change',
  /* sql */ `
  update sandbox_customer set change_until = now() + make_interval(secs => $3)
  where customer_id = $1 and change_id = $2
  returning customer_id as "customerId"
`,
);

export const endChange = statement<never, [customerId: string, changeId: string]>(
  'portal.end-customer-change',
  'update sandbox_customer set change_id = null, change_until = null where customer_id = $1 and change_id = $2',
);
