import { Command } from 'commander';
import { forgetOwnClient } from '../bank/operator-file.js';
import { removeClient } from '../third-party/registered-clients.js';
import { asked, Operator, print, printJson } from './operator.js';

export const clientRemove = asked(new Command('remove'))
  .description('ends a client: its tokens and consents are dead at once; what was written of it stays')
  .argument('<client>', 'its client_id')
  .option('--json')
  .action(async (clientId: string, { json }: { json?: true }, command: Command) => {
    const operator = new Operator(command);
    await removeClient(operator.running, clientId);
    forgetOwnClient(operator.file, clientId);
    if (json) printJson({ client_id: clientId, removed: true });
    else print(`${clientId}  removed`);
  });
