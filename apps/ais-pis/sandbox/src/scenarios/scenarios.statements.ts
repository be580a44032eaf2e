import { amountText, statement } from '@open-banking/database';
import { previousHolder } from '@open-banking/service/previous-holder';

/** Makes those customers the developer's that do not exist. */
export const claimCustomers = statement<never, [developerHash: Buffer, psuIds: readonly string[]]>(
  'scenarios.claim-customers',
  /* sql */ `
  insert into developer_customer (psu_id, developer_hash)
  select given.psu_id, $1 from unnest($2::uuid[]) given (psu_id)
  where not exists (select from psu where psu.psu_id = given.psu_id)
  on conflict (psu_id) do nothing
`,
);

export const ownedCustomers = statement<{ readonly psuId: string }, [developerHash: Buffer, psuIds: readonly string[]]>(
  'scenarios.owned-customers',
  `select psu_id as "psuId" from developer_customer where psu_id = any($2::uuid[]) and developer_hash = $1`,
);

/** They cannot sign in any more, and are signed out where they have; what they have approved has its rows still. */
export const lockOut = statement<never, [psuIds: readonly string[], passwordHash: string]>(
  'scenarios.lock-out',
  /* sql */ `
  with ended as (delete from customer_session where psu_id = any($1::uuid[]))
  update psu set password_hash = $2, login_subject = null where psu_id = any($1::uuid[])
`,
);

export const addPreviousHolders = statement<never, [psuIds: readonly string[], passwordHash: string]>(
  'scenarios.add-former-holders',
  /* sql */ `
  insert into psu (psu_id, login, password_hash, name, language)
  select ${previousHolder('psu_id')}, 'former.' || psu_id, $2, 'Former holder', language from psu where psu_id = any($1::uuid[])
  on conflict do nothing
`,
);

/** A consent or payment of one of the developer's clients. */
export interface OwnSubject {
  readonly clientId: string;
  readonly approvers: readonly string[];
  /** Who else holds, with another, an account that it is about, as far as the accounts of this service tell. */
  readonly owners: readonly string[];
}

type ScenarioParams = [developerHash: Buffer, id: string];

export const consentOfDeveloper = statement<OwnSubject, ScenarioParams>(
  'scenarios.consent',
  /* sql */ `
  select k.client_id as "clientId",
    array(select a.psu_id::text from consent_approval a where a.consent_id = k.consent_id order by a.approved_at) as approvers,
    array(
      select distinct h.psu_id::text from consent_second_owner s join holder h on h.resource_id = s.resource_id and h.rule = 'both'
      where s.consent_id = k.consent_id and s.approved_by is null
    ) as owners
  from consent k join client c on c.client_id = k.client_id and c.registered_from = $1
  where k.consent_id = $2
`,
);

export const paymentOfDeveloper = statement<OwnSubject, ScenarioParams>(
  'scenarios.payment',
  /* sql */ `
  select p.client_id as "clientId",
    array(select a.psu_id::text from payment_approval a where a.payment_id = p.payment_id order by a.approved_at) as approvers,
    array(select h.psu_id::text from holder h where h.resource_id = p.debtor_account_id and h.rule = 'both') as owners
  from payment p join client c on c.client_id = p.client_id and c.registered_from = $1
  where p.payment_id = $2
`,
);

/** A current account that a customer of the developer holds now. No row: none has this id. */
export const accountOfDevelopersCustomer = statement<{ readonly iban: string }, ScenarioParams>(
  'scenarios.account',
  /* sql */ `
  select a.iban from account a
  where a.account_id = $2
    and exists (select from holder h join developer_customer d on d.psu_id = h.psu_id where h.resource_id = a.account_id and d.developer_hash = $1)
`,
);

export interface AccountBalance {
  readonly accountId: string;
  readonly name: string;
  readonly booked: string;
  readonly available: string;
}

/** Current accounts of a developer's customers, those of one before the other. */
export const balancesOfDeveloper = statement<AccountBalance, [developerHash: Buffer]>(
  'scenarios.balances',
  /* sql */ `
  select a.account_id as "accountId", coalesce(a.display_name, a.name) as name, 
    ${amountText('a.currency', 'b.booked')} as booked, ${amountText('a.currency', 'b.booked - b.reserved + b.overdraft')} as available
  from account a join account_balance b using (account_id)
  where a.account_id in (
    select h.resource_id from developer_customer d join holder h on h.psu_id = d.psu_id where d.developer_hash = $1)
  order by a.account_id
  limit 2000
`,
);

/** People whose names may be new. A row for each that exists: the others are to be added. */
export const updatePeople = statement<{ readonly psuId: string }, [people: string]>(
  'scenarios.update-people',
  /* sql */ `
  update psu set name = given.name, language = given.language, password_hash = given."passwordHash", login_subject = given."loginSubject"
  from jsonb_to_recordset($1::jsonb) as given ("psuId" uuid, name text, language text, "passwordHash" text, "loginSubject" text)
  where psu.psu_id = given."psuId"
  returning psu.psu_id::text as "psuId"
`,
);

export const noteReadsUsedUp = statement<never, [consentId: string, now: Date]>(
  'scenarios.reads-used-up',
  'update consent set reads_used_up_at = $2 where consent_id = $1',
);

/** Makes a service unavailable for a client of the developer until an instant; null ends it. No row: the developer has no such client. */
export const setOutage = statement<
  { readonly clientId: string },
  [developerHash: Buffer, clientId: string, service: string, until: number | null]
>(
  'scenarios.set-outage',
  /* sql */ `
  update client set outages = case when $4::bigint is null then outages - $3::text else coalesce(outages, '{}') || jsonb_build_object($3::text, $4::bigint) end
  -- "is not distinct from" keeps the index on the developer out: the client is found by its id.
  where client_id = $2 and registered_from is not distinct from $1 and removed_at is null
  returning client_id as "clientId"
`,
);
