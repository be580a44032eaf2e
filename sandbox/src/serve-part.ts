// `node sandbox/dist/serve-part.js <part>`: what `nx serve` starts. Each part is its own process over one data folder
// and runs once; a second one waits, and takes over where the first ends.
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
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => { giveUp.abort(); });

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

try {
  const part = parts.find((known) => known === process.argv[2]?.replace('@open-banking/', ''));
  if (!part) throw new Error(`say which part: ${parts.join(', ')}`);
  const settings = readSandboxSettings();
  const why = await keep(part, openDataFolder(settings.dataDir), settings);
  if (why !== undefined) throw new Error(why);
  process.exit(0);
} catch (error) {
  if (giveUp.signal.aborted) process.exit(0);
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
