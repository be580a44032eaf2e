/**
 * Who is alerted of a mandate, as of payments: those of its approvers who own the account now; all of its owners where none of the approvers
 * does. A former owner is alerted of nothing.
 */
export function alertedOwners(owners: readonly string[], approvers: readonly string[]): readonly string[] {
  const approving = owners.filter((psuId) => approvers.includes(psuId));
  return approving.length > 0 ? approving : owners;
}
