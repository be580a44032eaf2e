import { pathToFileURL } from 'node:url';
import { root } from '@open-banking/database/migration-folders';
import type { Service } from '@open-banking/spec';
import type { RunningBank } from '@open-banking/installation/addresses';
import type { DataFolder } from '@open-banking/installation/data-folder';
import { startWithRestarts } from '../bank/restarts.js';
import { loadService, startService, type RunningService } from '../bank/service-process.js';
import { log, logThrough, never, waitForBank, type RunningPart } from './running-part.js';
import type { TerminalLine } from './terminal-lines.js';

/** `build/watch.mjs`, which is no part of the bundle that this file is in: it loads the compiler and the bundler. */
interface Watching {
  watchService(
    root: string,
    service: Service,
    on: {
      readonly signal: AbortSignal;
      readonly onReady: () => void;
      readonly onChange: () => void;
      readonly onBuilt: (program: string) => Promise<void>;
      readonly onError: (lines: string) => void;
    },
  ): Promise<void>;
}

/** The way in which the service that is worked on is run and shown. */
export interface WatchOptions {
  /** The port of a debugger. */
  readonly inspect: number | undefined;
  readonly shown: TerminalLine;
  /** Called when the service runs and its files are watched. */
  readonly onReady: () => void;
  /** Called when the service runs with a change. */
  readonly onReplaced: () => void;
}

/**
 * Runs one service in its own process and replaces it whenever its code is saved. Code that cannot be compiled leaves the running process as it is.
 * A service that cannot start, or dies, waits for the next change.
 */
export async function runWatchedService(
  service: Service,
  folder: DataFolder,
  signal: AbortSignal,
  { inspect, shown, onReady, onReplaced }: WatchOptions,
): Promise<RunningPart> {
  const bank = await waitForBank(folder, signal);
  const running = new ReplaceableService(service, bank, folder, logThrough(shown), inspect);
  await running.start();
  log(`${service}: available at ${bank.baseUrl}`);
  const { watchService } = (await import(pathToFileURL(`${root}build/watch.mjs`).href)) as Watching;
  let since = 0;
  const watching = watchService(root, service, {
    signal,
    onReady: () => {
      log(`${service}: watching apps/${service}/src and the libraries it uses; it restarts when you save`);
      onReady();
    },
    onChange: () => {
      since = performance.now();
      log(`${service}: change seen, building…`);
    },
    onBuilt: async (program) => {
      if (signal.aborted) return;
      await running.start(program);
      if (!running.isUp) return;
      log(`${service}: runs with your change, ${((performance.now() - since) / 1_000).toFixed(1)} s after it`);
      onReplaced();
    },
    onError: (lines) => {
      for (const line of lines.split('\n')) log(line);
      log(`${service}: not changed; the previous code goes on`);
    },
  });
  const ended = watching.then(
    () => never,
    (error: Error) => error.message,
  );
  return { ended, stop: () => running.stop() };
}

/** One service whose process is replaced by one with other code. */
class ReplaceableService {
  isUp = false;
  #current: RunningService | undefined;

  constructor(
    readonly service: Service,
    readonly bank: RunningBank,
    readonly folder: DataFolder,
    readonly echo: (line: string) => void,
    readonly inspect?: number,
  ) {}

  /** The new process loads its code while the old one stops: both have the same port. A debugger's port is taken earlier than that. */
  async start(bundled?: string): Promise<void> {
    const { service, bank, folder, inspect } = this;
    const unbundled = { program: `${root}apps/${service}/dist/main.js`, nodeFlags: [`--inspect=127.0.0.1:${inspect}`] };
    const options = { echo: this.echo, ...(inspect === undefined ? { program: bundled } : unbundled) };
    if (inspect !== undefined) await this.stop();
    const loading = loadService(service, folder, {}, options);
    await this.stop();
    const started = startWithRestarts(
      () => loading.start(bank),
      () => startService(service, bank, folder, {}, options),
      log,
    );
    this.#current = await started.catch((error: Error) => this.#down(error.message));
    this.isUp = this.#current !== undefined;
    void this.#current?.ended.then((reason) => {
      if (reason !== undefined) this.#down(reason);
    });
  }

  async stop(): Promise<void> {
    this.isUp = false;
    const stopped = this.#current;
    this.#current = undefined;
    await stopped?.stop();
  }

  #down(reason: string): undefined {
    this.isUp = false;
    log(`${reason}\n${this.service} is down until the next change: its operations are answered 503.`);
  }
}
