import type { SourceOutcome, StoppedStep } from '@open-banking/contracts';
import { feedInternal, loadedServices, type LoadedService } from '@open-banking/spec';
import { Argument, Command } from 'commander';
import { expectSuccess, internalCall } from '@open-banking/operator-client';
import type { RowDifference } from '@open-banking/feed';
import { BankConnection, print, printJson, withBankOptions } from '../bank-connection.js';
import { parseCount } from '../count.js';
import { requireFile } from '../named-file.js';
import { piecesOf } from './feed-pieces.js';
import { sendLines, sendPart, stoppedText, type FeedReceiver } from './feed-sender.js';
import { ownerUrl } from './load.js';

const usualLines = 500;

interface Source {
  readonly source: string;
  readonly position: string;
  readonly changedAt: string;
  readonly faultPosition: string | null;
  readonly faultField: string | null;
  readonly faultReason: string | null;
  readonly faultySince: string | null;
  readonly setAside: number;
}

interface Options {
  readonly batchLines?: number;
  readonly patience: number;
  readonly json?: true;
}

const serviceArgument = (): Argument => new Argument('<service>').choices(loadedServices);
/** Exit code where all is taken but some steps were set aside (FEED_FAULTS). */
const setAsideExit = 2;

const numbered = (items: number, one: string, several: string): string => `${items} ${items === 1 ? one : several}`;

const placedIn = (fault: StoppedStep, first: number): StoppedStep =>
  fault.line === undefined ? fault : { ...fault, line: fault.line + first - 1 };

const unlessEmpty = <Name extends string>(
  name: Name,
  faults: readonly StoppedStep[],
): { readonly [name in Name]?: readonly StoppedStep[] } =>
  faults.length > 0 ? ({ [name]: faults } as Record<Name, readonly StoppedStep[]>) : {};

/** What became of all that was sent. */
class FeedOutcome {
  readonly #sources = new Map<string, SourceOutcome>();
  readonly #stopped = new Map<string, string>();

  /** What became of a piece whose first line is this one. */
  add(outcome: SourceOutcome, first: number): void {
    const { source, applied, seen, stopped } = outcome;
    const placed = (faults: readonly StoppedStep[] = []): StoppedStep[] => faults.map((fault) => placedIn(fault, first));
    const [setAside, passedOver] = [placed(outcome.setAside), placed(outcome.passedOver)];
    for (const fault of setAside) process.stderr.write(`openbank: ${source} sets aside ${stoppedText(fault)}\n`);
    for (const fault of passedOver) process.stderr.write(`openbank: ${source} passes over ${stoppedText(fault)}\n`);
    const before = this.#sources.get(source) ?? { source, position: '', applied: 0, seen: 0 };
    this.#sources.set(source, {
      ...outcome,
      applied: applied + before.applied,
      seen: seen + before.seen,
      ...unlessEmpty('passedOver', [...(before.passedOver ?? []), ...passedOver]),
      ...unlessEmpty('setAside', [...(before.setAside ?? []), ...setAside]),
    });
    if (stopped && !this.#stopped.has(source)) this.#stopped.set(source, stoppedText(placedIn(stopped, first)));
  }

  /** Prints it; throws where a source is stopped. Steps that were set aside show in the exit code. */
  print(json: boolean): void {
    const sources = [...this.#sources.values()];
    if (json) printJson(sources);
    else if (sources.length === 0) print('Nothing was sent: there are no lines.');
    else for (const outcome of sources) print(summaryOf(outcome));
    if (this.#stopped.size > 0) throw new Error([...this.#stopped].map(([source, fault]) => `${source} is stopped at ${fault}`).join('\n'));
    if (sources.some(({ setAside }) => setAside !== undefined)) process.exitCode = setAsideExit;
  }
}

const positionText = (position: string): string => (position === '-1' ? 'nothing taken yet' : `at ${position}`);

const summaryOf = ({ source, position, applied, seen, passedOver = [], setAside = [] }: SourceOutcome): string =>
  [
    `${source}: ${positionText(position)}`,
    `${applied} changes applied`,
    `${seen} seen before`,
    ...(passedOver.length > 0 ? [`${numbered(passedOver.length, 'change', 'changes')} of zero passed over`] : []),
    ...(setAside.length > 0
      ? [`${numbered(setAside.length, 'step', 'steps')} set aside, at ${setAside.map((one) => one.position).join(', ')}`]
      : []),
  ].join(', ');

const status = withBankOptions(new Command('status'))
  .description('Shows how far the sources of a service are taken, and what stops them')
  .addArgument(serviceArgument())
  .option('--json')
  .action(async (service: LoadedService, _: object, command: Command) => {
    const answer = await internalCall(new BankConnection(command).running, service, feedInternal.listFeeds);
    const { sources } = expectSuccess<{ sources: readonly Source[] }>('feed status', answer);
    if (command.optsWithGlobals<{ json?: true }>().json) return printJson(sources);
    for (const { source, position, changedAt, faultPosition, faultField, faultReason, faultySince, setAside } of sources) {
      print(`${source}  ${positionText(position)} since ${changedAt}${setAside > 0 ? `, ${setAside} steps set aside` : ''}`);
      if (faultPosition !== null)
        print(
          `  stopped since ${faultySince!} at position ${faultPosition}: ${faultField === null ? '' : `${faultField}: `}${faultReason!}`,
        );
    }
    if (sources.length === 0) print(`Nothing was sent to ${service} yet.`);
  });

const skip = withBankOptions(new Command('skip'))
  .description('Passes over the step that stops a source; the step is kept among those set aside')
  .addArgument(serviceArgument())
  .argument('<source>')
  .argument('<position>', 'The position that stops it, as `openbank feed status` shows it')
  .action(async (service: LoadedService, source: string, position: string, _: object, command: Command) => {
    expectSuccess(
      'feed skip',
      await internalCall(new BankConnection(command).running, service, feedInternal.skipFeedChange, { position }, { source }),
    );
    print(`${source} goes on after ${position}.`);
  });

const reconcile = withBankOptions(new Command('reconcile'))
  .description('Compares a snapshot of the core, a file as `openbank load` takes it, with a service, and names every row that differs')
  .addArgument(serviceArgument())
  .argument('<snapshot>', 'The file, or - for standard input')
  .option('--database-url <url>', "A database other than the running bank's, with the owner's role")
  .option('--json', 'A line of JSON for each row that differs')
  .action(async (service: LoadedService, file: string, { databaseUrl }: { readonly databaseUrl?: string }, command: Command) => {
    if (file !== '-') requireFile(file);
    const json = command.optsWithGlobals<{ json?: true }>().json;
    const { compare } = await import('@open-banking/verification/load');
    const found = new Map<string, number>();
    const counts = await compare(service, file, databaseUrl ?? ownerUrl(new BankConnection(command), service), (difference) => {
      found.set(difference.type, (found.get(difference.type) ?? 0) + 1);
      if (json) process.stdout.write(`${JSON.stringify(difference)}\n`);
      else print(differenceText(difference));
    });
    if (!json) for (const [type, rows] of counts) print(`${type}: ${rows} in the snapshot, ${found.get(type) ?? 0} differ`);
    if (found.size > 0) throw new Error(`${service} differs from the snapshot.`);
  });

function differenceText({ type, key, kind, fields }: RowDifference): string {
  const name = `${type} ${Object.values(key).join(' ')}`;
  if (kind === 'missing') return `${name}: is in the snapshot alone`;
  if (kind === 'extra') return `${name}: is not in the snapshot`;
  const valueText = (value: string | null | undefined): string => (value === null ? 'nothing' : String(value));
  const differences = fields.map(({ name: field, snapshot, here }) =>
    snapshot === undefined ? field : `${field} is ${valueText(snapshot)} in the snapshot and ${valueText(here)} here`,
  );
  return `${name}: ${differences.join(', ')}`;
}

export const feed = withBankOptions(new Command('feed'))
  .description("Sends changes of the bank's core to a service, each once (docs/feed.md)")
  .addArgument(serviceArgument())
  .argument('[file]', 'NDJSON, or - for standard input', '-')
  .option('--batch-lines <number>', `How many lines are sent together at most (default: ${usualLines})`, parseCount)
  .option('--patience <seconds>', 'How long an answer is waited for before the command fails', parseCount, 60)
  .option('--json')
  .action(async (service: LoadedService, file: string, { batchLines = usualLines, patience, json }: Options, command: Command) => {
    if (file !== '-') requireFile(file);
    const sent = new FeedOutcome();
    const receiver: FeedReceiver = { operator: () => new BankConnection(command).running, service, timeoutMs: patience * 1_000 };
    for await (const { first, lines, part } of piecesOf(file, batchLines)) {
      const sending = part === undefined ? sendLines(receiver, lines) : sendPart(receiver, lines, part);
      const outcomes = await sending.catch((error: unknown) => {
        const named = part === undefined ? `lines ${first} to ${first + lines.length - 1}` : `part ${part} of the step in line ${first}`;
        throw new Error(`${named}: ${(error as Error).message}`);
      });
      for (const outcome of outcomes) sent.add(outcome, first);
    }
    sent.print(json === true);
  })
  .addCommand(reconcile)
  .addCommand(status)
  .addCommand(skip);
