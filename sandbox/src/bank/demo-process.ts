import { fork } from 'node:child_process';
import { once } from 'node:events';
import { withoutSecrets } from '@open-banking/config';
import { root } from '@open-banking/database/migration-folders';
import type { LoadedService } from '@open-banking/spec';
import type { BankSize } from '../demo-bank/index.js';

/** The order to the program that makes a demo bank: the tables to fill, by their owners' roles, and the file for the customers. */
export interface DemoOrder {
  readonly ownerUrls: Readonly<Partial<Record<LoadedService, string>>>;
  readonly size: Pick<BankSize, 'customers' | 'seed' | 'until' | 'passwordCost'>;
  readonly customersFile: string;
}

/** The result of that program. */
export interface DemoOutcome {
  readonly error?: string;
}

/** Makes a demo bank in a process of its own, so that the memory this takes (300 MB for 200 customers) is free again when it is made. */
export async function makeApart(order: DemoOrder): Promise<void> {
  // Out of the terminal's process group: after Ctrl-C its transactions end with the database. It ends with its parent.
  const child = fork(`${root}sandbox/dist/bundle/make-demo-bank.js`, [], {
    execArgv: [],
    env: withoutSecrets(process.env),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
  let outcome: DemoOutcome = { error: 'The process that makes the demo bank ended before the bank was made.' };
  child.on('message', (said: DemoOutcome) => {
    outcome = said;
  });
  child.send(order, () => undefined);
  await once(child, 'close');
  if (outcome.error !== undefined) throw new Error(outcome.error);
}
