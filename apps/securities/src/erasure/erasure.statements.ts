import {
  countOfHeld,
  erasedAtOnce,
  erasedNumber,
  erasedNumberOf,
  erasedText,
  heldAlone,
  heldTogether,
  isErasedNumber,
  statement,
  withoutName,
} from '@open-banking/database';

type Whose = [psuId: string];
type WithNumbers = [...Whose, numbers: string];

const identification = `'${erasedNumberOf('')}' || a.account_id`;
/** SQL: the number of the cash account erased, and kept as it is where that was done before. */
const related = (row: string): string =>
  `case when ${isErasedNumber(`${row}.related_iban`)} then ${row}.related_iban else ${erasedNumber(`${row}.related_iban`, '$2')} end`;

/** Securities accounts of the customer's alone that are not closed. */
export const openAccounts = statement<{ id: string }, Whose>(
  'erasure.open-securities-accounts',
  /* sql */ `
  select a.account_id as id from securities_account a where a.account_id = any(array(${heldAlone})) and a.status <> 'deleted' order by a.account_id limit 20
`,
);

export const eraseAccounts = statement<object, WithNumbers>(
  'erasure.securities-accounts',
  /* sql */ `
  update securities_account a
  set other_identification = ${identification}, owner_name = '${erasedText}', name = '${erasedText}', display_name = null, details = null, related_iban = ${related('a')}
  where a.account_id = any(array(
    select a.account_id from securities_account a
    where a.account_id = any(array(${heldAlone}))
      and ((a.other_identification, a.owner_name, a.name) <> (${identification}, '${erasedText}', '${erasedText}') or num_nonnulls(a.display_name, a.details) > 0
        or not ${isErasedNumber('a.related_iban')})
    ${erasedAtOnce}
  ))
  returning a.account_id
`,
);

/** Of securities accounts that others hold too. */
export const eraseName = statement<object, [...Whose, name: string]>(
  'erasure.name-of-securities-accounts',
  /* sql */ `
  update securities_account a
  set owner_name = ${withoutName('a.owner_name', '$2')}, name = ${withoutName('a.name', '$2')},
    display_name = nullif(btrim(replace(a.display_name, $2, '')), ''), details = nullif(btrim(replace(a.details, $2, '')), '')
  where a.account_id = any(array(${heldTogether})) and strpos(concat_ws(' ', a.owner_name, a.name, a.display_name, a.details), $2) > 0
  returning a.account_id
`,
);

export const erasePositions = statement<object, Whose>(
  'erasure.positions',
  /* sql */ `
  update position p set details = null where p.account_id = any(array(${heldAlone})) and p.details is not null returning p.account_id
`,
);

export const eraseOrders = statement<object, WithNumbers>(
  'erasure.security-orders',
  /* sql */ `
  update security_order r set details = null, related_iban = ${related('r')}
  where r.order_id = any(array(
    select r.order_id from security_order r
    where r.account_id = any(array(${heldAlone})) and (r.details is not null or not ${isErasedNumber('r.related_iban')})
    ${erasedAtOnce}
  ))
  returning r.order_id
`,
);

export const eraseTransactions = statement<object, Whose>(
  'erasure.securities-transactions',
  /* sql */ `
  update securities_transaction t set details = null
  where t.transaction_id = any(array(
    select t.transaction_id from securities_transaction t where t.account_id = any(array(${heldAlone})) and t.details is not null ${erasedAtOnce}
  ))
  returning t.transaction_id
`,
);

export const holds = countOfHeld({ securities_account: 'account_id', security_order: 'account_id', securities_transaction: 'account_id' });
