import { Command } from 'commander';
import { parseCount } from '../count.js';
import { textIn } from '../named-file.js';
import { print } from '@open-banking/sandbox/bank-connection';

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

export const prepare = new Command('prepare')
  .description('creates databases, roles, schemas and keys before services start; for containers')
  .option(
    '--database-url <url>',
    'a server whose user may create databases and roles (default: DATABASE_URL, or the content of the file DATABASE_URL_FILE). ' +
      'Without it the roles given by CARDS_DATABASE_URL, CARDS_OWNER_DATABASE_URL and so on are used (docs/postgresql.md)',
  )
  .option('--pooled', 'gives the service roles the time limits that services behind PgBouncer need')
  .requiredOption('--keys-dir <folder>', 'folder for the key pairs')
  .requiredOption('--urls-dir <folder>', 'folder for the <service>.url files')
  .option('--sandbox', 'loads the demo bank on the first run')
  .option('--customers <number>', 'of the demo bank', parseCount, 200)
  .option('--seed <text>', 'of the demo bank', '1')
  .action(async ({ databaseUrl = fromEnvironment(), customers, sandbox = false, ...rest }: Options) => {
    const preparing = await import('@open-banking/sandbox');
    const databases = databaseUrl ?? preparing.databaseUrls();
    if (!databases)
      throw new Error('Set --database-url, DATABASE_URL or DATABASE_URL_FILE, or <SERVICE>_DATABASE_URL and <SERVICE>_OWNER_DATABASE_URL.');
    await preparing.prepare({ ...rest, databases, sandbox, customers, log: print });
  });
