import type { LoadedService } from '@open-banking/spec';
import { isErasedNumber } from '@open-banking/erasure';
import { result, type CheckResult } from '@open-banking/feed';

/** Runs a query in one service's database. */
export type RunQuery = (service: LoadedService, query: string, values?: unknown[]) => Promise<readonly Record<string, string | null>[]>;

/**
 * Two services that must say the same of the same things. Each query gives `what` and `says`, both text; things that
 * only one of them knows are wrong too. `says` is null where it is erased in one of them, which may be sooner than in the other.
 */
interface Agreement {
  readonly name: string;
  readonly left: LoadedService;
  readonly leftQuery: string;
  readonly right: LoadedService;
  readonly rightQuery: string;
}

const instalments = (table: string, id: string): string => /* sql */ `
  select 'loan ' || ${id} as what,
         md5(string_agg(concat_ws('|', number, due_date, opening_balance, indexation, interest, principal, fees, closing_balance, paid_on), ';' order by number)) as says
  from ${table} group by ${id}`;

const holders = (kind: string, table: string, id: string): string => /* sql */ `
  select '${kind} ' || r.${id} as what, string_agg(h.psu_id || ' ' || h.rule, ', ' order by h.psu_id) as says
  from ${table} r join holder h on h.resource_id = r.${id} group by r.${id}`;

const agreements: readonly Agreement[] = [
  {
    name: 'both loan services owe the same on every loan',
    left: 'savings-loans',
    right: 'loan-services',
    leftQuery: /* sql */ `
      select 'loan ' || account_id as what, concat_ws(' ', currency, trim_scale(original_amount), trim_scale(-booked), contract_start_date, contract_end_date) as says from loan_account`,
    rightQuery: /* sql */ `
      select 'loan ' || loan_id as what, concat_ws(' ', currency, trim_scale(original_amount), trim_scale(outstanding_principal + arrears_interest), start_date, end_date) as says
      from loan join loan_balance using (loan_id)`,
  },
  {
    name: 'both loan services have the same schedules',
    left: 'savings-loans',
    right: 'loan-services',
    leftQuery: instalments('loan_instalment', 'account_id'),
    rightQuery: instalments('instalment', 'loan_id'),
  },
  {
    name: 'both loan services have the same owners',
    left: 'savings-loans',
    right: 'loan-services',
    leftQuery: holders('loan', 'loan_account', 'account_id'),
    rightQuery: holders('loan', 'loan', 'loan_id'),
  },
  {
    name: 'branch accounts are the current accounts',
    left: 'ais-pis',
    right: 'loan-services',
    leftQuery: /* sql */ `
      select 'account ' || account_id as what, case when not ${isErasedNumber('iban')} then concat_ws(' ', branch_number, account_number, iban, currency, opened_on) end as says
      from account where branch_number is not null`,
    rightQuery: /* sql */ `
      select 'account ' || account_id as what, case when not ${isErasedNumber('iban')} then concat_ws(' ', branch_number, account_number, iban, currency, customer_since) end as says
      from branch_account`,
  },
  {
    name: 'branch accounts have the owners of the current accounts',
    left: 'ais-pis',
    right: 'loan-services',
    leftQuery: holders('account', '(select * from account where branch_number is not null)', 'account_id'),
    rightQuery: holders('account', 'branch_account', 'account_id'),
  },
];

export async function agreementChecks(runQuery: RunQuery): Promise<CheckResult[]> {
  const checks: CheckResult[] = [];
  for (const { name, left, leftQuery, right, rightQuery } of agreements) {
    const there = new Map((await runQuery(right, rightQuery)).map(({ what, says }) => [what!, says]));
    const here = await runQuery(left, leftQuery);
    const wrong = here.filter(({ what, says }) => !agree(there.get(what!), says)).map(({ what }) => what!);
    const known = new Set(here.map(({ what }) => what!));
    const onlyThere = [...there.keys()].filter((what) => !known.has(what));
    const broken = [...wrong, ...onlyThere].sort();
    checks.push(result(name, `${left}, ${right}`, here.length + onlyThere.length, broken.length, broken[0]));
  }
  return checks;
}

/** Undefined: the other does not know it. */
const agree = (there: string | null | undefined, here: string | null | undefined): boolean =>
  there === here || (there !== undefined && (there === null || here === null));
