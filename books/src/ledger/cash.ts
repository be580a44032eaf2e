import { loadedServices } from '@open-banking/spec';
import type { RunQuery } from './service-agreement.js';
import { result, type CheckResult } from '@open-banking/database';
import { serviceBooks } from '../service-books.js';

const cashFlows = loadedServices.flatMap((service) => (serviceBooks[service].cashFlows ?? []).map((flow) => ({ service, flow })));

const booked = /* sql */ `
  select a.iban, e.booking_date::text as day, trim_scale(sum(e.amount))::text as amount
  from entry e join account a using (account_id)
  where e.proprietary_bank_transaction_code = any($1) group by 1, 2`;

const known = /* sql */ `select a.iban, min(e.booking_date)::text as first from account a join entry e using (account_id) group by 1`;

/** Checks both directions: every movement of the other service is on the account, and every such entry has a movement. */
export async function cashChecks(runQuery: RunQuery): Promise<CheckResult[]> {
  const since = new Map((await runQuery('ais-pis', known)).map(({ iban, first }) => [iban!, first!]));
  const checks: CheckResult[] = [];
  for (const { service, flow } of cashFlows) {
    const { name, query, kinds } = flow;
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
