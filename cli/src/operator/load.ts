import { existsSync } from 'node:fs';
import { Argument, Command } from 'commander';
import { loadedServices, type LoadedService } from '@open-banking/spec';
import { withBankOptions, BankConnection, print, printJson } from '@open-banking/sandbox/bank-connection';
import { progress } from '../progress.js';

export const load = withBankOptions(new Command('load'))
  .description("loads a service's file (docs/load-formats.md) in one transaction")
  .addArgument(new Argument('<service>').choices(loadedServices))
  .argument('<file>')
  .option('--database-url <url>', "a database other than the running bank's, with the owner's role")
  .option('--json')
  .action(async (service: LoadedService, file: string, { databaseUrl, json }: { databaseUrl?: string; json?: true }, command: Command) => {
    if (!existsSync(file)) throw new Error(`${file}: the file does not exist`);
    const url = databaseUrl ?? ownerUrl(new BankConnection(command), service);
    const loading = await import('@open-banking/books/load');
    const bar = progress(service);
    const lines = await loading
      .load(service, file, url, {
        onProgress: ({ bytes, totalBytes }) => {
          bar.at(bytes, totalBytes);
        },
      })
      .finally(() => {
        bar.end();
      });
    if (json) printJson({ service, lines });
    else print(`${lines} lines loaded into ${service}`);
  });

/** The operator file of a bank started by an earlier version has no owner URLs. */
function ownerUrl({ running }: BankConnection, service: LoadedService): string {
  const url = running.ownerDatabases?.[service];
  if (url === undefined)
    throw new Error(
      `Loading needs the owner's URL of the ${service} database, and this bank's operator file has none: restart the bank, or pass --database-url.`,
    );
  return url;
}
