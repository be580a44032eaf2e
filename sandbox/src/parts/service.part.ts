import type { Service } from '@open-banking/spec';
import { holderOf } from '@open-banking/installation/claim';
import type { DataFolder } from '@open-banking/installation/data-folder';
import { startWithRestarts } from '../bank/restarts.js';
import { startService } from '../bank/service-process.js';
import { log, logThrough, never, waitForBank, type RunningPart } from './running-part.js';
import { ofOtherService, type TerminalLine } from './terminal-lines.js';

/** Runs one service in its own process. `shown` says what of its log goes to the terminal: without it, warnings and errors. */
export async function runService(service: Service, folder: DataFolder, signal: AbortSignal, shown?: TerminalLine): Promise<RunningPart> {
  const bank = await waitForBank(folder, signal);
  const echo = logThrough(shown ?? ofOtherService((other) => holderOf(folder, other as Service) === undefined));
  const start = () => startService(service, bank, folder, {}, { echo });
  const { ended, stop } = await startWithRestarts(start, start, log);
  log(`${service}: available at ${bank.baseUrl}`);
  return { ended: ended.then((why) => why ?? never), stop };
}
