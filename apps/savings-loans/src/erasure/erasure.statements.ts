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
type Kind = 'savings' | 'loan';

/** SQL: stands where a number must be: one of the two is never null, and each is unique. */
const bban = `'${erasedNumberOf('')}' || a.account_id`;
/** A reference to an account that is erased. Whether there was one, the proofs against the current accounts ask. */
const noReference = `'{}'::jsonb`;

/** Contracts of the customer's alone that are not closed. */
const open = (kind: Kind) =>
  statement<{ id: string }, Whose>(
    `erasure.open-${kind}-accounts`,
    /* sql */ `
  select a.account_id as id from ${kind}_account a where a.account_id = any(array(${heldAlone})) and a.status <> 'deleted' order by a.account_id limit 20
`,
  );

const eraseAccounts = (kind: Kind) =>
  statement<object, [...Whose, numbers: string]>(
    `erasure.${kind}-accounts`,
    /* sql */ `
  update ${kind}_account a
  set iban = null, bban = ${bban}, owner_name = '${erasedText}', name = '${erasedText}', display_name = null, details = null,
    linked_accounts = case when ${isErasedNumber('a.linked_accounts')} then a.linked_accounts when a.linked_accounts is not null then ${erasedNumber('a.linked_accounts', '$2')} end
  where a.account_id = any(array(
    select a.account_id from ${kind}_account a
    where a.account_id = any(array(${heldAlone}))
      and ((a.bban, a.owner_name, a.name) is distinct from (${bban}, '${erasedText}', '${erasedText}') or num_nonnulls(a.iban, a.display_name, a.details) > 0
        or not ${isErasedNumber('a.linked_accounts')})
    ${erasedAtOnce}
  ))
  returning a.account_id
`,
  );

const eraseName = (kind: Kind) =>
  statement<object, [...Whose, name: string]>(
    `erasure.name-of-${kind}-accounts`,
    /* sql */ `
  update ${kind}_account a
  set owner_name = ${withoutName('a.owner_name', '$2')}, name = ${withoutName('a.name', '$2')},
    display_name = nullif(btrim(replace(a.display_name, $2, '')), ''), details = nullif(btrim(replace(a.details, $2, '')), '')
  where a.account_id = any(array(${heldTogether})) and strpos(concat_ws(' ', a.owner_name, a.name, a.display_name, a.details), $2) > 0
  returning a.account_id
`,
  );

const texts = ['creditor_name', 'debtor_name', 'remittance_unstructured', 'additional_information'];
const references = ['creditor_account', 'debtor_account'];

const eraseEntries = (table: string, day: string) =>
  statement<object, Whose>(
    `erasure.${table.replaceAll('_', '-')}`,
    /* sql */ `
  update ${table} e
  set ${texts.map((column) => `${column} = null`).join(', ')},
    ${references.map((column) => `${column} = case when e.${column} is not null then ${noReference} end`).join(', ')}
  from (
    select e.account_id, e.${day}, e.entry_reference from ${table} e
    where e.account_id = any(array(${heldAlone}))
      and (num_nonnulls(${texts.map((column) => `e.${column}`).join(', ')}) > 0 or ${references.map((column) => `e.${column} <> ${noReference}`).join(' or ')})
    ${erasedAtOnce}
  ) of
  where e.account_id = of.account_id and e.${day} = of.${day} and e.entry_reference = of.entry_reference
  returning e.account_id
`,
  );

const ofKind = (kind: Kind) => ({
  open: open(kind),
  accounts: eraseAccounts(kind),
  name: eraseName(kind),
  entries: eraseEntries(`${kind}_entry`, 'booking_date'),
  pending: eraseEntries(`${kind}_pending_entry`, 'entry_date'),
});

export const savings = ofKind('savings');
export const loans = ofKind('loan');

export const holds = countOfHeld({
  savings_account: 'account_id',
  savings_entry: 'account_id',
  loan_account: 'account_id',
  loan_entry: 'account_id',
});
