import type { Service } from '@open-banking/spec';
import type { DataFolder } from '@open-banking/installation/data-folder';
import { startWithRestarts } from '../bank/restarts.js';
import { startService } from '../bank/service-process.js';
import { waitForBank, never, log, type RunningPart } from './running-part.js';

/** Runs one service in its own process and copies its log to the terminal. */
export async function runService(service: Service, folder: DataFolder, signal: AbortSignal): Promise<RunningPart> {
  const bank = await waitForBank(folder, signal);
  const start = () => startService(service, bank, folder, {}, { echo: true });
  const { ended, stop } = await startWithRestarts(start, start, log);
  log(`${service}: available at ${bank.baseUrl}`);
  return { ended: ended.then((why) => why ?? never), stop };
}
