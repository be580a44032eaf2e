import { erasedNumberOf } from '@open-banking/erasure';
import { result, type CheckResult } from '@open-banking/feed';
import { Decimal } from '@open-banking/messages';
import { loadedServices } from '@open-banking/spec';
import type { RunQuery } from './service-agreement.js';
import { serviceTables } from '../service-tables.js';

const cashFlows = loadedServices.flatMap((service) => (serviceTables[service].cashFlows ?? []).map((flow) => ({ service, flow })));

const booked = /* sql */ `
  select a.account_id as account, e.booking_date::text as day, trim_scale(sum(e.amount))::text as amount
  from entry e join account a using (account_id)
  where e.proprietary_bank_transaction_code = any($1) group by 1, 2`;

/** After every day. */
const never = 'never';

const known = /* sql */ `
  select a.account_id as account, a.iban, min(e.booking_date)::text as first from account a join entry e using (account_id) group by 1, 2`;

/** Numbers of accounts that are being erased: they stand in other services still where the law keeps them there for longer, or a step is due. */
const beingErased = /* sql */ `
  select n ->> 'accountId' as account, n ->> 'iban' as iban from erasure cross join lateral jsonb_array_elements(accounts) n`;

/**
 * Checks both directions: every movement of the other service is on the account, and every such entry has a movement. The number of an account
 * may be erased in either of them and not yet in the other, or of one of several who share it.
 */
export async function cashChecks(runQuery: RunQuery): Promise<CheckResult[]> {
  const accounts = await runQuery('ais-pis', known);
  const since = new Map(accounts.map(({ account, first }) => [account!, first!]));
  // An account that has a number now goes before one that had it.
  const accountOf = new Map(
    [...(await runQuery('ais-pis', beingErased)), ...accounts].flatMap(({ account, iban }) => [
      [iban!, account!],
      [erasedNumberOf(account!), account!],
    ]),
  );
  const checks: CheckResult[] = [];
  for (const { service, flow } of cashFlows) {
    const { name, query, kinds } = flow;
    const there = movements(await runQuery(service, query), accountOf, since);
    const here = await runQuery('ais-pis', booked, [kinds]);
    const broken: string[] = [];
    for (const { account, day, amount } of here) {
      const place = `account ${account} on ${day}`;
      if (there.get(place)?.amount !== amount) broken.push(place);
      there.delete(place);
    }
    for (const [place, { certain }] of there) if (certain) broken.push(place);
    checks.push(result(name, `${service}, ais-pis`, here.length, broken.length, broken.sort()[0]));
  }
  return checks;
}

interface Movement {
  readonly amount: string;
  readonly certain: boolean;
}

/** What another service moved, by account and day. Certain: it must be in the books, as the account's entries begin before it. */
function movements(
  rows: Awaited<ReturnType<RunQuery>>,
  accountOf: ReadonlyMap<string, string>,
  since: ReadonlyMap<string, string>,
): Map<string, Movement> {
  const there = new Map<string, Movement>();
  for (const { iban, day, amount, certain } of rows) {
    const account = accountOf.get(iban!) ?? iban!;
    const place = `account ${account} on ${day}`;
    const other = there.get(place)?.amount ?? '0';
    there.set(place, {
      amount: new Decimal(other).plus(amount!).toFixed(),
      certain: Boolean(certain) && day! >= (since.get(account) ?? never),
    });
  }
  return there;
}
