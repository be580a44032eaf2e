import type { CustomerPrincipal } from '@open-banking/access';
import type { Queries } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import type { loanServices, ParamsOf } from '@open-banking/spec';
import type { BranchAccount } from './branch-account.messages.js';
import { branchAccountOfCustomer, type BranchAccountRow } from './branch-account.statements.js';

/** The two path parameters as `{BranchNumber}-{AccountNumber}`. */
export type Numbers = ParamsOf<typeof loanServices.listAccountLoans.path>;

/** `0012` and `12` are the same branch; numbers are stored without leading zeros. */
export const storedNumbers = ({ BranchNumber, AccountNumber }: Numbers): [branchNumber: string, accountNumber: string] => [
  BranchNumber.replace(/^0+(?=.)/, ''),
  AccountNumber.replace(/^0+(?=.)/, ''),
];

/** The account named in the path. Throws 404 if it does not exist or belongs to another customer; its number is not for the log. */
export async function accountNamed(database: Queries, { psuId }: CustomerPrincipal, numbers: Numbers): Promise<BranchAccountRow> {
  const account = await database.row(branchAccountOfCustomer, psuId, ...storedNumbers(numbers));
  if (!account) throw new Refusal('RESOURCE_UNKNOWN');
  return account;
}

export const toAccount = ({ branchNumber, accountNumber, iban, currency }: BranchAccountRow): BranchAccount => ({
  branchNumber,
  accountNumber,
  iban,
  currency,
});
