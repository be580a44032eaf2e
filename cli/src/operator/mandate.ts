import { Command } from 'commander';
import { changeMandate } from '@open-banking/operator-client';
import { withBankOptions, BankConnection, print, printJson } from '../bank-connection.js';

const suspenders = { customer: 'its customer', bank: 'the bank' } as const;

const changeCommand = (change: 'suspend' | 'resume', description: string): Command =>
  withBankOptions(new Command(change))
    .description(description)
    .argument('<mandate>', 'The resourceId of the mandate')
    .option('--json')
    .action(async (resourceId: string, { json }: { json?: true }, command: Command) => {
      const { done, mandateStatus, suspendedBy } = await changeMandate(new BankConnection(command).running, resourceId, change);
      if (!done && change === 'suspend' && mandateStatus === 'SUSP' && suspendedBy === 'bank')
        throw new Error('The mandate is already suspended by the bank; `openbank mandate resume` lifts it.');
      if (!done)
        throw new Error(
          `The mandate is ${mandateStatus}${suspendedBy ? `, and it was ${suspenders[suspendedBy]} who suspended it` : ''}: the bank cannot ${change} it.`,
        );
      if (json) return printJson({ resourceId, mandateStatus });
      print(`${resourceId} is ${mandateStatus}`);
    });

export const mandate = new Command('mandate')
  .description('Suspends and resumes a direct-debit mandate, as the bank')
  .addCommand(changeCommand('suspend', 'Suspends a mandate: nothing is collected under it until the bank resumes it'))
  .addCommand(changeCommand('resume', 'Resumes a mandate that the bank suspended'));
