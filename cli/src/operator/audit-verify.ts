import { services } from '@open-banking/spec';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { ArchiveReport, Bad, BodyMatch, KnownHead, ServiceAudit } from '@open-banking/verification/audit';
import { withBankOptions, BankConnection, print, printJson } from '../bank-connection.js';
import { bytesIn, requireFile } from '../named-file.js';

interface Options {
  readonly service?: string;
  readonly head?: KnownHead[];
  readonly file?: readonly string[];
  readonly auditId?: string;
  readonly body?: string;
  readonly json?: true;
}

const headForm = new RegExp(`^(${services.join('|')}):(\\d{1,19}):([0-9a-f]{64})$`);

/** Parses a head such as `ais-pis:1200:9f…`, in the form this command prints. */
function heads(text: string, before: readonly KnownHead[] = []): KnownHead[] {
  const [, service, sealNumber, hash] = headForm.exec(text) ?? [];
  if (!service) throw new InvalidArgumentError('it must be <service>:<seal number>:<hash>, as printed by this command.');
  return [...before, { service, sealNumber: sealNumber!, hash: hash! }];
}

function rowId(text: string): string {
  if (!/^\d{1,18}$/.test(text)) throw new InvalidArgumentError('it must be the number of a row.');
  return text;
}

export const auditVerify = withBankOptions(new Command('verify'))
  .description('Verifies that no audit row was changed, deleted or inserted, and reports the first bad row')
  .addOption(new Option('--service <service>', 'Verifies one service only').choices(services))
  .option('--head <service:number:hash>', 'A seal printed by an earlier run that must still be in the chain (repeatable)', heads)
  .addOption(
    new Option(
      '--file <archive...>',
      'Verifies archives written by audit archive, without the bank; those of one service must follow each other',
    ).conflicts(['service', 'body', 'auditId']),
  )
  .option('--audit-id <number>', 'With --service and --body: the row that the body is compared with', rowId)
  .addOption(new Option('--body <file>', 'Says whether this is the body of that row, byte for byte').conflicts('head'))
  .option('--json')
  .action(async (options: Options, command: Command) => {
    if (options.file) return verifyFiles(options.file, options);
    if (options.body !== undefined || options.auditId !== undefined) return compareBody(options, command);
    return verifyDatabases(options, command);
  });

type Databases = BankConnection['running']['databases'];

function databaseOf(databases: Databases, service: string): string {
  const url = databases[service as keyof Databases];
  if (url === undefined) throw new Error(`The operator file has no database of ${service}.`);
  return url;
}

/** The databases to verify. Throws where a head would be compared with none of them, which would look like one that is right. */
function verified(databases: Databases, service: string | undefined, heads: readonly KnownHead[]): Databases {
  const excluded = heads.find((head) => service !== undefined && head.service !== service);
  if (excluded)
    throw new Error(`--head ${excluded.service}:${excluded.sealNumber} is of ${excluded.service}, which --service ${service} excludes.`);
  for (const head of heads) databaseOf(databases, head.service);
  return service === undefined ? databases : { [service]: databaseOf(databases, service) };
}

async function verifyDatabases({ service, head, json }: Options, command: Command): Promise<void> {
  const databases = verified(new BankConnection(command).running.databases, service, head ?? []);
  const { verifyAudit } = await import('@open-banking/verification/audit');
  const report = await verifyAudit(databases, head);
  if (!report.ok) process.exitCode = 1;
  if (json) return printJson(report);
  for (const one of report.services) for (const line of auditLines(one)) print(line);
}

async function verifyFiles(files: readonly string[], { head, json }: Options): Promise<void> {
  for (const file of files) requireFile(file, '--file');
  const { verifyArchives } = await import('@open-banking/verification/audit');
  const archives = await verifyArchives(files, head);
  const ok = archives.every((archive) => archive.ok);
  if (!ok) process.exitCode = 1;
  if (json) return printJson({ ok, archives });
  for (const one of archives) print(lineOfArchive(one));
}

const matches: Readonly<Record<BodyMatch, string>> = {
  matches: 'this is its body',
  differs: 'this is not its body, or the salt that it had was erased',
  'salt erased': 'nobody can tell: its salt was erased',
  'no body': 'the row is of an act without a body',
  'no row': 'there is no such row; it may have been archived',
};

async function compareBody({ service, auditId, body, json }: Options, command: Command): Promise<void> {
  if (service === undefined || auditId === undefined || body === undefined)
    throw new Error('Comparing a body needs --service, --audit-id and --body.');
  const url = databaseOf(new BankConnection(command).running.databases, service);
  const { matchBody } = await import('@open-banking/verification/audit');
  const result = await matchBody(url, auditId, bytesIn(body, '--body'));
  if (result !== 'matches') process.exitCode = 1;
  if (json) return printJson({ service, auditId, result });
  print(`${service} row ${auditId}: ${matches[result]}`);
}

const place = ({ auditId, sealNumber }: Bad): string =>
  [auditId && `row ${auditId}`, sealNumber && `seal ${sealNumber}`].filter(Boolean).join(', ');

/** Where only a head of an earlier run contradicts the chain, that head is in doubt as well. */
function doubtOf({ what, known }: Bad): string {
  if (!known) return '';
  const head = `--head ${known.service}:${known.sealNumber}`;
  return what === 'head does not match'
    ? `; seal ${known.sealNumber} has another hash than ${head}: the head is mistyped, or the chain was rewritten, perhaps from an earlier row on`
    : `; the chain ends before ${head}: the head is mistyped, or seals were cut off`;
}

function auditLines({ service, ok, sealed, unsealed, head, anchor, firstBad }: ServiceAudit): string[] {
  const tail =
    unsealed.rows > 0 ? `, ${unsealed.rows} not yet sealed, from row ${unsealed.firstAuditId} on (${unsealed.oldestSeconds} s)` : '';
  const line = ok
    ? `ok    ${service.padEnd(14)} ${sealed} rows sealed${tail}; head ${service}:${head.sealNumber}:${head.hash}`
    : `WRONG ${service.padEnd(14)} ${firstBad!.what}: ${place(firstBad!)}; the ${sealed} rows before it are valid${tail}${doubtOf(firstBad!)}`;
  if (!anchor) return [line];
  const left = anchor.rowsLeft > 0 ? `; ${anchor.rowsLeft} archived rows are not deleted yet: run audit archive again` : '';
  return [
    line,
    `      ${''.padEnd(14)} proved after seal ${anchor.sealNumber}, archived ${anchor.archivedAt}, SHA-256 of the file ${anchor.fileSha256}${left}`,
  ];
}

function lineOfArchive({ file, ok, archive, rows, head, sha256, firstBad }: ArchiveReport): string {
  const of = archive ? `${archive.service} seals ${archive.firstSeal} to ${archive.lastSeal}` : 'no archive';
  if (!ok)
    return `WRONG ${file}: ${of}; ${[firstBad!.what, place(firstBad!)].filter(Boolean).join(': ')}; the ${rows} rows before it are valid${doubtOf(firstBad!)}`;
  return `ok    ${file}: ${of}; head ${archive!.service}:${head!.sealNumber}:${head!.hash}; SHA-256 of the file ${sha256}`;
}
