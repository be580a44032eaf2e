import { Command } from 'commander';
import { resumeClient, suspendClient } from '@open-banking/sandbox/third-party';
import { withBankOptions, BankConnection, print, printJson } from '@open-banking/sandbox/bank-connection';

export const clientSuspend = withBankOptions(new Command('suspend'))
  .description('stops a client at once: its tokens open nothing and nothing can be approved for it; its consents are kept')
  .argument('<client>', 'its client_id')
  .requiredOption('--reason <text>', "why, for the bank's records; nobody else is told")
  .option('--json')
  .action(async (clientId: string, { reason, json }: { reason: string; json?: true }, command: Command) => {
    await suspendClient(new BankConnection(command).running, clientId, reason);
    if (json) printJson({ client_id: clientId, suspended: true });
    else print(`${clientId}  suspended`);
  });

export const clientResume = withBankOptions(new Command('resume'))
  .description('lets a suspended client go on, with the tokens and consents it had')
  .argument('<client>', 'its client_id')
  .requiredOption('--reason <text>', "why, for the bank's records; nobody else is told")
  .option('--json')
  .action(async (clientId: string, { reason, json }: { reason: string; json?: true }, command: Command) => {
    await resumeClient(new BankConnection(command).running, clientId, reason);
    if (json) printJson({ client_id: clientId, suspended: false });
    else print(`${clientId}  resumed`);
  });
