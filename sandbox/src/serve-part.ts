// `node sandbox/dist/bundle/serve-part.js <part>` is started by `nx serve`. Each part is one process per data folder. A second
// `nx serve` attaches to the running parts; when one of them ends, a remaining `nx serve` starts it again. With `--watch` a service
// restarts whenever its code is saved, and a call to paste is printed. Of the log of the service that is served all is shown, in words
// (`--json`: as it is written), and of others warnings and errors.
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { services, type Service } from '@open-banking/spec';
import { claim, holderOf, type Part } from '@open-banking/installation/claim';
import { announced, originOf } from '@open-banking/installation/addresses';
import { customersFile } from '@open-banking/installation/customers-file';
import { openDataFolder, type DataFolder } from '@open-banking/installation/data-folder';
import { operatorFileOf } from '@open-banking/installation/operator-file';
import { repeatingWhileBusy } from '@open-banking/operator-client';
import { demoCustomer, firstCall } from './first-call.js';
import { runDatabase } from './parts/database.part.js';
import { runGateway } from './parts/gateway.part.js';
import { runService } from './parts/service.part.js';
import { runWatchedService } from './parts/watched-service.part.js';
import { ofOwnService, type TerminalLine } from './parts/terminal-lines.js';
import { waitUntil, log, whenAborted, type RunningPart } from './parts/running-part.js';
import { readSandboxSettings, type SandboxSettings } from './settings.js';

const parts: readonly Part[] = ['database', 'gateway', ...services];
const shutdown = new AbortController();

const [, , named = '', ...given] = process.argv;
const servedPart = named.replace('@open-banking/', '');
/** Nx adds what is given after the project's name: `--watch` is in the target of `nx serve`, `--no-watch` may follow. */
const isServed = given.includes('--watch');
const watching = isServed && !given.includes('--no-watch') && !given.includes('--watch=false');
/** The log of the service that is served, as it is written. */
const isRaw = given.includes('--json') || given.includes('--json=true');

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (!shutdown.signal.aborted) log(`${servedPart}: stopping`);
    shutdown.abort();
  });
// If the terminal is gone, writing fails; SIGHUP follows.
process.stdout.on('error', () => undefined);

function run(part: Part, folder: DataFolder, settings: SandboxSettings): Promise<RunningPart> {
  if (part === 'database') return runDatabase(folder, settings, shutdown.signal);
  if (part === 'gateway') return runGateway(folder, settings, shutdown.signal);
  const service = part as Service;
  if (!isServed || servedPart !== service) return runService(service, folder, shutdown.signal);
  const isDown = (other: string): boolean => holderOf(folder, other as Part) === undefined;
  const shown: TerminalLine = isRaw ? (line) => line : ofOwnService(isDown);
  let call: string | undefined;
  const onReady = (): void => {
    firstCallOf(service, folder).then(
      ({ text, command }) => {
        call = command;
        log(text);
      },
      (error: Error) => {
        if (!shutdown.signal.aborted) log(`There is no call to paste: ${error.message}`);
      },
    );
  };
  const onReplaced = (): void => {
    if (call !== undefined) log(`\n${call}\n`);
  };
  if (watching) return runWatchedService(service, folder, shutdown.signal, { inspect: settings.inspect, shown, onReady, onReplaced });
  const running = runService(service, folder, shutdown.signal, shown);
  // The part itself reports a failed start.
  void running.then(onReady, () => undefined);
  return running;
}

/**
 * The demo customer and a call to paste, as `npm start` prints them, once what issues its token can be reached and the demo bank is loaded;
 * `command` is the call alone.
 */
async function firstCallOf(service: Service, folder: DataFolder): Promise<{ text: string; command: string | undefined }> {
  const { port, baseUrl, tlsBaseUrl, profile } = announced(folder)!;
  const answers = async (): Promise<boolean> =>
    (await fetch(`${originOf(port)}/v1.7/oauth/consents/.well-known/oauth-authorization-server`).catch(() => undefined))?.ok ?? false;
  // The first time, services are up long before the customers are there.
  while (!(existsSync(customersFile(folder.demoBank)) && (await answers()))) await pause(200, undefined, { signal: shutdown.signal });
  const bank = { folder, port, baseUrl, tlsBaseUrl, profile, operatorFile: operatorFileOf(baseUrl) };
  const call = await repeatingWhileBusy(log, () => firstCall(bank, service));
  const { login, password } = demoCustomer(bank);
  const tryIt = call ? `Try it: a call of ${service}. ${call.good}\n\n${call.command}` : `Open it: ${baseUrl}/`;
  return {
    text: `\n  Demo customer  ${login}, password ${password}\n  Logs           ${folder.logs}\n  To stop it     Ctrl-C; Nx prints nothing after that\n\n${tryIt}\n`,
    command: call?.command,
  };
}

/** Runs the part once no other process runs it. Returns the reason it ended, or undefined after a regular stop. */
async function runOrWait(part: Part, folder: DataFolder, settings: SandboxSettings): Promise<string | undefined> {
  for (;;) {
    const claimed = claim(folder, part);
    if ('holder' in claimed) {
      log(`${part} is already running (process ${claimed.holder}); attaching to it`);
      if (watching && part === servedPart) log(`${part} does not restart when you save: the command that runs it decides that`);
      await waitUntil(() => holderOf(folder, part) === undefined, shutdown.signal);
      continue;
    }
    try {
      const running = await run(part, folder, settings);
      const reason = await Promise.race([running.ended, whenAborted(shutdown.signal)]);
      await running.stop();
      return reason;
    } finally {
      claimed.release();
    }
  }
}

/** Takes over a part that a service needs when the process that ran it ends: Nx stops the part with the command that started it. */
async function takeOver(part: Part, folder: DataFolder, settings: SandboxSettings): Promise<string | undefined> {
  await waitUntil(() => holderOf(folder, part) !== undefined, shutdown.signal);
  await waitUntil(() => holderOf(folder, part) === undefined, shutdown.signal);
  log(`${part} has ended; restarting it here`);
  return runOrWait(part, folder, settings);
}

const requiredParts: readonly Part[] = ['database', 'gateway', 'ais-pis'];
const isService = (part: Part): boolean => (services as readonly Part[]).includes(part);

try {
  const part = parts.find((known) => known === servedPart);
  if (!part) throw new Error(`The part is missing or unknown. Give one of: ${parts.join(', ')}`);
  const settings = readSandboxSettings();
  const folder = openDataFolder(settings.dataDir);
  const runs = [
    runOrWait(part, folder, settings),
    ...(isService(part) ? requiredParts.filter((other) => other !== part).map((other) => takeOver(other, folder, settings)) : []),
  ];
  // If one part ends unexpectedly, all others end too.
  const first = await Promise.race(runs).finally(() => {
    shutdown.abort();
  });
  await Promise.allSettled(runs);
  if (first !== undefined) throw new Error(first);
  log(`${servedPart}: stopped`);
  process.exit(0);
} catch (error) {
  const stopped = error instanceof Error && error.name === 'AbortError';
  if (!stopped) process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (stopped) log(`${servedPart}: stopped`);
  process.exit(stopped ? 0 : 1);
}
