import {
  countOfHeld,
  erasedAtOnce,
  erasedNumberOf,
  erasedText,
  heldAlone,
  heldTogether,
  statement,
  withoutName,
} from '@open-banking/database';

type Whose = [psuId: string];
type Named = [...Whose, name: string];

const iban = `'${erasedNumberOf('')}' || a.account_id`;

/** Loans of the customer's alone that are not repaid. */
export const openLoans = statement<{ id: string }, Whose>(
  'erasure.open-loans',
  /* sql */ `
  select l.loan_id as id from loan l where l.loan_id = any(array(${heldAlone})) and l.status <> 'closed' order by l.loan_id limit 20
`,
);

export const eraseAccounts = statement<object, Whose>(
  'erasure.branch-accounts',
  /* sql */ `
  update branch_account a set iban = ${iban}, account_number = null, owner_name = '${erasedText}'
  where a.account_id = any(array(
    select a.account_id from branch_account a
    where a.account_id = any(array(${heldAlone})) and ((a.iban, a.owner_name) <> (${iban}, '${erasedText}') or a.account_number is not null)
    ${erasedAtOnce}
  ))
  returning a.account_id
`,
);

/** Of accounts that others hold too. */
export const eraseName = statement<object, Named>(
  'erasure.name-of-branch-accounts',
  /* sql */ `
  update branch_account a set owner_name = ${withoutName('a.owner_name', '$2')}
  where a.account_id = any(array(${heldTogether})) and strpos(a.owner_name, $2) > 0
  returning a.account_id
`,
);

const eraseOfLoans = (table: string, column: string): string => /* sql */ `
  update ${table} x set ${column} = '${erasedText}' where x.loan_id = any(array(${heldAlone})) and x.${column} <> '${erasedText}' returning x.loan_id
`;
const eraseNameOfLoans = (table: string, column: string): string => /* sql */ `
  update ${table} x set ${column} = ${withoutName(`x.${column}`, '$2')} where x.loan_id = any(array(${heldTogether})) and strpos(x.${column}, $2) > 0
  returning x.loan_id
`;

// A loan has a few of each.
export const eraseCollaterals = statement<object, Whose>('erasure.collaterals', eraseOfLoans('collateral', 'description'));
export const eraseGuarantors = statement<object, Whose>('erasure.guarantors', eraseOfLoans('guarantor', 'name'));
export const eraseNameInCollaterals = statement<object, Named>(
  'erasure.name-in-collaterals',
  eraseNameOfLoans('collateral', 'description'),
);
export const eraseNameInGuarantors = statement<object, Named>('erasure.name-in-guarantors', eraseNameOfLoans('guarantor', 'name'));

export const holds = countOfHeld({ branch_account: 'account_id', loan: 'loan_id', collateral: 'loan_id', guarantor: 'loan_id' });
