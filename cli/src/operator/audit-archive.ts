import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { services, type Service } from '@open-banking/spec';
import { Argument, Command, InvalidArgumentError } from 'commander';
import type { Archived } from '@open-banking/verification/audit';
import { BankConnection, print, printJson, withBankOptions } from '../bank-connection.js';

interface Options {
  readonly before: Date;
  readonly to: string;
  readonly databaseUrl?: string;
  readonly json?: true;
}

/**
 * A day in UTC, or an instant; not in the future, since what is before that is not complete yet. By the machine's clock: rows have its time,
 * which the sandbox does not move (docs/decisions/0009-the-clock.md).
 */
function pastInstant(text: string): Date {
  const isInstant = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z)?$/.test(text);
  const instant = new Date(isInstant ? text : Number.NaN);
  if (Number.isNaN(instant.getTime()))
    throw new InvalidArgumentError('it must be a day such as 2024-11-01, or an instant in UTC such as 2024-11-01T00:00:00Z.');
  if (instant.getTime() > Date.now())
    throw new InvalidArgumentError("it must not be in the future by the machine's clock, which dates the rows.");
  return instant;
}

function databasesOf(named: readonly (Service | 'all')[], { databaseUrl }: Options, command: Command): [Service, string][] {
  const chosen = named.includes('all') ? services : (named as readonly Service[]);
  if (databaseUrl !== undefined) {
    if (chosen.length !== 1) throw new Error('--database-url is the database of one service: name that service alone.');
    return [[chosen[0]!, databaseUrl]];
  }
  const { running, file } = new BankConnection(command);
  return chosen.map((service) => {
    const url = running.ownerDatabases?.[service];
    if (url === undefined)
      throw new Error(
        `Archiving needs the owner's URL of the ${service} database, and the operator file ${file} has none: start the bank again with this ` +
          'release (npm start; docker compose up -d), or pass --database-url.',
      );
    return [service, url];
  });
}

/** Its parent must exist: below a folder that takes no others (/proc) Node 24 tries for ever to make all of a path. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    throw new Error(
      `--to: the folder ${path} cannot be made (${(error as Error).message}); the folder that it is in must exist and be writable.`,
      {
        cause: error,
      },
    );
  }
}

/** A folder gets a file for each archive, named by service and first seal, so that a file of an interrupted run is found again. */
function filesIn(to: string, databases: readonly unknown[]): (service: Service) => (firstSeal: string) => string {
  if (to.endsWith('.gz')) {
    if (databases.length !== 1) throw new Error('--to names a file: several services need a folder.');
    return () => () => to;
  }
  if (!existsSync(to)) makeFolder(to);
  if (!statSync(to).isDirectory()) throw new Error(`--to: ${to} is no folder; a file must end in .gz.`);
  return (service) => (firstSeal) => join(to, `${service}-${firstSeal.padStart(12, '0')}.ndjson.gz`);
}

export const auditArchive = withBankOptions(new Command('archive'))
  .description('Moves old audit rows with their seals into files, and deletes them once the files are on the disk and verified')
  .addArgument(new Argument('<services...>').choices([...services, 'all']))
  .requiredOption('--before <date>', 'Archives rows that are older: a day (UTC) or an instant', pastInstant)
  .requiredOption('--to <folder|file.gz>', 'A folder, or a file if one service is named')
  .option('--database-url <url>', "A database other than the running bank's, with the owner's role")
  .option('--json')
  .action(async (named: readonly (Service | 'all')[], options: Options, command: Command) => {
    const databases = databasesOf(named, options, command);
    const fileOf = filesIn(options.to, databases);
    const { archiveAudit } = await import('@open-banking/verification/audit');
    const done: (Archived & { readonly service: Service })[] = [];
    for (const [service, url] of databases) {
      const archived = await archiveAudit(service, url, { before: options.before, fileFor: fileOf(service) });
      done.push(...archived.map((one) => ({ service, ...one })));
      if (!options.json)
        print(
          archived.length === 0 ? `${service.padEnd(14)} nothing to archive` : archived.map((one) => archiveLine(service, one)).join('\n'),
        );
    }
    if (options.json) printJson({ archived: done });
  });

const archiveLine = (service: Service, { file, firstSeal, head, rows, sha256 }: Archived): string =>
  `${service.padEnd(14)} ${rows} rows archived and deleted, seals ${firstSeal} to ${head.sealNumber}: ${file}\n` +
  `${''.padEnd(14)} head ${service}:${head.sealNumber}:${head.hash}; SHA-256 of the file ${sha256}`;
