import { Command } from 'commander';
import { registeredClients } from '@open-banking/operator-client';
import { withBankOptions, BankConnection, print, printJson } from '../bank-connection.js';

export const clientList = withBankOptions(new Command('list'))
  .description("Lists the bank's clients without secrets, oldest first")
  .option('--json')
  .action(async ({ json }: { json?: true }, command: Command) => {
    const clients = await registeredClients(new BankConnection(command).running);
    if (json) return printJson(clients);
    if (clients.length === 0) print('There are no clients.');
    for (const {
      clientId,
      name,
      roles,
      authMethod,
      redirectUris,
      createdAt,
      registeredItself,
      formerUntil,
      suspendedAt,
      suspensionReason,
    } of clients) {
      print(
        `${clientId}  ${name}  ${roles.join(',') || 'no role'}  ${authMethod}  since ${createdAt.slice(0, 10)}${registeredItself ? '  registered itself' : ''}${formerUntil === undefined ? '' : `  previous credential valid until ${formerUntil}`}${suspendedAt === undefined ? '' : `  suspended since ${suspendedAt.slice(0, 10)}: ${suspensionReason ?? ''}`}`,
      );
      for (const uri of redirectUris) print(`  ${uri}`);
    }
  });
