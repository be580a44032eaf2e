import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { issuerOf, nameText } from '@open-banking/access/certificate-name';
import type { OwnClient } from '@open-banking/installation/own-client';
import { makeFolder, writeTo } from '@open-banking/cli/named-file';
import { withBankOptions, BankConnection, print, printJson } from '@open-banking/cli/bank-connection';
import { caFolderOf } from './ca-folder.js';

const known = ['PSP_AI', 'PSP_PI', 'PSP_IC', 'PSP_AS'] as const;
type Known = (typeof known)[number];

interface Options {
  roles: Known[];
  out: string;
  client?: string;
  organization?: string;
  name?: string;
  use: 'seal' | 'web';
  from?: Date;
  days?: number;
  json?: true;
}

function roles(text: string): Known[] {
  const given = text
    .split(',')
    .map((role) => role.trim())
    .filter(Boolean);
  const unknown = given.filter((role) => !(known as readonly string[]).includes(role));
  if (unknown.length > 0) throw new InvalidArgumentError(`${unknown.join(', ')} is not one of ${known.join(', ')}`);
  return given as Known[];
}

function instant(text: string): Date {
  if (Number.isNaN(Date.parse(text))) throw new InvalidArgumentError('must be a date or date-time, such as 2026-11-21');
  return new Date(text);
}

function wholeDays(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('must be a whole number from 1 to 9999');
  return Number(text);
}

/** The client named in the options. Without one: none if an organization is given, else the client last added from this machine. */
function holder(operator: BankConnection, { client, organization }: Options): OwnClient | undefined {
  if (client !== undefined) return operator.client(client);
  if (organization !== undefined) return undefined;
  const last = operator.content.clients.at(-1);
  if (!last)
    throw new Error('No client has been added from this machine: add one first (npx openbank client add), or pass --organization.');
  return last;
}

export const caIssue = withBankOptions(new Command('issue'))
  .description('Issues a certificate with PSD2 roles and a new RSA key, for signing requests or for TLS')
  .requiredOption('--roles <roles>', `Comma-separated: ${known.join(', ')}`, roles)
  .requiredOption(
    '--out <folder>',
    'Output folder for key.pem, certificate.pem, certificate.base64 (for the TPP-Signature-Certificate header) and ca.pem',
  )
  .option('--client <id>', 'The client the certificate is for (default: the client last added from this machine)')
  .option('--organization <identifier>', "OrganizationIdentifier (default: the client's registered one, or its client_id)")
  .option('--name <name>', "CN and O (default: the client's name)")
  .addOption(new Option('--use <use>', 'Seal for signed requests, web for TLS').choices(['seal', 'web']).default('seal'))
  .option('--from <instant>', 'Start of validity (default: now)', instant)
  .option('--days <number>', 'Validity in days (default: 365)', wholeDays)
  .option('--json')
  .action(async (options: Options, command: Command) => {
    const operator = new BankConnection(command);
    const folder = caFolderOf(operator);
    const client = holder(operator, options);
    const organization = options.organization ?? client!.organization ?? client!.clientId;
    const { SandboxCa, issueToThirdParty } = await import('@open-banking/simulators/ca');
    const ca = await SandboxCa.open(folder);
    const { use, roles: requested, from, days, out } = options;
    const { certificate, privateKey } = await issueToThirdParty(ca, {
      use,
      roles: requested,
      organization,
      name: options.name ?? client?.name ?? organization,
      notBefore: from,
      days,
    });
    makeFolder(out, '--out');
    const read = new X509Certificate(certificate);
    const files = {
      'key.pem': privateKey,
      'certificate.pem': certificate,
      'certificate.base64': `${read.raw.toString('base64')}\n`,
      'ca.pem': ca.trusted,
    };
    for (const [name, text] of Object.entries(files)) writeTo(join(out, name), text, '--out', { mode: 0o600 });
    const keyId = `SN=${read.serialNumber},CA=${nameText(issuerOf(read))}`;
    const output = {
      folder: out,
      serialNumber: read.serialNumber,
      organizationIdentifier: organization,
      keyId,
      ...(client && { client_id: client.clientId }),
    };
    if (options.json) return printJson(output);
    for (const [name, value] of Object.entries(output)) print(`${name}  ${value}`);
  });
