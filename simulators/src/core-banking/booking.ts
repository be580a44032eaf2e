import type pg from 'pg';
import {
  chargesOf,
  transactionCode,
  creditorIban,
  statementFacts,
  transactionIdOf,
  type Instruction,
  type Transfer,
} from './instruction.js';

/** An account, locked until the transaction ends. */
export interface LockedAccount {
  readonly accountId: string;
  readonly currency: string;
  readonly status: string;
  readonly iban: string | null;
  readonly available: string;
}

const lockedAccounts = /* sql */ `
  select a.account_id as "accountId", a.currency, a.status, a.iban,
         (a.booked + a.overdraft - a.announced_debits
           - (select coalesce(sum(h.amount), 0) from bookkeeping.hold h where h.account_id = a.account_id and not h.ended and h.subject <> $3))::text as available
  from bookkeeping.account a
  where a.account_id = $1 or a.iban = $2
  order by a.account_id
  for no key update of a`;

/** Debtor and, where it is an account here, creditor. What is held for the subject itself does not count. */
export async function lockAccounts(client: pg.ClientBase, instruction: Instruction) {
  const { rows } = await client.query<LockedAccount>(lockedAccounts, [
    instruction.accountId,
    creditorIban(instruction) ?? '',
    instruction.subject,
  ]);
  return {
    debtor: rows.find(({ accountId }) => accountId === instruction.accountId),
    creditor: rows.find(({ iban }) => iban !== null && iban === creditorIban(instruction)),
  };
}

/** Why the core refuses (ISO 20022 ExternalStatusReason1Code); undefined: it does not. */
export function bookingRefusal(
  { amount: { currency }, kind }: Instruction,
  { debtor, creditor }: { readonly debtor: LockedAccount | undefined; readonly creditor: LockedAccount | undefined },
  covers: boolean,
): string | undefined {
  if (!debtor) return 'AC01';
  if (debtor.status !== 'enabled') return debtor.status === 'deleted' ? 'AC04' : 'AC06';
  if (debtor.currency !== currency) return 'AM03';
  if (kind === 'payment' && creditor && creditor.status !== 'enabled') return 'AC07';
  return covers ? undefined : 'AM04';
}

interface Leg {
  readonly accountId: string;
  readonly amount: string;
  readonly transactionId: string;
  /** What the customer reads; absent of the bank's own accounts. */
  readonly facts?: object;
}

const post = /* sql */ `
  with leg as (
    select * from jsonb_to_recordset($4::jsonb) as l(at integer, "accountId" text, amount numeric, "transactionId" text, facts jsonb)
  ), internal as (
    insert into bookkeeping.account (account_id, currency) select distinct "accountId", $5 from leg where facts is null on conflict do nothing
  ), booked as (
    insert into bookkeeping.transaction (instruction_id, what, booked_on) values ($1, $2, $3) returning transaction_no
  ), entered as (
    insert into bookkeeping.entry (transaction_no, account_id, transaction_id, amount)
    select transaction_no, "accountId", coalesce("transactionId", transaction_no::text), amount from booked, leg
  )
  insert into bookkeeping.bank_change (service, change)
  select 'ais-pis', jsonb_strip_nulls(jsonb_build_object('type', 'entry', 'accountId', "accountId", 'transactionId', "transactionId",
    'bookingDate', $3::text, 'valueDate', $3::text, 'amount', trim_scale(amount)::text) || facts)
  from leg where facts is not null order by at`;

const move = /* sql */ `
  update bookkeeping.account a set booked = a.booked + of.amount
  from (select "accountId", sum(amount) as amount from jsonb_to_recordset($1::jsonb) as l("accountId" text, amount numeric) group by 1) of
  where a.account_id = of."accountId"`;

/** Books a transfer: entries that sum to zero, the balances, and a change for each entry of a customer. */
async function book(client: pg.ClientBase, { instructionId, amount }: Instruction, what: string, day: string, legs: readonly Leg[]) {
  const { currency } = amount;
  const text = JSON.stringify(legs.map((leg, at) => ({ at, ...leg })));
  await client.query(post, [instructionId, what, day, text, currency]);
  await client.query(move, [text]);
}

const negative = (amount: string): string => `-${amount}`;

/** From the debtor to the creditor, or to whom settles with the creditor's bank; and the fee. */
export async function bookTransfer(
  client: pg.ClientBase,
  instruction: Instruction,
  creditorId: string | undefined,
  day: string,
): Promise<void> {
  const { kind, accountId, amount } = instruction;
  const transactionId = transactionIdOf(instruction);
  const transfer = kind as Transfer;
  const facts = statementFacts(instruction);
  const charges = chargesOf(instruction);
  const settlement = `${kind === 'payment' ? 'CLEARING' : 'COLLECTIONS'} ${amount.currency}`;
  await book(client, instruction, kind, day, [
    {
      accountId,
      amount: negative(amount.amount),
      transactionId,
      facts: { ...facts, bankTransactionCode: transactionCode(transfer, 'debit') },
    },
    creditorId === undefined
      ? { accountId: settlement, amount: amount.amount, transactionId }
      : {
          accountId: creditorId,
          amount: amount.amount,
          transactionId: `${transactionId}C`,
          facts: { ...facts, bankTransactionCode: transactionCode(transfer, 'credit') },
        },
  ]);
  if (charges === undefined) return;
  await book(client, instruction, 'charges', day, [
    { accountId, amount: negative(charges), transactionId: `${transactionId}F`, facts: { bankTransactionCode: 'PMNT-ICDT-CHRG' } },
    { accountId: `CHARGES ${amount.currency}`, amount: charges, transactionId: `${transactionId}F` },
  ]);
}

/** Back to the debtor, from whom settles with the other bank: a refund of a collection, or a payment that came back. */
export async function bookBack(client: pg.ClientBase, instruction: Instruction, what: 'refund' | 'returned', day: string): Promise<void> {
  const { accountId, amount } = instruction;
  const transactionId = what === 'refund' ? transactionIdOf(instruction) : `${transactionIdOf(instruction)}R`;
  const facts = { ...statementFacts(instruction), bankTransactionCode: transactionCode(what, 'credit') };
  await book(client, instruction, what, day, [
    { accountId, amount: amount.amount, transactionId, facts },
    { accountId: `${what === 'refund' ? 'COLLECTIONS' : 'CLEARING'} ${amount.currency}`, amount: negative(amount.amount), transactionId },
  ]);
}
