import { identified, owned, type Proof } from '@open-banking/feed';

const service = 'ais-pis';

/** What must hold of an account's holders at the end of each step of a feed, too. */
export const accountOwners: Proof = {
  service,
  name: 'every account has an owner, and two where two must approve',
  reportedAt: { lines: ['account'], field: 'holder' },
  query: owned('account', 'account_id'),
};

export const accountProofs: readonly Proof[] = [
  {
    service,
    name: 'an account has booked the sum of its entries',
    reportedAt: { lines: ['accountBalance', 'account'], field: 'booked' },
    // A full join, so that entries of an account that does not exist are found: no foreign key stands for them (docs/decisions/0065).
    query: /* sql */ `
    select 'account ' || account_id as what, b.booked = coalesce(e.sum, 0) and b.last_booking_date = coalesce(e.last, b.last_booking_date) as ok
    from account a
    left join account_balance b using (account_id)
    full join (select account_id, sum(amount) as sum, max(booking_date) as last from entry group by 1) e using (account_id)`,
  },
  {
    service,
    // The name of an entry is made outside of the sum: so only for those that are wrong.
    name: 'the balance after each entry is the sum up to it',
    reportedAt: { lines: ['entry'], field: 'balanceAfter' },
    query: /* sql */ `
    select 'entry ' || entry_reference || ' of account ' || account_id as what, balance_after = sum as ok
    from (select account_id, entry_reference, balance_after, sum(amount) over (partition by account_id order by booking_date, entry_reference) from entry) e`,
  },
  {
    service,
    name: 'the balance before the last day is the sum before it',
    reportedAt: { lines: ['accountBalance', 'account'], field: 'bookedBefore' },
    query: /* sql */ `
    select 'account ' || b.account_id as what, b.booked_before = b.booked - coalesce(sum(e.amount), 0) as ok
    from account_balance b
    left join entry e on e.account_id = b.account_id and e.booking_date = b.last_booking_date
    group by b.account_id, b.booked, b.booked_before`,
  },
  {
    service,
    name: 'reserved and incoming are the sums of the pending entries',
    reportedAt: { lines: ['accountBalance', 'account'], field: 'reserved' },
    query: /* sql */ `
    select 'account ' || b.account_id as what,
           b.reserved = coalesce(-sum(p.amount) filter (where p.amount < 0), 0) and b.incoming = coalesce(sum(p.amount) filter (where p.amount > 0), 0) as ok
    from account_balance b
    left join pending_entry p using (account_id)
    group by b.account_id, b.reserved, b.incoming`,
  },
  {
    service,
    name: 'a transaction id names one entry of its account, pending or booked',
    query: identified('account', 'account_id', ['entry', 'pending_entry']),
  },
  {
    service,
    name: 'no account is beyond its credit line, unless the core took it there',
    reportedAt: { lines: ['accountBalance', 'account'], field: 'overdraft' },
    query: /* sql */ `
    select 'account ' || account_id as what, booked - reserved + overdraft >= 0 or beyond_line as ok from account_balance`,
  },
  accountOwners,
];
