// The process of the reference core (docs/core.md): `npm start -- --core` and the chaos run start it.
import { setTimeout as pause } from 'node:timers/promises';
import { readSettings } from '@open-banking/config';
import { readOperatorFile, type OperatorFile } from '@open-banking/installation/operator-file';
import { CoreBankingSystem } from './core-banking/core-banking-system.js';
import { coreBankingKeys } from './core-banking/core-banking-keys.js';
import { ReferenceCoreBankingSettings } from './core-banking/core-banking.settings.js';
import type { OtherBanks } from './core-banking/books.js';
import { sharesIn } from './core-banking/misbehaviour.js';

const startMs = 60_000;
const pauseMs = 250;
const settings = readSettings(ReferenceCoreBankingSettings, process.env);
const { operatorFile } = settings;
const operatorIn = (file: string): OperatorFile => {
  const found = readOperatorFile(file);
  if (!found) throw new Error(`${file} does not exist`);
  return found;
};

/** Waits for a database that is starting. */
async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (const until = performance.now() + startMs; ; await pause(pauseMs)) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > until) throw error;
    }
  }
}

const system = await retried(() =>
  CoreBankingSystem.open({
    databaseUrl: settings.bookkeepingDatabaseUrl,
    accountsUrl: settings.accountsDatabaseUrl,
    port: settings.bookkeepingPort,
    key: coreBankingKeys(settings.bookkeepingFolder).key,
    bankKeysUrl: settings.bankKeysUrl,
    ...(operatorFile !== undefined && { operator: () => operatorIn(operatorFile) }),
    seed: settings.seed,
    shares: sharesIn(settings.misbehaviour ?? ''),
    others: JSON.parse(settings.otherBanks ?? '{}') as OtherBanks,
    die: () => process.kill(process.pid, 'SIGKILL'),
  }),
);
process.on('SIGTERM', () => {
  void system.close().finally(() => process.exit(0));
});
// Whoever started it is gone.
process.on('disconnect', () => process.exit(0));
await retried(() => system.books.takeOver(new Date().toISOString().slice(0, 10)));
process.send?.('open');
