import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { feedInternal, loadedServices, type LoadedService } from '@open-banking/spec';
import { Argument, Command } from 'commander';
import { expectSuccess, internalCall } from '@open-banking/operator-client';
import { BankConnection, print, withBankOptions } from '../bank-connection.js';
import { parseCount } from '../count.js';
import { textIn } from '../named-file.js';
import { CoreBankingFollower, type SendSteps } from './core-banking-follower.js';
import type { Followed, ServerLog } from './core-banking-server.js';
import { sendLines, sendStep, type FeedReceiver } from './feed-sender.js';

interface Options {
  readonly coreUrlFile?: string;
  readonly publication: string;
  readonly slot: string;
  readonly table: readonly string[];
  readonly ignoreTable: readonly string[];
  readonly source?: string;
  readonly timeline?: number;
}

/** Exit code of a follower that would lose changes if it went on (docs/feed.md). */
const stoppedExit = 2;
const againMs = 1_000;
const timeoutMs = 60_000;

function coreUrl({ coreUrlFile }: Options): string {
  if (coreUrlFile !== undefined) return textIn(coreUrlFile, '--core-url-file').trim();
  const url = process.env['CORE_DATABASE_URL'];
  if (!url) throw new Error("Name the core's database: --core-url-file, or CORE_DATABASE_URL in the environment.");
  return url;
}

const report = (text: string): void => void process.stderr.write(`openbank: ${text}\n`);

/** One service that follows one core. */
class Following {
  /** Of this process's connections, so that it knows its own. */
  readonly #name = `openbank follow ${randomUUID().slice(0, 8)}`;
  readonly #url: string;
  readonly #source: string;
  readonly #followed: Followed;

  constructor(
    private readonly service: LoadedService,
    private readonly options: Options,
    private readonly command: Command,
  ) {
    const { publication, table, ignoreTable, slot, source = slot } = options;
    this.#url = coreUrl(options);
    this.#source = source;
    this.#followed = { publication, tables: table, ignored: ignoreTable };
  }

  /** Follows until the connection ends or `ended` is aborted. Throws `FollowStopped` where changes would be lost. */
  async run(ended: AbortSignal): Promise<void> {
    const { service, options } = this;
    const [{ identifyServer, prepareSlot }, { followPublication }] = await Promise.all([
      import('./core-banking-server.js'),
      import('./publication.js'),
    ]);
    const taken = await this.#tie(await identifyServer(this.#url));
    await prepareSlot(this.#url, this.#followed, options.slot, this.#source, taken, this.#name);
    print(`${service} follows ${options.publication} from slot ${options.slot}.`);
    const failed = new AbortController();
    const operator = () => new BankConnection(this.command).running;
    const receiver: FeedReceiver = { operator, service, timeoutMs, signal: ended };
    const send: SendSteps = (lines, isOneStep) => (isOneStep ? sendStep(receiver, lines) : sendLines(receiver, lines));
    const follower = new CoreBankingFollower(service, this.#source, send, (error) => failed.abort(error), report);
    const publication = { url: this.#url, slot: options.slot, name: this.#name, ...this.#followed };
    try {
      await followPublication(publication, (transaction) => follower.take(transaction), AbortSignal.any([ended, failed.signal]));
    } finally {
      // The connection is over before the next one begins.
      await follower.end();
    }
    if (failed.signal.aborted) throw failed.signal.reason;
  }

  /** Ties the source to the server's log. Returns the position up to which it is taken; -1 where nothing is. */
  async #tie(log: ServerLog): Promise<bigint> {
    const { FollowStopped } = await import('./core-banking-server.js');
    const { timeline } = this.options;
    const body = { ...log, ...(timeline !== undefined && { checkedTimeline: timeline }) };
    const answer = await internalCall(new BankConnection(this.command).running, this.service, feedInternal.followCoreLog, body, {
      source: this.#source,
    });
    if (answer.status === 409) throw new FollowStopped((answer.body as { tppMessages: { text: string }[] }).tppMessages[0]!.text);
    return BigInt(expectSuccess<{ position: string }>('follow', answer).position);
  }
}

export const follow = withBankOptions(new Command('follow'))
  .description("Follows a publication of a PostgreSQL of the bank's core and feeds a service with it (docs/feed.md)")
  .addArgument(new Argument('<service>').choices(loadedServices))
  .option('--core-url-file <file>', "File with the URL of the core's database; CORE_DATABASE_URL where it is left out")
  .option('--publication <name>', 'The publication, of inserts', 'openbank')
  .option('--table <name...>', 'The table of it whose rows are changes, with its schema or without', ['bank_change'])
  .option('--ignore-table <name...>', 'Tables of the publication whose rows are no changes', [])
  .option('--slot <name>', 'The replication slot; made where it is not there', 'openbank')
  .option('--source <name>', 'The source of the changes (default: the name of the slot)')
  .option('--timeline <number>', "The timeline of the core's log, once it is checked after a failover", parseCount)
  .action(async (service: LoadedService, options: Options, command: Command) => {
    const following = new Following(service, options, command);
    const { FollowStopped } = await import('./core-banking-server.js');
    const ended = new AbortController();
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ended.abort());
    const isEnded = (): boolean => ended.signal.aborted;
    while (!isEnded()) {
      try {
        await following.run(ended.signal);
      } catch (error) {
        if (error instanceof FollowStopped) {
          report(error.message);
          process.exitCode = stoppedExit;
          return;
        }
        if (!isEnded()) report(`${(error as Error).message}; trying again`);
      }
      if (!isEnded()) await pause(againMs, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  });
