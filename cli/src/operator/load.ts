import { Argument, Command } from 'commander';
import { loadedServices, type LoadedService } from '@open-banking/spec';
import { withBankOptions, BankConnection, print, printJson } from '@open-banking/sandbox/bank-connection';
import { count } from '../count.js';
import { requireFile } from '../named-file.js';
import { loadDisplay } from './load-progress.js';
import { PassedOverLines } from './passed-over-lines.js';

interface Options {
  readonly databaseUrl?: string;
  readonly whole?: true;
  readonly anew?: true;
  readonly batchLines?: number;
  readonly json?: true;
}

export const load = withBankOptions(new Command('load'))
  .description(
    "loads a service's file (docs/load-formats.md); a large one in batches, and an interrupted load goes on where it stopped; for ais-pis also a camt.053 statement, a file named .xml",
  )
  .addArgument(new Argument('<service>').choices(loadedServices))
  .argument('<file>', 'the file, or - for standard input')
  .option('--database-url <url>', "a database other than the running bank's, with the owner's role")
  .option('--whole', 'one transaction: all of the file or nothing, however large it is')
  .option('--anew', 'from the first line, even if a load of this file was interrupted')
  .option('--batch-lines <number>', 'number of lines that are committed together, at least (default: 50000)', count)
  .option('--json')
  .action(async (service: LoadedService, file: string, { databaseUrl, whole, anew, batchLines, json }: Options, command: Command) => {
    if (file !== '-') requireFile(file);
    const url = databaseUrl ?? ownerUrl(new BankConnection(command), service);
    const loading = await import('@open-banking/books/load');
    const display = loadDisplay(service);
    let committed = 0;
    const passedOver = new PassedOverLines();
    const sayWhatIsLoaded = (): void => {
      display.end();
      passedOver.report();
      if (committed > 0)
        process.stderr.write(`openbank: the first ${committed} lines are loaded. Load the file again: the load goes on after them.\n`);
    };
    process.once('SIGINT', () => {
      sayWhatIsLoaded();
      process.exit(130);
    });
    const lines = await loading
      .load(service, file, url, {
        whole: whole ?? false,
        anew: anew ?? false,
        batchLines,
        onProgress: (progress) => {
          display.at(progress);
        },
        onCommitted: (lineCount) => {
          committed = lineCount;
        },
        onPassedOver: (line) => {
          passedOver.add(line);
        },
      })
      .catch((error: unknown) => {
        sayWhatIsLoaded();
        throw error;
      });
    const rate = display.end();
    passedOver.report();
    const loaded = lines - passedOver.numbers.length;
    if (json) printJson({ service, lines: loaded, ...(passedOver.numbers.length > 0 && { passedOver: passedOver.numbers }) });
    else print(`${loaded} lines loaded into ${service}, ${rate}`);
    if (lines === 0) process.stderr.write(`openbank: ${file === '-' ? 'standard input' : file} has no lines: nothing is loaded\n`);
  });

/** The operator file of a bank started by an earlier version has no owner URLs. */
export function ownerUrl({ running, file }: BankConnection, service: LoadedService): string {
  const url = running.ownerDatabases?.[service];
  if (url === undefined)
    throw new Error(
      `Loading needs the owner's URL of the ${service} database, and the operator file ${file} has none: start the bank again with this release ` +
        '(npm start; docker compose up -d), or pass --database-url.',
    );
  return url;
}
