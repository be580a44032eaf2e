import { Command } from 'commander';
import { forgetOwnClient } from '@open-banking/installation/operator-file';
import { removeClient } from '@open-banking/operator-client';
import { waits } from './waiting-proposal.js';
import { withBankOptions, BankConnection, print, printJson } from '../bank-connection.js';

export const clientRemove = withBankOptions(new Command('remove'))
  .description('Removes a client: its tokens and consents end immediately; the records about it remain')
  .argument('<client>', 'The client_id')
  .option('--json')
  .action(async (clientId: string, { json }: { json?: true }, command: Command) => {
    const operator = new BankConnection(command);
    const proposal = await removeClient(operator.running, clientId);
    if (proposal) return json ? printJson({ client_id: clientId, removed: false, ...proposal }) : print(waits(proposal.proposalId));
    forgetOwnClient(operator.file, clientId);
    if (json) printJson({ client_id: clientId, removed: true });
    else print(`${clientId}  removed`);
  });
