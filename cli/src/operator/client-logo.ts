import type { ListedLogo } from '@open-banking/contracts';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { approveClientLogo, clientLogoPng, clientLogos, refuseClientLogo } from '@open-banking/operator-client';
import { withBankOptions, BankConnection, print, printJson } from '../bank-connection.js';
import { makeFolder, writeTo } from '../named-file.js';

interface ListOptions {
  readonly status: ListedLogo['status'];
  readonly out?: string;
  readonly json?: true;
}

const list = withBankOptions(new Command('list'))
  .description('Lists logos, the longest waiting first; --out writes the images')
  .addOption(new Option('--status <status>', 'Which ones').choices(['proposed', 'approved', 'refused']).default('proposed'))
  .option('--out <folder>', 'Output folder for <logo>.png')
  .option('--json')
  .action(async ({ status, out, json }: ListOptions, command: Command) => {
    const { running } = new BankConnection(command);
    const logos = await clientLogos(running, status);
    if (out !== undefined) {
      makeFolder(out, '--out');
      for (const { clientId, logo } of logos) writeTo(join(out, `${logo}.png`), await clientLogoPng(running, clientId, logo), '--out');
    }
    if (json) return printJson(logos);
    if (logos.length === 0) print(`No logo is ${status}.`);
    for (const { clientId, clientName, logo, proposedAt, reason } of logos)
      print(`${clientId}  ${logo}  ${clientName}  since ${proposedAt.slice(0, 10)}${reason === undefined ? '' : `  refused: ${reason}`}`);
  });

const approve = withBankOptions(new Command('approve'))
  .description("Shows a logo to customers from now on, in place of the client's previous one")
  .argument('<client>', 'The client_id')
  .argument('<logo>', 'The logo, as `list` names it')
  .option('--json')
  .action(async (clientId: string, logo: string, { json }: { json?: true }, command: Command) => {
    await approveClientLogo(new BankConnection(command).running, clientId, logo);
    if (json) printJson({ client_id: clientId, logo, status: 'approved' });
    else print(`${clientId}  ${logo}  approved`);
  });

const refuse = withBankOptions(new Command('refuse'))
  .description('Refuses a logo; one that was approved is no longer shown')
  .argument('<client>', 'The client_id')
  .argument('<logo>', 'The logo, as `list` names it')
  .requiredOption('--reason <text>', 'The reason, which the developer reads')
  .option('--json')
  .action(async (clientId: string, logo: string, { reason, json }: { reason: string; json?: true }, command: Command) => {
    await refuseClientLogo(new BankConnection(command).running, clientId, logo, reason);
    if (json) printJson({ client_id: clientId, logo, status: 'refused' });
    else print(`${clientId}  ${logo}  refused`);
  });

export const clientLogo = new Command('logo')
  .description('Decides which logos of clients customers see')
  .addCommand(list)
  .addCommand(approve)
  .addCommand(refuse);
