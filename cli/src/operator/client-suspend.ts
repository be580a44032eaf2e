import { Command } from 'commander';
import { resumeClient, suspendClient } from '@open-banking/operator-client';
import { withBankOptions, BankConnection, print, printJson } from '../bank-connection.js';

export const clientSuspend = withBankOptions(new Command('suspend'))
  .description('Suspends a client immediately: its tokens are refused and nothing can be approved for it; its consents are kept')
  .argument('<client>', 'The client_id')
  .requiredOption('--reason <text>', "The reason, for the bank's records only")
  .option('--json')
  .action(async (clientId: string, { reason, json }: { reason: string; json?: true }, command: Command) => {
    await suspendClient(new BankConnection(command).running, clientId, reason);
    if (json) printJson({ client_id: clientId, suspended: true });
    else print(`${clientId}  suspended`);
  });

export const clientResume = withBankOptions(new Command('resume'))
  .description('Resumes a suspended client with its existing tokens and consents')
  .argument('<client>', 'The client_id')
  .requiredOption('--reason <text>', "The reason, for the bank's records only")
  .option('--json')
  .action(async (clientId: string, { reason, json }: { reason: string; json?: true }, command: Command) => {
    await resumeClient(new BankConnection(command).running, clientId, reason);
    if (json) printJson({ client_id: clientId, suspended: false });
    else print(`${clientId}  resumed`);
  });
