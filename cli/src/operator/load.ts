import { Argument, Command, Option } from 'commander';
import type { StatementReport } from '@open-banking/verification/load';
import type { LoadOptions } from '@open-banking/feed';
import { loadedServices, type LoadedService } from '@open-banking/spec';
import { withBankOptions, BankConnection, print, printJson } from '../bank-connection.js';
import { parseCount } from '../count.js';
import { requireFile } from '../named-file.js';
import { bankTime } from './bank-time.js';
import { loadDisplay } from './load-progress.js';
import { PassedOverLines } from './passed-over-lines.js';

interface Options {
  readonly databaseUrl?: string;
  readonly whole?: boolean;
  readonly anew?: boolean;
  readonly batchLines?: number;
  readonly equalEntries?: 'new' | 'same';
  readonly account?: string;
  readonly json?: true;
}

/** The exit code where a statement is loaded, and entries were left out that the operator must look at. */
const entriesLeftOut = 2;

export const load = withBankOptions(new Command('load'))
  .description(
    "Loads a service's file (docs/load-formats.md); a large one in batches, and an interrupted load goes on where it stopped; for ais-pis also a camt.053 statement, a file named .xml",
  )
  .addArgument(new Argument('<service>').choices(loadedServices))
  .argument('<file>', 'The file, or - for standard input')
  .option('--database-url <url>', "A database other than the running bank's, with the owner's role")
  .option('--whole', 'One transaction: all of the file or nothing, however large it is')
  .option('--anew', 'From the first line, even if a load of this file was interrupted')
  .option('--batch-lines <number>', 'Number of lines that are committed together, at least (default: 50000)', parseCount)
  .addOption(
    new Option(
      '--equal-entries <case>',
      'Entries of a camt.053 statement that equal those of another one and have no unique AcctSvcrRef: "new" books them, "same" leaves them out (docs/statements-loading.md)',
    ).choices(['new', 'same']),
  )
  .option('--account <iban>', 'The account of a camt.053 statement that names it by no IBAN')
  .option('--json')
  .action(async (service: LoadedService, file: string, options: Options, command: Command) => {
    if (file !== '-') requireFile(file);
    const bank = new BankConnection(command);
    const url = options.databaseUrl ?? ownerUrl(bank, service);
    const clock = options.databaseUrl === undefined ? await bankTime(bank, service) : undefined;
    const loading = await import('@open-banking/verification/load');
    const statement = statementOptions(options, bank, service === 'ais-pis' && loading.isStatementFile(file));
    const lines = await displayed(service, options, (reporting) =>
      loading.load(service, file, url, { ...reporting, clock, ...statement.options }),
    );
    const { report } = statement;
    if (options.json) printJson({ service, ...asJson(lines), ...report });
    else textOf(lines, report, loading).forEach((line) => print(line));
    if (!report) reportEmpty(file, lines);
    if (report?.needsAttention) process.exitCode = entriesLeftOut;
  });

type StatementTexts = Pick<typeof import('@open-banking/verification/load'), 'nothingNew' | 'reportLines'>;

const textOf = ({ text }: LoadedLines, report: StatementReport | undefined, { nothingNew, reportLines }: StatementTexts): string[] =>
  report === undefined ? [text] : [report.booked === 0 ? nothingNew(report) : text, ...reportLines(report)];

function reportEmpty(file: string, { count: loaded, passedOver }: LoadedLines): void {
  if (loaded + passedOver.length > 0) return;
  process.stderr.write(`openbank: ${file === '-' ? 'standard input' : file} has no lines: nothing is loaded\n`);
}

const asJson = ({ count: lines, passedOver }: LoadedLines) => ({ lines, ...(passedOver.length > 0 && { passedOver }) });

/** The options with which a statement is loaded, and the report of its load. */
function statementOptions({ equalEntries, account }: Options, connection: BankConnection, isStatement: boolean) {
  if ((equalEntries ?? account) !== undefined && !isStatement)
    throw new Error('--equal-entries and --account are for camt.053 statements: openbank load ais-pis <file>.xml');
  const statement = {
    report: undefined as StatementReport | undefined,
    options: {
      equalEntries,
      account,
      operator: connection.actor?.name,
      onReport: (report: StatementReport): void => {
        statement.report = report;
      },
    },
  };
  return statement;
}

/** The lines of a file that is loaded. */
interface LoadedLines {
  readonly count: number;
  /** A sentence about them. */
  readonly text: string;
  /** The numbers of the lines that book nothing. */
  readonly passedOver: readonly number[];
}

/** Shows how far a load is, which lines it passes over, and after an interruption what is loaded. */
async function displayed(
  service: LoadedService,
  { whole = false, anew = false, batchLines }: Options,
  load: (reporting: LoadOptions) => Promise<number>,
): Promise<LoadedLines> {
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
  const lines = await load({
    whole,
    anew,
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
  }).catch((error: unknown) => {
    sayWhatIsLoaded();
    throw error;
  });
  const rate = display.end();
  passedOver.report();
  const count = lines - passedOver.numbers.length;
  return { count, text: `${count} lines loaded into ${service}${rate === '' ? '' : `, ${rate}`}`, passedOver: passedOver.numbers };
}

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
