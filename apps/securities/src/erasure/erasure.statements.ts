import {
  erasable,
  erasedNumber,
  erasedNumberOf,
  erasedOn,
  erasedText,
  heldAlone,
  heldTogether,
  isErasedNumber,
  numbersIn,
  withNumbers,
  withoutName,
} from '@open-banking/erasure';
import { statement } from '@open-banking/database';

type CustomerParams = [psuId: string];
type RetentionParams = [...CustomerParams, keptFrom: string];
type WithNumbers = [...CustomerParams, numbers: string, keptFrom: string];

const identification = `'${erasedNumberOf('')}' || a.account_id`;
/** SQL: the number of the cash account erased, and kept as it is where that was done before. */
const related = (row: string): string =>
  `case when ${isErasedNumber(`${row}.related_iban`)} then ${row}.related_iban else ${erasedNumber(`${row}.related_iban`, '$2')} end`;

/** SQL: whether an account has an order or a transaction that the law keeps, and its identification and names with it. */
const isKept = (account: string, keptFrom: string, until = "'infinity'"): string => /* sql */ `(
      exists (select from securities_transaction k where k.account_id = ${account} and k.booking_date between ${keptFrom}::date and ${until})
      or exists (select from security_order k where k.account_id = ${account} and k.order_date between ${keptFrom}::date and ${until})
    )`;

/** Securities accounts of the customer's alone that are not closed. */
export const openAccounts = statement<{ id: string }, CustomerParams>(
  'erasure.open-securities-accounts',
  /* sql */ `
  select a.account_id as id from securities_account a where a.account_id = any(array(${heldAlone})) and a.status <> 'deleted' order by a.account_id limit 20
`,
);

export const accounts = erasable<WithNumbers>(
  'erasure.securities-accounts',
  /* sql */ `
    select a.account_id from securities_account a
    where a.account_id = any(array(${heldAlone}))
      and ((a.other_identification, a.owner_name, a.name) <> (${identification}, '${erasedText}', '${erasedText}') or num_nonnulls(a.display_name, a.details) > 0
        or not ${isErasedNumber('a.related_iban')})
      and not ${isKept('a.account_id', '$3')} and ${withNumbers('$2')}`,
  (batch) => /* sql */ `
  update securities_account a
  set other_identification = ${identification}, owner_name = '${erasedText}', name = '${erasedText}', display_name = null, details = null, related_iban = ${related('a')}
  where a.account_id = any(array(${batch}))
  returning a.account_id
`,
);

/** Of securities accounts that others hold too. */
export const names = erasable<[...CustomerParams, name: string, keptFrom: string]>(
  'erasure.name-of-securities-accounts',
  /* sql */ `
    select a.account_id from securities_account a
    where a.account_id = any(array(${heldTogether})) and strpos(concat_ws(' ', a.owner_name, a.name, a.display_name, a.details), $2) > 0
      and not ${isKept('a.account_id', '$3', erasedOn)}`,
  (batch) => /* sql */ `
  update securities_account a
  set owner_name = ${withoutName('a.owner_name', '$2')}, name = ${withoutName('a.name', '$2')},
    display_name = nullif(btrim(replace(a.display_name, $2, '')), ''), details = nullif(btrim(replace(a.details, $2, '')), '')
  where a.account_id = any(array(${batch}))
  returning a.account_id
`,
);

/** Of securities accounts that others hold, with the customer or without, and whose money moved over an account of the customer's alone. */
export const numbers = erasable<WithNumbers>(
  'erasure.number-of-securities-accounts',
  /* sql */ `
    select a.account_id from securities_account a
    where a.related_iban = any(${numbersIn('$2')}) and a.account_id <> all(array(${heldAlone})) and not ${isKept('a.account_id', '$3', erasedOn)}`,
  (batch) => /* sql */ `
  update securities_account a set related_iban = $2::jsonb ->> a.related_iban where a.account_id = any(array(${batch})) returning a.account_id
`,
);

/** Of orders on accounts that others hold, with the customer or without, and that an account of the customer's alone was to pay for. */
export const numbersOfOrders = erasable<WithNumbers>(
  'erasure.number-of-security-orders',
  /* sql */ `
    select r.order_id from security_order r
    where r.related_iban = any(${numbersIn('$2')}) and r.account_id <> all(array(${heldAlone})) and (r.order_date < $3::date or r.order_date > ${erasedOn})`,
  (batch) => /* sql */ `
  update security_order r set related_iban = $2::jsonb ->> r.related_iban where r.order_id = any(array(${batch})) returning r.order_id
`,
);

export const positions = erasable<RetentionParams>(
  'erasure.positions',
  /* sql */ `
    select p.account_id, p.instrument_id, p.balance_type from position p
    where p.account_id = any(array(${heldAlone})) and p.details is not null and not ${isKept('p.account_id', '$2')}`,
  (batch) => /* sql */ `
  update position p set details = null where (p.account_id, p.instrument_id, p.balance_type) in (${batch}) returning p.account_id
`,
);

export const orders = erasable<WithNumbers>(
  'erasure.security-orders',
  /* sql */ `
    select r.order_id from security_order r
    where r.account_id = any(array(${heldAlone})) and (r.details is not null or not ${isErasedNumber('r.related_iban')})
      and r.order_date < $3::date and ${withNumbers('$2')}`,
  (batch) => /* sql */ `
  update security_order r set details = null, related_iban = ${related('r')} where r.order_id = any(array(${batch})) returning r.order_id
`,
);

export const transactions = erasable<RetentionParams>(
  'erasure.securities-transactions',
  /* sql */ `
    select t.transaction_id from securities_transaction t
    where t.account_id = any(array(${heldAlone})) and t.details is not null and t.booking_date < $2::date`,
  (batch) => `update securities_transaction t set details = null where t.transaction_id = any(array(${batch})) returning t.transaction_id`,
);

export const linkedNumbers = statement<{ iban: string }, CustomerParams>(
  'erasure.linked-numbers',
  ['securities_account', 'security_order']
    .map(
      (table) => /* sql */ `
  select x.related_iban as iban from holder h join ${table} x on x.account_id = h.resource_id where h.psu_id = $1 and not ${isErasedNumber('x.related_iban')}`,
    )
    .join(' union '),
);

const alone = (table: string, day: string): string =>
  `(select min(x.${day}) from ${table} x where x.account_id = any(array(${heldAlone})) and x.${day} >= $3::date)`;
/** SQL: accounts of others that lose the name, or the number of an account of the customer's alone. */
const ofOthers = `${heldTogether} union all select account_id from securities_account where related_iban = any(${numbersIn('$2')})`;
const together = (table: string, day: string): string =>
  `select x.account_id, x.${day} as day from ${table} x where x.account_id = any(array(${ofOthers})) and x.${day} between $3::date and ${erasedOn}`;

/** Of accounts of others, the last day before the customer was erased: the account loses name and number then. An order loses the number on its own day. */
export const firstKept = statement<{ day: string | null }, WithNumbers>(
  'erasure.first-kept-securities',
  /* sql */ `
  select least(
    ${alone('securities_transaction', 'booking_date')},
    ${alone('security_order', 'order_date')},
    (select min(r.order_date) from security_order r where r.related_iban = any(${numbersIn('$2')}) and r.order_date between $3::date and ${erasedOn}),
    (
      select min(l.day) from (
        select max(d.day) as day from (${together('securities_transaction', 'booking_date')} union all ${together('security_order', 'order_date')}) d
        group by d.account_id
      ) l
    )
  )::text as day
`,
);
