import { join } from 'node:path';
import { faultLog, startGateway } from '@open-banking/gateway';
import { refuseTakenPort } from '../bank/addresses.js';
import { targetsOf } from '../bank/bank.js';
import type { DataFolder } from '../bank/data-folder.js';
import { LogFile } from '../bank/log-file.js';
import { factsOf, operatorFileOf, takeOutAddresses, writeOperatorFile } from '../bank/operator-file.js';
import { tlsListener } from '../bank/tls.js';
import { bankOf, never, say, type RunningPart } from './running-part.js';

/** The gateway, with a route to every service: what does not run is answered 503. */
export async function runGateway(folder: DataFolder, signal: AbortSignal): Promise<RunningPart> {
  const bank = await bankOf(folder, signal);
  for (const port of [bank.port, bank.tlsPort]) if (port) await refuseTakenPort(port);
  const log = new LogFile(join(folder.logs, 'gateway.log'));
  const gateway = await startGateway({
    port: bank.port,
    tls: await tlsListener(bank, folder),
    targets: targetsOf(bank),
    onFault: faultLog((line) => {
      log.write(line);
    }),
  });
  const file = operatorFileOf(bank.baseUrl);
  writeOperatorFile(file, factsOf(bank, folder));
  say(`gateway: ${bank.baseUrl}`);
  return {
    ended: never,
    stop: async () => {
      takeOutAddresses(file);
      await gateway.close();
      await log.close();
    },
  };
}
