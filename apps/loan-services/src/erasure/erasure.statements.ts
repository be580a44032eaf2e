import { erasable, erasedNumberOf, erasedOn, erasedText, heldAlone, heldTogether, withoutName } from '@open-banking/erasure';
import { statement } from '@open-banking/database';

type CustomerParams = [psuId: string];
type RetentionParams = [...CustomerParams, keptFrom: string];
type NameParams = [...CustomerParams, name: string, keptFrom: string];

const iban = `'${erasedNumberOf('')}' || a.account_id`;

/** SQL: the days of what was booked of loan `l`. */
const bookedDays = /* sql */ `
    select i.paid_on as day from instalment i where i.loan_id = l.loan_id and i.paid_on is not null
    union all select t.transaction_date from arrears_transaction t where t.account_id = l.account_id and t.loan_id = l.loan_id`;
/** SQL: whether the law keeps what was booked of a loan, and names and texts of the loan and its account with it. */
const isKept = (loans: string, keptFrom: string, until = "'infinity'"): string => /* sql */ `exists (
    select from loan l where ${loans} and exists (select from (${bookedDays}) d where d.day between ${keptFrom}::date and ${until})
  )`;
const isLoan = 'l.loan_id = x.loan_id';
const isOfAccount = 'l.account_id = a.account_id';

/** Loans of the customer's alone that are not repaid. */
export const openLoans = statement<{ id: string }, CustomerParams>(
  'erasure.open-loans',
  /* sql */ `
  select l.loan_id as id from loan l where l.loan_id = any(array(${heldAlone})) and l.status <> 'closed' order by l.loan_id limit 20
`,
);

export const accounts = erasable<RetentionParams>(
  'erasure.branch-accounts',
  /* sql */ `
    select a.account_id from branch_account a
    where a.account_id = any(array(${heldAlone})) and ((a.iban, a.owner_name) <> (${iban}, '${erasedText}') or a.account_number is not null)
      and not ${isKept(isOfAccount, '$2')}`,
  (batch) => /* sql */ `
  update branch_account a set iban = ${iban}, account_number = null, owner_name = '${erasedText}'
  where a.account_id = any(array(${batch}))
  returning a.account_id
`,
);

/** Of accounts that others hold too. */
export const names = erasable<NameParams>(
  'erasure.name-of-branch-accounts',
  /* sql */ `
    select a.account_id from branch_account a
    where a.account_id = any(array(${heldTogether})) and strpos(a.owner_name, $2) > 0
      and not ${isKept(isOfAccount, '$3', erasedOn)}`,
  (batch) => /* sql */ `
  update branch_account a set owner_name = ${withoutName('a.owner_name', '$2')} where a.account_id = any(array(${batch})) returning a.account_id
`,
);

// A loan has a few of each.
const ofLoans = (name: string, table: string, column: string) =>
  erasable<RetentionParams>(
    name,
    /* sql */ `
    select x.loan_id, x.number from ${table} x where x.loan_id = any(array(${heldAlone})) and x.${column} <> '${erasedText}'
      and not ${isKept(isLoan, '$2')}`,
    (batch) => `update ${table} x set ${column} = '${erasedText}' where (x.loan_id, x.number) in (${batch}) returning x.loan_id`,
  );
const namesOfLoans = (name: string, table: string, column: string) =>
  erasable<NameParams>(
    name,
    /* sql */ `
    select x.loan_id, x.number from ${table} x where x.loan_id = any(array(${heldTogether})) and strpos(x.${column}, $2) > 0
      and not ${isKept(isLoan, '$3', erasedOn)}`,
    (batch) =>
      `update ${table} x set ${column} = ${withoutName(`x.${column}`, '$2')} where (x.loan_id, x.number) in (${batch}) returning x.loan_id`,
  );

export const collaterals = ofLoans('erasure.collaterals', 'collateral', 'description');
export const guarantors = ofLoans('erasure.guarantors', 'guarantor', 'name');
export const namesInCollaterals = namesOfLoans('erasure.name-in-collaterals', 'collateral', 'description');
export const namesInGuarantors = namesOfLoans('erasure.name-in-guarantors', 'guarantor', 'name');

/** SQL: the last day of what was booked, up to a day, of each loan that the law keeps: also of those that others owe on an account of the customer's. */
const lastDays = (held: string, until: string): string => /* sql */ `
    select (select max(d.day) from (${bookedDays}) d where d.day between $2::date and ${until}) as day
    from (${['loan_id', 'account_id'].map((id) => `select loan_id, account_id from loan where ${id} = any(array(${held}))`).join(' union ')}) l`;

/** The last day of the loan that the law keeps for the shortest time. */
export const firstKept = statement<{ day: string | null }, RetentionParams>(
  'erasure.first-kept-loan',
  `select min(l.day)::text as day from (${lastDays(heldAlone, "'infinity'")} union all ${lastDays(heldTogether, erasedOn)}) l`,
);
