import { statement } from '@open-banking/database';

export interface BranchAccountRow {
  readonly accountId: string;
  readonly branchNumber: string;
  readonly accountNumber: string;
  readonly iban: string;
  readonly currency: string;
}

/** The customer's account with these numbers. No row: it does not exist or belongs to another customer; the caller cannot tell which. */
export const branchAccountOfCustomer = statement<BranchAccountRow, [psuId: string, branchNumber: string, accountNumber: string]>(
  'branch-accounts.one',
  /* sql */ `
  select a.account_id as "accountId", a.branch_number as "branchNumber", a.account_number as "accountNumber", a.iban, a.currency
  from branch_account a
  join holder h on h.resource_id = a.account_id and h.psu_id = $1
  where a.branch_number = $2 and a.account_number = $3
`,
  { together: ['uuid', 'text', 'text'] },
);
