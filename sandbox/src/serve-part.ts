// `node sandbox/dist/serve-part.js <part>`: what `nx serve` starts. Each part is its own process over one data folder
// and runs once. A second `nx serve` joins what runs; where that ends, it goes on in what is left.
import { services, type Service } from '@open-banking/spec';
import { claim, holderOf, type Part } from './bank/claim.js';
import { openDataFolder, type DataFolder } from './bank/data-folder.js';
import { runDatabase } from './parts/database.part.js';
import { runGateway } from './parts/gateway.part.js';
import { runService } from './parts/service.part.js';
import { becomes, say, toldToStop, type RunningPart } from './parts/running-part.js';
import { readSandboxSettings, type SandboxSettings } from './settings.js';

const parts: readonly Part[] = ['database', 'gateway', ...services];
const giveUp = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    giveUp.abort();
  });

function run(part: Part, folder: DataFolder, settings: SandboxSettings): Promise<RunningPart> {
  if (part === 'database') return runDatabase(folder, settings, giveUp.signal);
  if (part === 'gateway') return runGateway(folder, giveUp.signal);
  return runService(part as Service, folder, giveUp.signal);
}

/** Runs the part, or waits for whoever runs it. Returns why it ended; undefined: it was told to. */
async function keep(part: Part, folder: DataFolder, settings: SandboxSettings): Promise<string | undefined> {
  for (;;) {
    const claimed = claim(folder, part);
    if ('holder' in claimed) {
      say(`${part} runs already (process ${claimed.holder}); joining it`);
      await becomes(() => holderOf(folder, part) === undefined, giveUp.signal);
      continue;
    }
    try {
      const running = await run(part, folder, settings);
      const why = await Promise.race([running.ended, toldToStop(giveUp.signal)]);
      await running.stop();
      return why;
    } finally {
      claimed.release();
    }
  }
}

/** What a service cannot do without. Nx ends it with whoever started it first; then it goes on here. */
async function guard(part: Part, folder: DataFolder, settings: SandboxSettings): Promise<string | undefined> {
  await becomes(() => holderOf(folder, part) !== undefined, giveUp.signal);
  await becomes(() => holderOf(folder, part) === undefined, giveUp.signal);
  say(`${part} has ended; it goes on here`);
  return keep(part, folder, settings);
}

const needed: readonly Part[] = ['database', 'gateway', 'ais-pis'];
const isService = (part: Part): boolean => (services as readonly Part[]).includes(part);

try {
  const part = parts.find((known) => known === process.argv[2]?.replace('@open-banking/', ''));
  if (!part) throw new Error(`say which part: ${parts.join(', ')}`);
  const settings = readSandboxSettings();
  const folder = openDataFolder(settings.dataDir);
  const kept = [
    keep(part, folder, settings),
    ...(isService(part) ? needed.filter((other) => other !== part).map((other) => guard(other, folder, settings)) : []),
  ];
  // The first that ends by itself ends them all.
  const first = await Promise.race(kept).finally(() => {
    giveUp.abort();
  });
  await Promise.allSettled(kept);
  if (first !== undefined) throw new Error(first);
  process.exit(0);
} catch (error) {
  const stopped = error instanceof Error && error.name === 'AbortError';
  if (!stopped) process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(stopped ? 0 : 1);
}
