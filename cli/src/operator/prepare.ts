import type { Databases } from '@open-banking/installation/databases';
import { Command } from 'commander';
import { parseCount } from '../count.js';
import { textIn } from '../named-file.js';
import { print } from '../bank-connection.js';

interface Options {
  databaseUrl?: string;
  keysDir: string;
  urlsDir: string;
  sandbox?: boolean;
  pooled?: boolean;
  customers: number;
  seed: string;
}

/** As services read their settings: secrets come in files. */
function fromEnvironment(): string | undefined {
  const { DATABASE_URL_FILE: file, DATABASE_URL: url } = process.env;
  return file ? textIn(file, 'DATABASE_URL_FILE').trim() : url;
}

/** Loads the demo bank into new databases. Only a sandbox has one. */
export type DemoBankLoader = (
  databases: Databases,
  demoBank: { readonly customers: number; readonly seed: string },
  options: { readonly folder: string; readonly timeZone: string; readonly onProgress: (line: string) => void },
) => Promise<void>;

async function prepareInstallation(
  { databaseUrl = fromEnvironment(), customers, seed, sandbox = false, ...folders }: Options,
  loadDemoBank: DemoBankLoader | undefined,
): Promise<void> {
  if (sandbox && !loadDemoBank) throw new Error('--sandbox: this installation has no demo bank.');
  const [{ prepare }, { databaseUrls }] = await Promise.all([
    import('@open-banking/installation/prepare'),
    import('@open-banking/installation/database-settings'),
  ]);
  const given = databaseUrl ?? databaseUrls();
  if (!given)
    throw new Error('Set --database-url, DATABASE_URL or DATABASE_URL_FILE, or <SERVICE>_DATABASE_URL and <SERVICE>_OWNER_DATABASE_URL.');
  const databases = await prepare({ ...folders, databases: given, sandbox, log: print });
  if (sandbox)
    await loadDemoBank!(databases, { customers, seed }, { folder: folders.urlsDir, timeZone: 'Asia/Jerusalem', onProgress: print });
}

/** Without `loadDemoBank` it refuses `--sandbox`. */
export const prepare = (loadDemoBank?: DemoBankLoader): Command =>
  new Command('prepare')
    .description('Creates databases, roles, schemas and keys before services start; for containers')
    .option(
      '--database-url <url>',
      'A server whose user may create databases and roles (default: DATABASE_URL, or the content of the file DATABASE_URL_FILE). ' +
        'Without it the roles given by CARDS_DATABASE_URL, CARDS_OWNER_DATABASE_URL and so on are used (docs/postgresql.md)',
    )
    .option('--pooled', 'Gives the service roles the time limits that services behind PgBouncer need')
    .requiredOption('--keys-dir <folder>', 'Folder for the key pairs')
    .requiredOption('--urls-dir <folder>', 'Folder for the <service>.url files')
    .option('--sandbox', 'Loads the demo bank on the first run')
    .option('--customers <number>', 'Of the demo bank', parseCount, 200)
    .option('--seed <text>', 'Of the demo bank', '1')
    .action((options: Options) => prepareInstallation(options, loadDemoBank));
