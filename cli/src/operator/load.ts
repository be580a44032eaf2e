import { existsSync } from 'node:fs';
import { Argument, Command } from 'commander';
import { loadedServices, type LoadedService } from '@open-banking/spec';
import { withBankOptions, BankConnection, print, printJson } from '@open-banking/sandbox/bank-connection';
import { progress } from '../progress.js';

export const load = withBankOptions(new Command('load'))
  .description("loads a service's file (docs/load-formats.md): all of it, or nothing")
  .addArgument(new Argument('<service>').choices(loadedServices))
  .argument('<file>')
  .option('--database-url <url>', "the owner's role of another database than the running bank's own")
  .option('--json')
  .action(async (service: LoadedService, file: string, { databaseUrl, json }: { databaseUrl?: string; json?: true }, command: Command) => {
    if (!existsSync(file)) throw new Error(`${file}: there is no such file`);
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

/** A bank that was started by an earlier version did not say its owner's. */
function ownerUrl({ running }: BankConnection, service: LoadedService): string {
  const url = running.ownerDatabases?.[service];
  if (url === undefined)
    throw new Error(
      `Files are loaded by the owner of the database of ${service}, and this bank's operator file does not name it: start the bank again, or say --database-url.`,
    );
  return url;
}
