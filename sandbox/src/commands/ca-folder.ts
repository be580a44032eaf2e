import type { BankConnection } from '@open-banking/cli/bank-connection';

/** The folder of the bank's certificate authority. Only a sandbox has one. */
export function caFolderOf(operator: BankConnection): string {
  const { caFolder } = operator.content;
  if (caFolder === undefined) throw new Error('This bank has no certificate authority of its own.');
  return caFolder;
}

/** The folder where the services look up revoked and blocked certificates. */
export const trustFolderOf = (operator: BankConnection): string => operator.content.trustFolder ?? caFolderOf(operator);
