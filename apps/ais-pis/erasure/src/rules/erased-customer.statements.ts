import { erasable, erasedText, heldAlone } from '@open-banking/erasure';
import { purgeBatch, statement } from '@open-banking/database';
import type { ConsentTimes } from '@open-banking/ais-pis-consents';
import { erasedLogin } from '@open-banking/ais-pis-directory';

type CustomerParams = [psuId: string];

export interface ObstacleRow {
  readonly what: string;
  readonly id: string;
  readonly must: string;
}

/** What the bank still owes the customer or has under way for them, at most twenty. */
export const obstacles = statement<ObstacleRow, CustomerParams>(
  'erasure.obstacles',
  /* sql */ `
  with own as (
    select resource_id as account_id from (${heldAlone}) alone
  ), theirs as (
    select p.payment_id from payment p where p.psu_id = $1
    union
    select p.payment_id from own join payment p on p.debtor_account_id = own.account_id
  )
  select * from (
    select 'account' as what, a.account_id::text as id, 'be closed' as must
    from own join account a using (account_id) where a.status <> 'deleted'
    union all
    select 'account', b.account_id::text, 'have a balance of zero, and nothing pending'
    from own join account_balance b using (account_id) where b.booked <> 0 or b.reserved <> 0 or b.incoming <> 0
    union all
    select 'payment', p.payment_id::text,
      case when exists (select from payment_check k where k.payment_id = p.payment_id and k.state = 'HELD') then 'be released or refused: it is held' else 'be final' end
    from theirs join payment p using (payment_id) where p.transaction_status not in ('ACSC', 'ACCC', 'RJCT', 'CANC')
    union all
    select 'instruction', i.instruction_id::text, 'be settled: clearing contradicts what was decided of it'
    from theirs join clearing_instruction i using (payment_id) join clearing_resolution r using (instruction_id)
    where r.contradicted_at is not null and r.settled_at is null
    union all
    select 'adjustment', d.adjustment_id::text, 'be booked or refused'
    from own join adjustment d using (account_id) where d.state = 'PROPOSED'
  ) found
  order by what, id
  limit 20
`,
);

/** Nobody signs in as this customer any more. Erasing returns the login that counted failed attempts. */
export const signIn = erasable<CustomerParams, { login: string }>(
  'erasure.login',
  `select psu_id from psu where psu_id = $1 and login <> ${erasedLogin('psu')}`,
  (batch) => /* sql */ `
  update psu set login = ${erasedLogin('psu')}, password_hash = null, login_subject = null where psu_id in (${batch}) returning old.login
`,
);

export const forgetAttempts = statement<never, [loginHash: Buffer]>(
  'erasure.attempts',
  'delete from sign_in_attempt where login_hash = $1',
);

export const sessions = erasable<CustomerParams>(
  'erasure.sessions',
  'select id_hash from customer_session where psu_id = $1',
  (batch) => `delete from customer_session where id_hash in (${batch}) returning psu_id`,
);

export const alertChoice = erasable<CustomerParams>(
  'erasure.alert-choice',
  'select psu_id from customer_alert_choice where psu_id = $1',
  (batch) => `delete from customer_alert_choice where psu_id in (${batch}) returning psu_id`,
);

/** Consents that the customer has approved, alone or with others, and that have not ended. Told by what has: the index of living ones would be read whole. */
export const livingConsents = statement<ConsentTimes & { readonly consentId: string; readonly clientId: string }, CustomerParams>(
  'erasure.living-consents',
  /* sql */ `
  select c.consent_id as "consentId", c.client_id as "clientId", c.status, c.valid_until::text as "validUntil", c.approve_by as "approveBy", c.ends_at as "endsAt"
  from consent_approval a join consent c on c.consent_id = a.consent_id
  where a.psu_id = $1 and c.status not in ('rejected', 'expired', 'revokedByPsu', 'terminatedByTpp', 'replacedByTpp')
  order by c.consent_id
`,
);

/** Of consents of the customer, what the client asked for. Kinds that name no account say the same as before. */
export const access = erasable<CustomerParams>(
  'erasure.access',
  "select consent_id from consent where psu_id = $1 and access ?| '{accounts,balances,transactions,additionalInformation}'::text[]",
  (batch) => /* sql */ `
  update consent set access = access - '{accounts,balances,transactions,additionalInformation}'::text[]
  where consent_id = any(array(${batch}))
  returning consent_id
`,
);

/** The numbers of what was granted. The currency and which resources they were, by id, and with which permissions, stays. */
export const references = erasable<CustomerParams>(
  'erasure.references',
  /* sql */ `
    select k.consent_id, k.service, k.resource_id from consent c join consent_grant k on k.consent_id = c.consent_id
    where c.psu_id = $1 and k.reference - 'currency' <> '{}'`,
  (batch) => /* sql */ `
  update consent_grant g set reference = jsonb_build_object('currency', g.reference -> 'currency')
  from (${batch}) chosen
  where g.consent_id = chosen.consent_id and g.service = chosen.service and g.resource_id = chosen.resource_id
  returning g.consent_id
`,
);

/** Only finds them: what erases proposals takes the ids. */
export const consentsWithProposals = erasable<CustomerParams, { consentId: string }>(
  'erasure.consents-with-proposals',
  /* sql */ `
  select c.consent_id as "consentId" from consent c
  where c.psu_id = $1 and exists (select from operator_proposal o where o.subject = c.consent_id::text and o.state <> 'PROPOSED' and o.request is not null)`,
  (batch) => batch,
);

/** Last, when nothing is kept: until then shared accounts and their entries are found by it. `countName` counts it before. */
export const eraseName = statement<{ psuId: string }, CustomerParams>(
  'erasure.name',
  /* sql */ `
  update psu set name = '${erasedText}'
  where psu_id = $1 and name <> '${erasedText}' and not exists (select from erased_account d where d.psu_id = $1 and d.due_on is not null)
  returning psu_id as "psuId"
`,
);

/** Ids of consents and payments of the customer in their order, after one of them. */
export const subjectsAfter = statement<{ id: string }, [...CustomerParams, after: string | null]>(
  'erasure.subjects',
  /* sql */ `
  select id::text from (
    select consent_id as id from consent where psu_id = $1
    union all
    select payment_id from payment where psu_id = $1
  ) theirs
  where $2::uuid is null or id > $2::uuid
  order by theirs.id
  limit ${purgeBatch}
`,
);
