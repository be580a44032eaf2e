import { randomUUID } from 'node:crypto';
import { daysAgo, type RunningBank, type TestCustomer } from '@open-banking/testing';

export interface TestPortfolio {
  readonly accountId: string;
  readonly identification: string;
  readonly path: string;
  readonly reference: { other: { identification: string } };
}

/** An empty securities account of these customers, in EUR. Nullable columns are null. */
export async function aPortfolio(
  bank: RunningBank,
  owners: readonly TestCustomer[],
  { name = 'Test portfolio' } = {},
): Promise<TestPortfolio> {
  const accountId = randomUUID();
  const identification = accountId.replaceAll('-', '').slice(0, 20);
  await bank.database('securities').query(
    `
    insert into securities_account (account_id, other_identification, other_scheme, other_issuer, currency, owner_name, name, product, usage, related_iban)
    values ($1, $2, 'Safekeeping', 'Test bank', 'EUR', 'Test Owner', $3, 'Test depot', 'PRIV', 'DE89370400440532013000')`,
    [accountId, identification, name],
  );
  for (const { psuId } of owners)
    await bank.database('securities').query("insert into holder (psu_id, resource_id, rule) values ($1, $2, 'any')", [psuId, accountId]);
  return { accountId, identification, path: `/v1.0/securities-accounts/${accountId}`, reference: { other: { identification } } };
}

const usual = {
  kind: 'share',
  currency: 'EUR',
  price: '10.00' as string | null,
  coupon: null as string | null,
  couponDay: null as string | null,
};

/** A new instrument without an ISIN, priced yesterday; a bond is quoted in per cent. */
export async function anInstrument(bank: RunningBank, given: Partial<typeof usual> = {}): Promise<string> {
  const { kind, currency, price, coupon, couponDay } = { ...usual, ...given };
  const id = `TEST-${randomUUID()}`;
  await bank.database('securities').query(
    `
    insert into instrument (instrument_id, other, name, kind, currency, mic, quotation, price_type, coupon, coupon_day, country)
    values ($1, $2, 'Test instrument', $3, $4, 'XTAE', $5, 'MRKT', $6, $7, 'IL')`,
    [
      id,
      JSON.stringify({ identification: id, typeProprietary: 'Test' }),
      kind,
      currency,
      kind === 'bond' ? 'percentage' : 'amount',
      coupon,
      couponDay,
    ],
  );
  if (price !== null)
    await bank
      .database('securities')
      .query('insert into instrument_price (instrument_id, price_date, price) values ($1, $2, $3)', [id, daysAgo(1), price]);
  return id;
}

export const holds = (
  bank: RunningBank,
  { accountId }: TestPortfolio,
  instrument: string,
  units: number,
  averagePrice?: string,
): Promise<unknown> =>
  bank
    .database('securities')
    .query(
      "insert into position (account_id, instrument_id, units, safekeeping_place, safekeeping_country, changed_on, average_buying_price) values ($1, $2, $3, 'DEMOILITXXX', 'IL', $4, $5)",
      [accountId, instrument, units, daysAgo(1), averagePrice],
    );

/** Inserts purchases of one unit, `aDay` per day back from `back` days ago. Returns their references, newest first. */
export async function trades(
  bank: RunningBank,
  { accountId }: TestPortfolio,
  instrument: string,
  count: number,
  { from = 0, aDay = 1, back = 0, order = null as string | null } = {},
): Promise<string[]> {
  const { rows } = await bank.database('securities').query<{ reference: string }>(
    `
    insert into securities_transaction (account_id, booking_date, entry_reference, transaction_id, transaction_date, instrument_id, units, units_before, units_after, transaction_type_code, order_id)
    select $1, day, lpad(($3::bigint + n)::text, 16, '0'), gen_random_uuid(), day, $5, 1, n, n + 1, 'SETT', $7::uuid
    from (select n, (now() at time zone 'Asia/Jerusalem')::date - $6::int - ($2::int - 1 - n) / $4::int as day from generate_series(0, $2::int - 1) n) e
    returning entry_reference as reference`,
    [accountId, count, from, aDay, instrument, back, order],
  );
  return rows
    .map(({ reference }) => reference)
    .sort()
    .reverse();
}

/** Inserts orders of one unit, one per day back from `back` days ago. Returns their ids, newest first. */
export async function orders(
  bank: RunningBank,
  { accountId }: TestPortfolio,
  instrument: string,
  count: number,
  { status = 'new', back = 0 } = {},
): Promise<string[]> {
  const { rows } = await bank.database('securities').query<{ id: string; day: string }>(
    `
    insert into security_order (account_id, order_date, order_id, ordered_at, side, instrument_id, units, filled_units, mic, types_of_order, time_in_force, related_iban, order_status)
    select $1, (now() at time zone 'Asia/Jerusalem')::date - $4::int - n, gen_random_uuid(), now(), 'buy', $3, 1, case $5 when 'filled' then 1 else 0 end, 'XTAE', '{market}', 'day', 'DE89370400440532013000', $5
    from generate_series(0, $2::int - 1) n
    returning order_id as id, order_date::text as day`,
    [accountId, count, instrument, back, status],
  );
  return rows.sort((a, b) => b.day.localeCompare(a.day)).map(({ id }) => id);
}
