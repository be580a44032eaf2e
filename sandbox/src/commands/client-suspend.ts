import { Command } from 'commander';
import { resumeClient, suspendClient } from '../third-party/registered-clients.js';
import { asked, Operator, print, printJson } from './operator.js';

export const clientSuspend = asked(new Command('suspend'))
  .description('stops a client at once: its tokens open nothing and nothing can be approved for it; its consents are kept')
  .argument('<client>', 'its client_id')
  .requiredOption('--reason <text>', "why, for the bank's records; nobody else is told")
  .option('--json')
  .action(async (clientId: string, { reason, json }: { reason: string; json?: true }, command: Command) => {
    await suspendClient(new Operator(command).running, clientId, reason);
    if (json) printJson({ client_id: clientId, suspended: true });
    else print(`${clientId}  suspended`);
  });

export const clientResume = asked(new Command('resume'))
  .description('lets a suspended client go on, with the tokens and consents it had')
  .argument('<client>', 'its client_id')
  .requiredOption('--reason <text>', "why, for the bank's records; nobody else is told")
  .option('--json')
  .action(async (clientId: string, { reason, json }: { reason: string; json?: true }, command: Command) => {
    await resumeClient(new Operator(command).running, clientId, reason);
    if (json) printJson({ client_id: clientId, suspended: false });
    else print(`${clientId}  resumed`);
  });
