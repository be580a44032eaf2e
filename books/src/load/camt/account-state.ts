import { DatabaseClient, serversOf, withoutTimeLimits } from '@open-banking/database';

/** What the books have of an account, and what of a statement's entries is among it. */
export interface AccountState {
  readonly accountId: string;
  readonly currency: string;
  readonly booked: string;
  readonly bookedBefore: string;
  readonly reserved: string;
  readonly incoming: string;
  readonly overdraft: string;
  readonly lastBookingDate: string;
  /** The last day that this bank has itself booked on: loaded entries cannot stand behind those. */
  readonly lastPosted: string | null;
  readonly lastReference: string;
  readonly known: readonly { readonly id: string; readonly amount: string; readonly bookingDate: string }[];
}

const accountState = /* sql */ `
  select a.account_id as "accountId", a.currency, b.booked::text, b.booked_before::text as "bookedBefore", b.reserved::text, b.incoming::text,
    b.overdraft::text, b.last_booking_date::text as "lastBookingDate",
    (select max(e.booking_date)::text from entry e where e.account_id = a.account_id and e.posting_id is not null) as "lastPosted",
    coalesce((select max(e.entry_reference) from entry e where e.account_id = a.account_id and e.posting_id is null), '0000000000000000') as "lastReference",
    coalesce((
      select json_agg(json_build_object('id', coalesce(e.transaction_id, e.entry_reference), 'amount', e.amount::text, 'bookingDate', e.booking_date::text))
      from entry e where e.account_id = a.account_id and coalesce(e.transaction_id, e.entry_reference) = any($2::text[])
    ), '[]') as known
  from account a
  join account_balance b using (account_id)
  where a.iban = $1`;

/** Reads the accounts of a statement by their IBANs; undefined: no such account. */
export async function accountStates<Asked extends { readonly iban: string; readonly ids: readonly string[] }>(
  databaseUrl: string,
  asked: readonly Asked[],
): Promise<Map<string, AccountState | undefined>> {
  const client = new DatabaseClient({ ...serversOf(databaseUrl), ...withoutTimeLimits, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const states = new Map<string, AccountState | undefined>();
    for (const { iban, ids } of asked) states.set(iban, (await client.query<AccountState>(accountState, [iban, ids])).rows[0]);
    return states;
  } finally {
    await client.end();
  }
}
