import { readFileSync } from 'node:fs';
import type { Customer } from '@open-banking/installation/customers-file';
import { addClient, grantConsent, ThirdParty } from '@open-banking/sandbox/third-party';
import { BenchDeveloper } from './developer.js';
import { lengthenHistories } from './long-histories.js';
import { startOneProcess, type OneProcess } from './one-process.js';
import { workloads, type Subject } from './workloads.js';

/** A turn of the event loop may take so long: all requests of the process wait for it. */
const markMs = 10;

interface BlockingOptions {
  readonly rounds: number;
  readonly dateFrom: string;
  /** A regular expression: measures only the workloads whose name matches it. */
  readonly only: string;
}

/** Measures how long each of the largest workloads keeps the thread of the one process from all others. True if none exceeds its mark. */
export async function benchBlocking({ rounds, dateFrom, only }: BlockingOptions, log: (line: string) => void): Promise<boolean> {
  const bank = await startOneProcess();
  try {
    const wanted = workloads(await firstSubject(bank, dateFrom)).filter(({ what }) => new RegExp(only).test(what));
    log(`${'processor time of the longest turn, ms'.padEnd(48)}${'first'.padStart(8)}${'least'.padStart(8)}`);
    const leasts: number[] = [];
    for (const { what, run } of wanted) {
      const turns: number[] = [];
      for (let round = 0; round < rounds; round += 1) turns.push(await bank.longestTurnMs(run));
      const least = Math.min(...turns);
      leasts.push(least);
      const figures = [turns[0]!, least].map((ms) => ms.toFixed(1).padStart(8)).join('');
      log(`${what.padEnd(48)}${figures}${least > markMs ? `  above ${markMs}` : ''}`);
    }
    return leasts.every((least) => least <= markMs);
  } finally {
    await bank.stop();
  }
}

async function firstSubject({ operator }: OneProcess, dateFrom: string): Promise<Subject> {
  const [{ login, password, accounts }] = JSON.parse(readFileSync(operator.customersFile!, 'utf8')) as [Customer];
  const customer = { login, password };
  const resourceId = (kind: string): string => accounts.find((one) => one.kind === kind)!.resourceId;
  const [accountId, cardId] = [resourceId('account'), resourceId('card')];
  await lengthenHistories(operator, { accountId, cardId });
  const client = await addClient(operator, { name: 'Bench', roles: ['PSP_AI'], redirectUri: 'http://127.0.0.1/back' });
  const party = new ThirdParty(operator.baseUrl, client);
  const consent = await grantConsent(party, customer, { access: { allPsd2: 'allAccounts' } });
  const developer = await BenchDeveloper.signUp(operator.baseUrl);
  return { operator, party, developer, consent, accountId, cardId, dateFrom, customer };
}
