import { join } from 'node:path';
import { Command } from 'commander';
import { BankConnection, print, withBankOptions } from '@open-banking/cli/bank-connection';
import { requireFile, requireFolder } from '@open-banking/cli/named-file';
import { caFolderOf, trustFolderOf } from './ca-folder.js';

interface Options {
  readonly caDir?: string;
  readonly trustDir?: string;
  readonly gatewayDir?: string;
  readonly finish?: true;
}

const begun =
  'The new authority issues certificates; those of the previous one are accepted until `--finish`. Give third parties the new ca.pem and ' +
  'new certificates: `openbank ca issue`, `openbank client rotate`.';
const ended = "The bank's certificate comes from the new authority. Certificates of the previous one are no longer accepted.";

export const rotateSandboxCa = withBankOptions(new Command('sandbox-ca'))
  .description('Gives the sandbox a new certificate authority; the previous one stays trusted until `--finish`')
  .option('--ca-dir <folder>', "The authority's folder (default: that of the operator file)")
  .option('--trust-dir <folder>', 'What the services read, if it is another folder (default: that of the operator file)')
  .option('--gateway-dir <folder>', 'Clients.pem and server.pem of a gateway with a folder of its own')
  .option('--finish', 'Ends the rotation: gives the bank a certificate of the new authority and drops the previous one')
  .action(async ({ caDir, trustDir, gatewayDir, finish }: Options, command: Command) => {
    // Before anything is changed.
    if (caDir !== undefined) requireFile(join(caDir, 'ca.pem'), '--ca-dir');
    if (trustDir !== undefined) requireFolder(trustDir, '--trust-dir');
    if (gatewayDir !== undefined) requireFolder(gatewayDir, '--gateway-dir');
    const bank = new BankConnection(command);
    const authority = caDir ?? caFolderOf(bank);
    const trust = trustDir ?? (caDir === undefined ? trustFolderOf(bank) : authority);
    const { endAuthorityRotation, rotateAuthority } = await import('@open-banking/simulators/ca');
    const folders = { authority, trust: trust === authority ? undefined : trust, gateway: gatewayDir };
    await (finish ? endAuthorityRotation : rotateAuthority)(folders);
    print(finish ? ended : begun);
  });
