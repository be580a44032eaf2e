import { Command } from 'commander';
import type { CustomerResource } from '@open-banking/sandbox/demo-bank';
import { withBankOptions, BankConnection, print, printJson } from '@open-banking/sandbox/bank-connection';

const referenceOf = ({ reference }: CustomerResource): string => Object.values(reference)[0] ?? '';

export const customers = withBankOptions(new Command('customers'))
  .description('lists the demo customers and their accounts')
  .option('--json')
  .action((options: { json?: true }, command: Command) => {
    const all = new BankConnection(command).customers;
    if (options.json) return printJson(all.map(({ login, password, name, accounts }) => ({ login, password, name, accounts })));
    for (const { login, password, name, accounts } of all) {
      print(`${login}  password ${password}  ${name}`);
      for (const account of accounts)
        print(
          `  ${account.kind.padEnd(10)} ${account.currency}  ${referenceOf(account)}${account.approval === 'both' ? '  (both owners must approve)' : ''}`,
        );
    }
  });
