import { Command } from 'commander';
import { withBankOptions, BankConnection, print, printJson } from '@open-banking/cli/bank-connection';
import { completeInteraction } from '../third-party/scripted-customer.js';
import { ThirdParty } from '../third-party/third-party.js';

export const token = withBankOptions(new Command('token'))
  .description('Prints an access token: a demo customer approves a consent for it')
  .requiredOption('--client <id>', 'A client added from this machine')
  .requiredOption('--consent <id>', 'A consent created by this client')
  .option('--user <login>', 'Login of the customer (default: the demo customer)')
  .option('--json')
  .action(async ({ client, consent, user, json }: { client: string; consent: string; user?: string; json?: true }, command: Command) => {
    const operator = new BankConnection(command);
    const { login, password } = operator.customer(user);
    const party = new ThirdParty(operator.baseUrl, operator.client(client));
    const authorization = await party.startAuthorization('consents', `AIS:${consent}`);
    const answer = await party.redeem(authorization, await completeInteraction(authorization.url, { login, password, leaveOut: true }));
    if (json) printJson(answer);
    else print(JSON.stringify(answer, null, 2));
  });
