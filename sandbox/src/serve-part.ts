// `node sandbox/dist/bundle/serve-part.js <part>` is started by `nx serve`. Each part is one process per data folder. A second
// `nx serve` attaches to the running parts; when one of them ends, a remaining `nx serve` starts it again.
import { services, type Service } from '@open-banking/spec';
import { claim, holderOf, type Part } from './bank/claim.js';
import { openDataFolder, type DataFolder } from './data-folder/data-folder.js';
import { runDatabase } from './parts/database.part.js';
import { runGateway } from './parts/gateway.part.js';
import { runService } from './parts/service.part.js';
import { waitUntil, log, whenAborted, type RunningPart } from './parts/running-part.js';
import { readSandboxSettings, type SandboxSettings } from './settings.js';

const parts: readonly Part[] = ['database', 'gateway', ...services];
const shutdown = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    shutdown.abort();
  });

function run(part: Part, folder: DataFolder, settings: SandboxSettings): Promise<RunningPart> {
  if (part === 'database') return runDatabase(folder, settings, shutdown.signal);
  if (part === 'gateway') return runGateway(folder, shutdown.signal);
  return runService(part as Service, folder, shutdown.signal);
}

/** Runs the part once no other process runs it. Returns the reason it ended, or undefined after a regular stop. */
async function runOrWait(part: Part, folder: DataFolder, settings: SandboxSettings): Promise<string | undefined> {
  for (;;) {
    const claimed = claim(folder, part);
    if ('holder' in claimed) {
      log(`${part} is already running (process ${claimed.holder}); attaching to it`);
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
  const part = parts.find((known) => known === process.argv[2]?.replace('@open-banking/', ''));
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
  process.exit(0);
} catch (error) {
  const stopped = error instanceof Error && error.name === 'AbortError';
  if (!stopped) process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(stopped ? 0 : 1);
}
