import { Command } from 'commander';
import { count } from '../count.js';
import { print } from '@open-banking/sandbox/bank-connection';

interface Options {
  databaseUrl?: string;
  keysDir: string;
  urlsDir: string;
  sandbox?: boolean;
  customers: number;
  seed: string;
}

export const prepare = new Command('prepare')
  .description('creates databases, roles, schemas and keys before services start; for containers')
  .option('--database-url <url>', 'a server whose user may create databases and roles (default: DATABASE_URL)')
  .requiredOption('--keys-dir <folder>', 'folder for the key pairs')
  .requiredOption('--urls-dir <folder>', 'folder for the <service>.url files')
  .option('--sandbox', 'loads the demo bank on the first run')
  .option('--customers <number>', 'of the demo bank', count, 200)
  .option('--seed <text>', 'of the demo bank', '1')
  .action(async ({ databaseUrl = process.env['DATABASE_URL'], customers, sandbox = false, ...rest }: Options) => {
    if (!databaseUrl) throw new Error('Set --database-url or DATABASE_URL.');
    const preparing = await import('@open-banking/sandbox');
    await preparing.prepare({ ...rest, databaseUrl, sandbox, customers, log: print });
  });
