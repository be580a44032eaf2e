import { counting, erasable, erasedNumberOf, erasedOn, erasedText, isErasedNumber } from '@open-banking/erasure';
import { purgeBatch, statement } from '@open-banking/database';

type CustomerParams = [psuId: string];
type RetentionParams = [...CustomerParams, keptFrom: string];

/** SQL: mandates that the customer has approved, alone or with others who are all erased. */
const approvedAlone = /* sql */ `
  select a.resource_id from mandate_approval a
  where a.psu_id = $1 and not exists (
    select from mandate_approval o where o.resource_id = a.resource_id and o.psu_id <> a.psu_id and not exists (select from erased_customer e where e.psu_id = o.psu_id)
  )`;

/** SQL: the day of a mandate by which the law keeps it: of its last collection until the customer was erased, or of its signature. */
const lastDay = `least(m.idle_since, ${erasedOn})`;

/** Mandates under which creditors may still collect, and collections that the books have not answered. */
export const obstacles = statement<{ what: string; id: string; must: string }, CustomerParams>(
  'erasure.mandates-in-force',
  /* sql */ `
  (
    select 'mandate' as what, m.resource_id as id, 'be cancelled' as must from mandate m
    where m.resource_id = any(array(${approvedAlone})) and m.mandate_status in ('PATC', 'ACTV', 'SUSP') order by m.resource_id limit 20
  ) union all (
    select 'collection', c.collection_id, 'be answered by the books' from collection c
    where c.resource_id = any(array(${approvedAlone})) and c.state = 'accepted' order by c.collection_id limit 20
  )
`,
);

export const collections = erasable<RetentionParams>(
  'erasure.collections',
  /* sql */ `
    select c.collection_id from collection c
    where c.resource_id = any(array(${approvedAlone})) and num_nonnulls(c.end_to_end_id, c.remittance) > 0
      and c.presented_on < $2::date`,
  (batch) => /* sql */ `
  update collection c set end_to_end_id = null, remittance = null where c.collection_id = any(array(${batch})) returning c.collection_id
`,
);

/** SQL: what a creditor asked for, without the debtor and what is written about them. Creditor, amounts and dates stay: the mandate can be read as before. */
const bare = /* sql */ `
  (m.request - '{debtorAccount,ultimateDebtor,referredDocument}'::text[])
    || case when m.request -> 'reason' ? 'proprietary' then '{"reason": {"proprietary": "${erasedText}"}}'::jsonb else '{}' end
    || '{"debtor": {"name": "${erasedText}"}}'`;
const isBare = /* sql */ `
  m.request #>> '{debtor,name}' = '${erasedText}' and not m.request ?| '{debtorAccount,ultimateDebtor,referredDocument}'
    and coalesce(m.request #>> '{reason,proprietary}', '${erasedText}') = '${erasedText}'`;

export const mandates = erasable<RetentionParams>(
  'erasure.mandates',
  /* sql */ `
    select m.resource_id from mandate m
    where m.resource_id = any(array(${approvedAlone})) and not (${isBare} and coalesce(${isErasedNumber("m.debtor_account ->> 'iban'")}, true))
      and coalesce(${lastDay} < $2::date, true)`,
  (batch) => /* sql */ `
  update mandate m
  set request = ${bare},
    debtor_account = case when m.debtor_account is not null
      then m.debtor_account || jsonb_build_object('iban', '${erasedNumberOf('')}' || m.debtor_account_id, 'name', '${erasedText}') end
  where m.resource_id = any(array(${batch}))
  returning m.resource_id
`,
);

/** Mandates that named an account of the customer's alone, and that nobody else has approved. */
export const unapprovedMandates = erasable<[...CustomerParams, ibans: readonly string[]]>(
  'erasure.mandates-never-approved',
  /* sql */ `
    select m.resource_id from mandate m
    where m.request #>> '{debtorAccount,iban}' = any($2::text[]) and m.debtor_account_id is null and m.resource_id <> all(array(${approvedAlone}))`,
  (batch) => `update mandate m set request = ${bare} where m.resource_id = any(array(${batch})) returning m.resource_id`,
);

/** Mandates that another owner has approved, too. */
export const names = erasable<[...CustomerParams, name: string, keptFrom: string]>(
  'erasure.name-of-mandates',
  /* sql */ `
    select m.resource_id from mandate m
    where m.resource_id = any(array(select a.resource_id from mandate_approval a where a.psu_id = $1 and a.resource_id <> all(array(${approvedAlone}))))
      and $2 in (m.request #>> '{debtor,name}', m.request #>> '{ultimateDebtor,name}') and coalesce(${lastDay} < $3::date, true)`,
  (batch) => /* sql */ `
  update mandate m
  set request = m.request
    || case when m.request #>> '{debtor,name}' = $2 then '{"debtor": {"name": "${erasedText}"}}'::jsonb else '{}' end
    || case when m.request #>> '{ultimateDebtor,name}' = $2 then '{"ultimateDebtor": {"name": "${erasedText}"}}'::jsonb else '{}' end
  where m.resource_id = any(array(${batch}))
  returning m.resource_id
`,
);

export const eraseUnmatched = statement<{ erased: number }, [ibans: readonly string[]]>(
  'erasure.unmatched-collections',
  'select erase_unmatched_collections($1)::integer as erased',
);

/** What `erase_unmatched_collections` erases. */
export const countUnmatched = counting<[ibans: readonly string[]]>(
  'erasure.unmatched-collections-count',
  "select from unmatched_collection where message #>> '{debtorAccount,iban}' = any($1)",
);

/** Of what was written before its customer was known. */
export const mandatesAfter = statement<{ id: string }, [...CustomerParams, after: string | null]>(
  'erasure.mandates-after',
  /* sql */ `
  select a.resource_id as id from mandate_approval a
  where a.psu_id = $1 and ($2::uuid is null or a.resource_id > $2::uuid) order by a.resource_id limit ${purgeBatch}
`,
);

export const firstKept = statement<{ day: string | null }, RetentionParams>(
  'erasure.first-kept-mandate',
  /* sql */ `
  select least(
    (select min(c.presented_on) from collection c where c.resource_id = any(array(${approvedAlone})) and c.presented_on >= $2::date),
    (
      select min(${lastDay}) from mandate m
      where m.resource_id = any(array(select a.resource_id from mandate_approval a where a.psu_id = $1)) and ${lastDay} >= $2::date
    )
  )::text as day
`,
);
