import { fail } from './fault.js';
import type { Account, World } from './world.js';

interface Books {
  readonly booked: string;
  readonly entered: string;
  readonly reserved: string;
  readonly pending: string;
  readonly lines: string;
  readonly broken: number;
}

/** What is wrong with the accounts: balances are the sums of their entries, reserved is what is pending, and money is neither made nor lost. */
export async function faultsOfBooks(world: World, accounts: readonly Account[], expected: readonly string[]): Promise<string[]> {
  const rows = await world.rows<Books>(
    `select booked::text, reserved::text,
       (select coalesce(sum(amount), 0)::text from entry e where e.account_id = b.account_id) as entered,
       (select coalesce(sum(-amount), 0)::numeric(18, 2)::text from pending_entry p where p.account_id = b.account_id and p.amount < 0) as pending,
       (select coalesce(string_agg(amount::text, ' ' order by entry_reference::bigint), '') from entry e where e.account_id = b.account_id) as lines,
       (select count(*)::int from (
          select balance_after, sum(amount) over (order by entry_reference::bigint) as sum from entry e where e.account_id = b.account_id
        ) chain where balance_after <> sum) as broken
     from account_balance b where account_id = any($1::uuid[]) order by array_position($1::uuid[], account_id)`,
    [accounts.map(({ accountId }) => accountId)],
  );
  return rows.flatMap(({ booked, entered, reserved, pending, lines, broken }, at) => [
    ...fail(Number(booked) !== Number(entered), `account ${at + 1} has ${booked}, and its entries are ${lines}`),
    ...fail(broken > 0, `account ${at + 1} has ${broken} entries with a wrong balance after them: ${lines}`),
    ...fail(Number(reserved) !== Number(pending), `account ${at + 1} has ${reserved} reserved, and ${pending} is pending`),
    ...fail(Number(booked) !== Number(expected[at]), `account ${at + 1} has ${booked}, and should have ${expected[at]}: ${lines}`),
  ]);
}
