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
type Kind = 'savings' | 'loan';

/** SQL: stands where a number must be: one of the two is never null, and each is unique. */
const bban = `'${erasedNumberOf('')}' || a.account_id`;
/** A reference to an account that is erased. Whether there was one, the proofs against the current accounts ask. */
const noReference = `'{}'::jsonb`;

/** SQL: whether a contract has an entry that the law keeps, and its numbers and names with it. */
const isKept = (kind: Kind, until = ''): string =>
  `exists (select from ${kind}_entry k where k.account_id = a.account_id and k.booking_date >= $3::date ${until})`;

/** Contracts of the customer's alone that are not closed. */
const open = (kind: Kind) =>
  statement<{ id: string }, CustomerParams>(
    `erasure.open-${kind}-accounts`,
    /* sql */ `
  select a.account_id as id from ${kind}_account a where a.account_id = any(array(${heldAlone})) and a.status <> 'deleted' order by a.account_id limit 20
`,
  );

const accountsOf = (kind: Kind) =>
  erasable<WithNumbers>(
    `erasure.${kind}-accounts`,
    /* sql */ `
    select a.account_id from ${kind}_account a
    where a.account_id = any(array(${heldAlone}))
      and ((a.bban, a.owner_name, a.name) is distinct from (${bban}, '${erasedText}', '${erasedText}') or num_nonnulls(a.iban, a.display_name, a.details) > 0
        or not ${isErasedNumber('a.linked_accounts')})
      and not ${isKept(kind)} and ${withNumbers('$2')}`,
    (batch) => /* sql */ `
  update ${kind}_account a
  set iban = null, bban = ${bban}, owner_name = '${erasedText}', name = '${erasedText}', display_name = null, details = null,
    linked_accounts = case when ${isErasedNumber('a.linked_accounts')} then a.linked_accounts when a.linked_accounts is not null then ${erasedNumber('a.linked_accounts', '$2')} end
  where a.account_id = any(array(${batch}))
  returning a.account_id
`,
  );

/** Of contracts that others hold too. */
const nameErasings = (kind: Kind) =>
  erasable<[...CustomerParams, name: string, keptFrom: string]>(
    `erasure.name-of-${kind}-accounts`,
    /* sql */ `
    select a.account_id from ${kind}_account a
    where a.account_id = any(array(${heldTogether})) and strpos(concat_ws(' ', a.owner_name, a.name, a.display_name, a.details), $2) > 0
      and not ${isKept(kind, `and k.booking_date <= ${erasedOn}`)}`,
    (batch) => /* sql */ `
  update ${kind}_account a
  set owner_name = ${withoutName('a.owner_name', '$2')}, name = ${withoutName('a.name', '$2')},
    display_name = nullif(btrim(replace(a.display_name, $2, '')), ''), details = nullif(btrim(replace(a.details, $2, '')), '')
  where a.account_id = any(array(${batch}))
  returning a.account_id
`,
  );

/** SQL: contracts, whoever holds them, that an account of the customer's alone pays for. */
const paidByTheirs = (kind: Kind, numbers: string): string =>
  `select account_id from ${kind}_account where linked_accounts = any(${numbersIn(numbers)})`;

/** SQL: the same, but those of the customer's alone, which lose everything. */
const paidForOthers = (kind: Kind, numbers: string): string => `${paidByTheirs(kind, numbers)} and account_id <> all(array(${heldAlone}))`;

const numbersOf = (kind: Kind) =>
  erasable<WithNumbers>(
    `erasure.number-of-${kind}-accounts`,
    /* sql */ `
    select a.account_id from ${kind}_account a
    where a.account_id = any(array(${paidForOthers(kind, '$2')})) and not ${isKept(kind, `and k.booking_date <= ${erasedOn}`)}`,
    (batch) => /* sql */ `
  update ${kind}_account a set linked_accounts = $2::jsonb ->> a.linked_accounts where a.account_id = any(array(${batch})) returning a.account_id
`,
  );

const texts = ['creditor_name', 'debtor_name', 'remittance_unstructured', 'additional_information'];
const references = ['creditor_account', 'debtor_account'];

interface Entries {
  readonly name: string;
  readonly table: string;
  readonly day: string;
  readonly when?: string;
}

/** SQL: erases entries `e` of a batch of keys. */
const erased = ({ table, day }: Entries, set: string, batch: string): string => /* sql */ `
  update ${table} e
  set ${set}
  from (${batch}) of
  where e.account_id = of.account_id and e.${day} = of.${day} and e.entry_reference = of.entry_reference
  returning e.account_id
`;

const entriesOf = <Args extends RetentionParams | CustomerParams>(of: Entries) =>
  erasable<Args>(
    of.name,
    /* sql */ `
    select e.account_id, e.${of.day}, e.entry_reference from ${of.table} e
    where e.account_id = any(array(${heldAlone})) ${of.when ?? ''}
      and (num_nonnulls(${texts.map((column) => `e.${column}`).join(', ')}) > 0 or ${references.map((column) => `e.${column} <> ${noReference}`).join(' or ')})`,
    (batch) => {
      const withoutTexts = texts.map((column) => `${column} = null`);
      const withoutReferences = references.map((column) => `${column} = case when e.${column} is not null then ${noReference} end`);
      return erased(of, [...withoutTexts, ...withoutReferences].join(', '), batch);
    },
  );

/** Of entries of others' contracts that an account of the customer's alone pays for: its number, their name, and what they wrote where they paid. The rest is the holder's. */
const sidesOf = <Args extends readonly [...CustomerParams, numbers: string, ...unknown[]]>(kind: Kind, of: Entries) => {
  const isTheirs = (side: 'creditor' | 'debtor'): string => `coalesce($2::jsonb ? (e.${side}_account ->> 'iban'), false)`;
  return erasable<Args>(
    of.name,
    /* sql */ `
    select e.account_id, e.${of.day}, e.entry_reference from ${of.table} e
    where e.account_id = any(array(${paidForOthers(kind, '$2')})) and (${isTheirs('creditor')} or ${isTheirs('debtor')}) ${of.when ?? ''}`,
    (batch) =>
      erased(
        of,
        /* sql */ `creditor_account = case when ${isTheirs('creditor')} then ${noReference} else e.creditor_account end,
    creditor_name = case when not ${isTheirs('creditor')} then e.creditor_name end,
    debtor_account = case when ${isTheirs('debtor')} then ${noReference} else e.debtor_account end,
    debtor_name = case when not ${isTheirs('debtor')} then e.debtor_name end,
    remittance_unstructured = case when not ${isTheirs('debtor')} then e.remittance_unstructured end`,
        batch,
      ),
  );
};

const ofKind = (kind: Kind) => {
  const [booked, pending] = [
    { table: `${kind}_entry`, day: 'booking_date' },
    { table: `${kind}_pending_entry`, day: 'entry_date' },
  ];
  return {
    open: open(kind),
    accounts: accountsOf(kind),
    names: nameErasings(kind),
    numbers: numbersOf(kind),
    entries: entriesOf<RetentionParams>({ ...booked, name: `erasure.${kind}-entry`, when: 'and e.booking_date < $2::date' }),
    pending: entriesOf<CustomerParams>({ ...pending, name: `erasure.${kind}-pending-entry` }),
    sides: sidesOf<WithNumbers>(kind, {
      ...booked,
      name: `erasure.sides-of-${kind}-entry`,
      when: `and (e.booking_date < $3::date or e.booking_date > ${erasedOn})`,
    }),
    pendingSides: sidesOf<[...CustomerParams, numbers: string]>(kind, { ...pending, name: `erasure.sides-of-${kind}-pending-entry` }),
  };
};

export const savings = ofKind('savings');
export const loans = ofKind('loan');

export const linkedNumbers = statement<{ iban: string }, CustomerParams>(
  'erasure.linked-numbers',
  (['savings', 'loan'] as const)
    .map(
      (kind) => /* sql */ `
  select a.linked_accounts as iban from holder h join ${kind}_account a on a.account_id = h.resource_id
  where h.psu_id = $1 and not ${isErasedNumber('a.linked_accounts')}`,
    )
    .join(' union '),
);

/** SQL: of contracts of others, the days of entries that name an account of the customer's, and the last day before the customer was erased: the contract loses the name then. */
const firstDays = (kind: Kind): string => /* sql */ `
    (select min(e.booking_date) from ${kind}_entry e where e.account_id = any(array(${heldAlone})) and e.booking_date >= $3::date),
    (
      select min(e.booking_date) from ${kind}_entry e
      where e.account_id = any(array(${paidByTheirs(kind, '$2')})) and e.booking_date between $3::date and ${erasedOn}
    ),
    (
      select min(l.day) from (
        select max(e.booking_date) as day from ${kind}_entry e
        where e.account_id = any(array(${heldTogether})) and e.booking_date between $3::date and ${erasedOn}
        group by e.account_id
      ) l
    )`;

export const firstKept = statement<{ day: string | null }, WithNumbers>(
  'erasure.first-kept-entry',
  `select least(${firstDays('savings')}, ${firstDays('loan')})::text as day`,
);
