import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBank } from '@open-banking/sandbox/bank';
import { readJson } from '@open-banking/installation/data-folder';
import type { OperatorFile } from '@open-banking/installation/operator-file';
import type { Customer } from '@open-banking/installation/customers-file';
import { addClient, ThirdParty } from '@open-banking/sandbox/third-party';
import { exampleBank } from '@open-banking/sandbox/example-calls';
import { moveClock, readClock } from '@open-banking/operator-client';

export interface ExampleBank {
  readonly party: ThirdParty;
  /** The demo customer, who has something of every product. */
  readonly customer: Customer;
  readonly close: () => Promise<void>;
}

/** A bank of its own for one run, on free ports and in a temporary folder, at ten o'clock UTC of the examples' day. */
export async function openExampleBank(): Promise<ExampleBank> {
  const folder = mkdtempSync(join(tmpdir(), 'open-banking-examples-'));
  // PostgreSQL runs as another user where this is root.
  chmodSync(folder, 0o755);
  const operatorFile = join(folder, 'operator.json');
  let stop = (): Promise<void> => Promise.resolve();
  const close = async (): Promise<void> => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const { seed, customers, today: until } = exampleBank;
    const bank = await startBank({ dataDir: join(folder, 'bank'), port: 0, demoBank: { seed, customers, until }, operatorFile });
    stop = bank.stop;
    const operator = readJson<OperatorFile>(operatorFile)!;
    await moveTo(operator, exampleBank.now);
    const client = await addClient(operator, {
      name: 'Budget App',
      roles: ['PSP_AI', 'PSP_PI'],
      redirectUri: 'http://127.0.0.1/back',
    });
    return { party: new ThirdParty(bank.baseUrl, client), customer: readJson<Customer[]>(operator.customersFile!)![0]!, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function moveTo(operator: OperatorFile, instant: string): Promise<void> {
  const { now } = await readClock(operator);
  const seconds = Math.ceil((Date.parse(instant) - Date.parse(now)) / 1_000);
  if (seconds < 0) throw new Error(`The examples' day, ${instant}, is over: choose a later one in sandbox/src/example-calls.ts.`);
  await moveClock(operator, `PT${seconds}S`);
}
