import {
  erasable,
  erasedAtOnce,
  erasedNumberOf,
  erasedOn,
  erasedText,
  heldAlone,
  heldTogether,
  numbersIn,
  withoutName,
} from '@open-banking/erasure';
import { statement } from '@open-banking/database';

type CustomerParams = [psuId: string];
type RetentionParams = [...CustomerParams, keptFrom: string];
type WithNumbers = [...CustomerParams, numbers: string, keptFrom: string];

/** Fits the column, and has no digit of a number. */
const erasedPan = '****************';
/** SQL: the number of the account that pays is known by the account. */
const debited = `'${erasedNumberOf('')}' || c.debited_account_id`;

/** SQL: whether a card has a transaction that the law keeps, and its number and names with it. */
const isKept = (keptFrom: string, until = ''): string =>
  `exists (select from card_transaction k where k.card_id = c.card_id and k.booking_date >= ${keptFrom}::date ${until})`;

/** Cards of the customer's alone that are not closed. */
export const openCards = statement<{ id: string }, CustomerParams>(
  'erasure.open-cards',
  /* sql */ `
  select c.card_id as id from card c where c.card_id = any(array(${heldAlone})) and c.status <> 'deleted' order by c.card_id limit 20
`,
);

export const cards = erasable<RetentionParams>(
  'erasure.cards',
  /* sql */ `
    select c.card_id from card c
    where c.card_id = any(array(${heldAlone}))
      and ((c.masked_pan, c.owner_name, c.name, c.debited_iban) <> ('${erasedPan}', '${erasedText}', '${erasedText}', ${debited}) or num_nonnulls(c.display_name, c.details) > 0)
      and not ${isKept('$2')}`,
  (batch) => /* sql */ `
  update card c
  set masked_pan = '${erasedPan}', owner_name = '${erasedText}', name = '${erasedText}', display_name = null, details = null, debited_iban = ${debited}
  where c.card_id = any(array(${batch}))
  returning c.card_id
`,
);

/** Of cards that others hold too. */
export const names = erasable<[...CustomerParams, name: string, keptFrom: string]>(
  'erasure.name-of-cards',
  /* sql */ `
    select c.card_id from card c
    where c.card_id = any(array(${heldTogether})) and strpos(concat_ws(' ', c.owner_name, c.name, c.display_name, c.details), $2) > 0
      and not ${isKept('$3', `and k.booking_date <= ${erasedOn}`)}`,
  (batch) => /* sql */ `
  update card c
  set owner_name = ${withoutName('c.owner_name', '$2')}, name = ${withoutName('c.name', '$2')},
    display_name = nullif(btrim(replace(c.display_name, $2, '')), ''), details = nullif(btrim(replace(c.details, $2, '')), '')
  where c.card_id = any(array(${batch}))
  returning c.card_id
`,
);

/** Of cards that others hold, with the customer or without, and that an account of the customer's alone paid for. */
export const numbers = erasable<WithNumbers>(
  'erasure.number-of-cards',
  /* sql */ `
    select c.card_id from card c
    where c.debited_iban = any(${numbersIn('$2')}) and c.card_id <> all(array(${heldAlone}))
      and not ${isKept('$3', `and k.booking_date <= ${erasedOn}`)}`,
  (batch) => /* sql */ `
  update card c set debited_iban = $2::jsonb ->> c.debited_iban where c.card_id = any(array(${batch})) returning c.card_id
`,
);

const texts = [
  'card_acceptor_name',
  'card_acceptor_street',
  'card_acceptor_building',
  'card_acceptor_town',
  'card_acceptor_post_code',
  'card_acceptor_phone',
  'transaction_details',
];

const textsOf = <Args extends RetentionParams | CustomerParams>(name: string, table: string, day: string, before = '') =>
  erasable<Args>(
    name,
    /* sql */ `
    select t.card_id, t.${day}, t.entry_reference from ${table} t
    where t.card_id = any(array(${heldAlone})) and num_nonnulls(${texts.map((column) => `t.${column}`).join(', ')}) > 0 ${before}`,
    (batch) => /* sql */ `
  update ${table} t set ${texts.map((column) => `${column} = null`).join(', ')}
  from (${batch}) of
  where t.card_id = of.card_id and t.${day} = of.${day} and t.entry_reference = of.entry_reference
  returning t.card_id
`,
  );

export const transactions = textsOf<RetentionParams>(
  'erasure.card-transactions',
  'card_transaction',
  'booking_date',
  'and t.booking_date < $2::date',
);
export const pending = textsOf<CustomerParams>('erasure.pending-card-transactions', 'card_pending_transaction', 'transaction_date');

/** Held by whoever writes texts: what is written after it has seen the card as it is now. */
export const lockTexts = statement<object>(
  'erasure.lock-card-texts',
  'select format from card_transaction_text_format where only_row for update',
);

/** Texts with another card number than the erased one, of cards whose number is erased. What is deleted is read from the transactions. */
export const eraseTransactionTexts = statement<object, CustomerParams>(
  'erasure.card-transaction-texts',
  /* sql */ `
  delete from card_transaction_text x using (
    select x.card_id, x.booking_date, x.entry_reference from card_transaction_text x
    where x.card_id = any(array(select c.card_id from card c where c.card_id = any(array(${heldAlone})) and c.masked_pan = '${erasedPan}'))
      and strpos(x.members, '"maskedPAN":"${erasedPan}"') = 0
    ${erasedAtOnce}
  ) of
  where x.card_id = of.card_id and x.booking_date = of.booking_date and x.entry_reference = of.entry_reference
  returning x.card_id
`,
);

/** Of cards of others, the last day before the customer was erased: the card loses name and number then. */
export const firstKept = statement<{ day: string | null }, WithNumbers>(
  'erasure.first-kept-card-transaction',
  /* sql */ `
  select least(
    (select min(t.booking_date) from card_transaction t where t.card_id = any(array(${heldAlone})) and t.booking_date >= $3::date),
    (
      select min(l.day) from (
        select max(t.booking_date) as day from card_transaction t
        where t.card_id = any(array(${heldTogether} union all select card_id from card where debited_iban = any(${numbersIn('$2')})))
          and t.booking_date between $3::date and ${erasedOn}
        group by t.card_id
      ) l
    )
  )::text as day
`,
);
