import type { Service } from '@open-banking/spec';
import type { DataFolder } from '../bank/data-folder.js';
import { startRestarting } from '../bank/restarts.js';
import { startService } from '../bank/service-process.js';
import { bankOf, never, say, type RunningPart } from './running-part.js';

/** One service, as a process of its own; its log is shown here too. */
export async function runService(service: Service, folder: DataFolder, signal: AbortSignal): Promise<RunningPart> {
  const bank = await bankOf(folder, signal);
  const { ended, stop } = await startRestarting(() => startService(service, bank, folder, {}, true), say);
  say(`${service}: answers at ${bank.baseUrl}`);
  return { ended: ended.then((why) => why ?? never), stop };
}
