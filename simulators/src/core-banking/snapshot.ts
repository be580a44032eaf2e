import { writeFileSync } from 'node:fs';
import { asAdmin } from '@open-banking/database';

const balances = /* sql */ `
  select jsonb_build_object('type', 'accountBalance', 'accountId', a.account_id, 'booked', a.booked::text, 'overdraft', a.overdraft::text,
    'reserved', (a.announced_debits + coalesce(h.amount, 0))::text, 'incoming', a.announced_credits::text,
    'lastBookingDate', current_date::text, 'bookedBefore', a.booked::text, 'changedAt', to_json(now()) #>> '{}')::text as line
  from bookkeeping.account a
  left join (select account_id, sum(amount) as amount from bookkeeping.hold where not ended group by 1) h using (account_id)
  where a.iban is not null
  order by a.account_id`;

/** Writes the balances of the core into a file, for \`openbank feed reconcile\`. */
export async function writeSnapshot(databaseUrl: string, file: string): Promise<void> {
  const { rows } = await asAdmin(databaseUrl, (client) => client.query<{ line: string }>(balances));
  writeFileSync(file, rows.map(({ line }) => `${line}\n`).join(''));
}
