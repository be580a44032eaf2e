import type { ErasedAccount, ErasureRow } from '@open-banking/contracts';
import { statement } from '@open-banking/database';
import { erasedText, isErasedNumber } from '@open-banking/erasure';
import type { Service } from '@open-banking/spec';

/** What is erased of a customer; null where it was before. */
const nameOf = /* sql */ `nullif(p.name, '${erasedText}')`;
const accountsOf = /* sql */ `(
  select coalesce(jsonb_agg(jsonb_build_object('iban', a.iban, 'accountId', a.account_id, 'shared', exists (
    select from holder o where o.resource_id = a.account_id and o.psu_id <> p.psu_id and not exists (select from erased_customer e where e.psu_id = o.psu_id)
  ))), '[]')
  from holder h join account a on a.account_id = h.resource_id
  where h.psu_id = p.psu_id and not ${isErasedNumber('a.iban')}
)`;

/** SQL: these accounts, and those of erasure `e`, which an earlier request looked for and did not finish. */
const withEarlier = (accounts: string): string => /* sql */ `${accounts} || coalesce((
      select jsonb_agg(k) from jsonb_array_elements(e.accounts) k
      where not exists (select from jsonb_array_elements(${accounts}) n where n ->> 'accountId' = k ->> 'accountId')
    ), '[]')`;

/** A customer as an erasure would look for them now, and the erasure that there is. No row: nobody has this id. */
export interface CustomerToErase {
  readonly name: string | null;
  readonly accounts: readonly ErasedAccount[];
  readonly askedAt: string | null;
  readonly askedBy: string | null;
  readonly endedAt: string | null;
}
export const customerToErase = statement<CustomerToErase, [psuId: string]>(
  'erasures.customer',
  /* sql */ `
  select coalesce(${nameOf}, e.name) as name, ${withEarlier('f.accounts')} as accounts,
    to_json(e.asked_at) #>> '{}' as "askedAt", e.asked_by as "askedBy", to_json(e.ended_at) #>> '{}' as "endedAt"
  from psu p cross join lateral (select ${accountsOf} as accounts) f left join erasure e on e.psu_id = p.psu_id
  where p.psu_id = $1
`,
);

/**
 * Asks for an erasure, or once more: then all services begin again. What they looked for and did not finish is still known; who asked first, and
 * when, stays (the audit has every request).
 */
export const askErasure = statement<{ round: number }, [psuId: string, operator: string, now: Date]>(
  'erasures.ask',
  /* sql */ `
  insert into erasure as e (psu_id, asked_at, asked_by, name, accounts)
  select p.psu_id, $3, $2, ${nameOf}, ${accountsOf} from psu p where p.psu_id = $1
  on conflict (psu_id) do update
  set round = e.round + 1, ended_at = null, name = coalesce(excluded.name, e.name),
    accounts = ${withEarlier('excluded.accounts')}
  returning round
`,
);

export const askSteps = statement<never, [psuId: string, services: readonly Service[], today: string]>(
  'erasures.ask-steps',
  /* sql */ `
  insert into erasure_step as s (psu_id, service, due_on) select $1, service, $3::date from unnest($2::text[]) service
  on conflict (psu_id, service) do update
  set due_on = excluded.due_on, next_try_at = now(), obstacles = '[]', problem = null
`,
);

export interface DueStep {
  readonly psuId: string;
  readonly service: Service;
  readonly round: number;
  readonly name: string | null;
  readonly accounts: readonly ErasedAccount[];
}

export const anyDueStep = statement<{ due: boolean }, [today: string]>(
  'erasures.any-due-step',
  'select exists (select from erasure_step where due_on <= $1::date and next_try_at <= now()) as due',
  { polled: true },
);

/** Takes steps that are due. Whoever dies meanwhile leaves them to the next one, some time later. */
export const takeSteps = statement<DueStep, [today: string, max: number]>(
  'erasures.take-steps',
  /* sql */ `
  update erasure_step s set next_try_at = now() + interval '15 seconds'
  from erasure e
  where e.psu_id = s.psu_id and (s.psu_id, s.service) in (
    select psu_id, service from erasure_step where due_on <= $1::date and next_try_at <= now() order by due_on, next_try_at limit $2 for update skip locked
  )
  returning s.psu_id as "psuId", s.service, e.round, e.name, e.accounts
`,
);

/**
 * Accounts of others that a service named as those that pay for what a customer holds. Where their holders are being erased, too, the number may
 * stand only in the record of that erasure.
 */
export const accountsOfOthers = statement<ErasedAccount, [psuId: string, numbers: readonly string[]]>(
  'erasures.accounts-of-others',
  /* sql */ `
  select a.iban, a.account_id as "accountId", true as shared
  from account a
  where a.iban = any($2::text[]) and not exists (select from holder h where h.resource_id = a.account_id and h.psu_id = $1)
  union
  select n ->> 'iban', (n ->> 'accountId')::uuid, true
  from erasure_step s join erasure e on e.psu_id = s.psu_id cross join lateral jsonb_array_elements(e.accounts) n
  where s.due_on <= 'infinity'::date and s.psu_id <> $1 and n ->> 'iban' = any($2::text[])
`,
);

export const lockErasure = statement<never, [psuId: string]>('erasures.lock', 'select from erasure where psu_id = $1 for no key update');

/** Notes what a service has answered: of a round before the last one, which began again, only what it erased. */
export const noteStep = statement<
  { isLastRound: boolean },
  [
    psuId: string,
    service: Service,
    round: number,
    erased: string,
    obstacles: string,
    problem: string | null,
    dueOn: string | null,
    againAfterSeconds: number,
  ]
>(
  'erasures.note-step',
  /* sql */ `
  update erasure_step s
  set erased = (
      select coalesce(jsonb_object_agg(key, total), '{}') from (
        select key, sum(value::bigint) as total from (select * from jsonb_each_text(s.erased) union all select * from jsonb_each_text($4::jsonb)) counts group by key
      ) added
    ),
    obstacles = case when e.round = $3 then $5::jsonb else s.obstacles end, problem = case when e.round = $3 then $6 else s.problem end,
    due_on = case when e.round = $3 then $7::date else s.due_on end,
    next_try_at = case when e.round = $3 then now() + make_interval(secs => $8) else s.next_try_at end
  from erasure e
  where s.psu_id = $1 and s.service = $2 and e.psu_id = s.psu_id
  returning e.round = $3 as "isLastRound"
`,
);

/** Nothing is left to be looked for: the name and numbers that services were told are forgotten. */
export const endErasure = statement<{ psuId: string }, [psuId: string, now: Date]>(
  'erasures.end',
  /* sql */ `
  update erasure e set ended_at = $2, name = null, accounts = '[]'
  where e.psu_id = $1 and e.ended_at is null and not exists (select from erasure_step s where s.psu_id = e.psu_id and s.due_on is not null)
  returning e.psu_id as "psuId"
`,
);

const erasures = (today: string): string => /* sql */ `
  select e.psu_id as "psuId", to_json(e.asked_at) #>> '{}' as "askedAt", e.asked_by as "askedBy", to_json(e.ended_at) #>> '{}' as "endedAt",
    (
      select json_agg(json_build_object(
        'service', s.service, 'state', case when s.due_on is null then 'done' when s.due_on > ${today}::date then 'kept' else 'due' end,
        'keptUntil', case when s.due_on > ${today}::date then s.due_on end, 'erased', s.erased, 'obstacles', s.obstacles, 'problem', s.problem) order by s.service)
      from erasure_step s where s.psu_id = e.psu_id
    ) as steps
  from erasure e`;

export const findErasure = statement<ErasureRow, [psuId: string, today: string]>('erasures.one', `${erasures('$2')} where e.psu_id = $1`);

/** In the order in which they were asked for, after the given one. */
export const listErasures = statement<ErasureRow, [after: string | null, max: number, today: string]>(
  'erasures.list',
  /* sql */ `
  ${erasures('$3')}
  where (e.asked_at, e.psu_id) > (
    coalesce((select asked_at from erasure where psu_id = $1), '-infinity'), coalesce($1, '00000000-0000-0000-0000-000000000000')
  )
  order by e.asked_at, e.psu_id
  limit $2
`,
);
