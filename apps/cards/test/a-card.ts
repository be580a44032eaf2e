import { randomUUID } from 'node:crypto';
import { aMaskedPan, type RunningBank, type TestCustomer } from '@open-banking/testing';

export interface TestCard {
  readonly cardId: string;
  readonly maskedPan: string;
  readonly path: string;
}

const usual = {
  currency: 'EUR',
  name: 'Test card',
  displayName: null as string | null,
  creditLimit: '1000.00',
  withBalance: true,
  invoiced: '-100.00',
  notInvoiced: '-20.50',
  pending: '-5.00',
};

/** A card of these customers with this limit and debt. */
export async function aCard(bank: RunningBank, owners: readonly TestCustomer[], given: Partial<typeof usual> = {}): Promise<TestCard> {
  const { currency, name, displayName, creditLimit, withBalance, invoiced, notInvoiced, pending } = { ...usual, ...given };
  const cardId = randomUUID();
  const maskedPan = aMaskedPan();
  const database = bank.database('cards');
  await database.query(
    `insert into card (card_id, masked_pan, currency, owner_name, name, display_name, product, usage, credit_limit, statement_day, debit_day, debited_account_id, debited_iban)
    values ($1, $2, $3, 'Test Owner', $4, $5, 'Classic Credit', 'PRIV', $6, 2, 10, gen_random_uuid(), 'DE89370400440532013000')`,
    [cardId, maskedPan, currency, name, displayName, creditLimit],
  );
  if (withBalance) {
    await database.query(
      `insert into card_balance (card_id, invoiced, not_invoiced, pending, next_debit_date, changed_at)
      values ($1, $2, $3, $4, '2026-12-10', '2026-11-20T10:00:00Z')`,
      [cardId, invoiced, notInvoiced, pending],
    );
  }
  for (const { psuId } of owners)
    await database.query("insert into holder (psu_id, resource_id, rule) values ($1, $2, 'any')", [psuId, cardId]);
  return { cardId, maskedPan, path: `/v1.7/cards/${cardId}` };
}

/** Inserts booked purchases with only the mandatory columns, `aDay` per day back from today. Returns their references, newest first. */
export async function purchases(
  bank: RunningBank,
  { cardId }: TestCard,
  count: number,
  { from = 0, aDay = 1, transactionId = null as string | null } = {},
): Promise<string[]> {
  const { rows } = await bank.database('cards').query<{ reference: string }>(
    `
    insert into card_transaction (card_id, booking_date, entry_reference, transaction_date, acceptor_transaction_at, value_date, amount, transaction_id)
    select $1, day, lpad(($3::bigint + n)::text, 16, '0'), day, now(), day, -1.50, $5::text
    from (select n, (now() at time zone 'Asia/Jerusalem')::date - ($2::int - 1 - n) / $4::int as day from generate_series(0, $2::int - 1) n) e
    returning entry_reference as reference`,
    [cardId, count, from, aDay, transactionId],
  );
  return rows
    .map(({ reference }) => reference)
    .sort()
    .reverse();
}

/** Inserts purchases that are authorised and not yet booked. */
export async function authoriseMany(
  bank: RunningBank,
  { cardId }: TestCard,
  count: number,
  transactionId: string | null = null,
): Promise<void> {
  await bank.database('cards').query(
    `
    insert into card_pending_transaction (card_id, transaction_date, entry_reference, acceptor_transaction_at, amount, transaction_id)
    select $1, (now() at time zone 'Asia/Jerusalem')::date, lpad((900000 + n)::text, 16, '0'), now(), -2.00, $3::text from generate_series(1, $2::int) n`,
    [cardId, count, transactionId],
  );
}
