import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readJson } from '@open-banking/installation/data-folder';
import type { OperatorFile } from '@open-banking/installation/operator-file';
import { trustAuthorityOf, exchange } from '@open-banking/operator-client';
import { startBank } from '../bank/bank.js';

export interface TourBank {
  readonly operator: OperatorFile;
  readonly operatorFile: string;
  readonly close: () => Promise<void>;
}

/** The bank running at the base URL. If there is none, a temporary one with a few customers is started. */
export async function openTourBank(baseUrl: string, operatorFile: string): Promise<TourBank> {
  const operator = readJson<OperatorFile>(operatorFile);
  if (operator) trustAuthorityOf(operator);
  const runs =
    operator?.internal !== undefined &&
    (await exchange(baseUrl).then(
      () => true,
      () => false,
    ));
  return runs ? { operator, operatorFile, close: () => Promise.resolve() } : startOwnBank(baseUrl);
}

async function startOwnBank(baseUrl: string): Promise<TourBank> {
  process.stdout.write(`No bank is running at ${baseUrl} (npm start): the tour starts a small one of its own.\n`);
  const folder = mkdtempSync(join(tmpdir(), 'open-banking-tour-'));
  // If this process is root, PostgreSQL runs as another user, which needs access to the folder.
  chmodSync(folder, 0o755);
  const operatorFile = join(folder, 'operator.json');
  const shutdown = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      shutdown.abort();
      void close().finally(() => process.exit(130));
    });
  let stop = (): Promise<void> => Promise.resolve();
  const close = async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const bank = await startBank({
      dataDir: join(folder, 'bank'),
      port: 0,
      demoBank: { customers: 12, seed: 'tour' },
      operatorFile,
      processes: 'one',
      signal: shutdown.signal,
    });
    stop = bank.stop;
    return { operator: readJson<OperatorFile>(operatorFile)!, operatorFile, close };
  } catch (error) {
    await close();
    throw error;
  }
}
