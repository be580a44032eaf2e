import type { BankConnection } from '@open-banking/sandbox/bank-connection';

/** Where the bank's certificate authority is. Only a sandbox has one. */
export function caFolderOf(operator: BankConnection): string {
  const { caFolder } = operator.content;
  if (caFolder === undefined) throw new Error('This bank has no certificate authority of its own.');
  return caFolder;
}

/** Where the services look up what was revoked and blocked. */
export const trustFolderOf = (operator: BankConnection): string => operator.content.trustFolder ?? caFolderOf(operator);
