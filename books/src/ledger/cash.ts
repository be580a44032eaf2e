import type { LoadedService } from '@open-banking/spec';
import type { RunQuery } from './service-agreement.js';
import { result, type CheckResult } from '@open-banking/database';

/**
 * Money that another service says went over a current account, per account and day: `iban`, `day`, `amount` as the
 * current account sees it, and `certain`: false while the day may still lie ahead.
 */
interface CashFlow {
  readonly name: string;
  readonly service: LoadedService;
  readonly query: string;
  /** The bank's proprietary codes of the entries for these movements. */
  readonly kinds: readonly string[];
}

const flows: readonly CashFlow[] = [
  {
    name: 'card statements were debited in full',
    service: 'cards',
    kinds: ['CARD_STATEMENT'],
    query: /* sql */ `
    select c.debited_iban as iban, s.debit_date::text as day, trim_scale(sum(s.total))::text as amount, true as certain
    from statement s join card c using (card_id) where s.debited group by 1, 2`,
  },
  {
    name: 'loan repayments were debited from the account',
    service: 'savings-loans',
    kinds: ['LOAN_INSTALMENT'],
    query: /* sql */ `
    select a.linked_accounts as iban, e.booking_date::text as day, trim_scale(-sum(e.amount))::text as amount, true as certain
    from loan_entry e join loan_account a using (account_id)
    where e.debtor_account is not null group by 1, 2`,
  },
  {
    name: 'savings deposits were debited from the account',
    service: 'savings-loans',
    kinds: ['SAVINGS'],
    query: /* sql */ `
    select a.linked_accounts as iban, e.booking_date::text as day, trim_scale(-sum(e.amount))::text as amount, true as certain
    from savings_entry e join savings_account a using (account_id)
    where e.debtor_account is not null or e.creditor_account is not null group by 1, 2`,
  },
  {
    name: 'securities trades were settled on the account',
    service: 'securities',
    kinds: ['SECURITIES', 'INCOME'],
    query: /* sql */ `
    select a.related_iban as iban, t.settlement_date::text as day, trim_scale(sum(t.amount))::text as amount,
           bool_and(t.settlement_date <= (select max(booking_date) from securities_transaction)) as certain
    from securities_transaction t join securities_account a using (account_id)
    where t.amount <> 0 group by 1, 2`,
  },
];

const booked = /* sql */ `
  select a.iban, e.booking_date::text as day, trim_scale(sum(e.amount))::text as amount
  from entry e join account a using (account_id)
  where e.proprietary_bank_transaction_code = any($1) group by 1, 2`;

const known = /* sql */ `select a.iban, min(e.booking_date)::text as first from account a join entry e using (account_id) group by 1`;

/** Checks both directions: every movement of the other service is on the account, and every such entry has a movement. */
export async function cashChecks(runQuery: RunQuery): Promise<CheckResult[]> {
  const since = new Map((await runQuery('ais-pis', known)).map(({ iban, first }) => [iban!, first!]));
  const checks: CheckResult[] = [];
  for (const { name, service, query, kinds } of flows) {
    const there = new Map<string, { amount: string; certain: boolean }>();
    for (const row of await runQuery(service, query))
      there.set(`${row['iban']} on ${row['day']}`, {
        amount: row['amount']!,
        certain: Boolean(row['certain']) && row['day']! >= since.get(row['iban']!)!,
      });
    const here = await runQuery('ais-pis', booked, [kinds]);
    const broken: string[] = [];
    for (const { iban, day, amount } of here) {
      const place = `${iban} on ${day}`;
      if (there.get(place)?.amount !== amount) broken.push(place);
      there.delete(place);
    }
    for (const [place, { certain }] of there) if (certain) broken.push(place);
    checks.push(result(name, `${service}, ais-pis`, here.length, broken.length, broken.sort()[0]));
  }
  return checks;
}
