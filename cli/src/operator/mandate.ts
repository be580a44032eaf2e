import { Command } from 'commander';
import { changeMandate } from '@open-banking/sandbox/third-party';
import { withBankOptions, BankConnection, print, printJson } from '@open-banking/sandbox/bank-connection';

const who = { customer: 'its customer', bank: 'the bank' } as const;

const changing = (change: 'suspend' | 'resume', description: string): Command =>
  withBankOptions(new Command(change))
    .description(description)
    .argument('<mandate>', 'its resourceId')
    .option('--json')
    .action(async (resourceId: string, { json }: { json?: true }, command: Command) => {
      const { done, mandateStatus, suspendedBy } = await changeMandate(new BankConnection(command).running, resourceId, change);
      if (!done)
        throw new Error(
          `The mandate is ${mandateStatus}${suspendedBy ? `, and it was ${who[suspendedBy]} who suspended it` : ''}: the bank cannot ${change} it.`,
        );
      if (json) return printJson({ resourceId, mandateStatus });
      print(`${resourceId} is ${mandateStatus}`);
    });

export const mandate = new Command('mandate')
  .description('direct-debit mandates, as the bank treats them')
  .addCommand(changing('suspend', 'nothing is collected under it until the bank lets it go on'))
  .addCommand(changing('resume', 'lets a mandate go on that the bank has suspended'));
