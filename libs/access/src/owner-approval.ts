/** An owner of an account at this moment. `both`: two of its owners must approve. */
export interface Holder {
  readonly psuId: string;
  readonly rule: 'any' | 'both';
}

/**
 * Whether the customers who have approved something may decide it for the account: the approval of a customer counts only while they own
 * it. One owner is enough under the rule `any`; `both` needs two.
 */
export function isApprovedByOwners(holders: readonly Holder[], approvers: readonly string[]): boolean {
  const approving = holders.filter(({ psuId }) => approvers.includes(psuId));
  return approving.some(({ rule }) => rule === 'any') || approving.length > 1;
}

/**
 * The same in SQL, in the database that has the table `holder`.
 * @param account an expression for the account's id
 * @param approvers a query or list of the ids of the customers who have approved
 */
export const approvedByOwners = (account: string, approvers: string): string => /* sql */ `(
  select coalesce(bool_or(owner.rule = 'any'), false) or count(*) > 1
  from holder owner where owner.resource_id = ${account} and owner.psu_id in (${approvers})
)`;
