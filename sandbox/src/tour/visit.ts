import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBank } from '../bank/bank.js';
import { readJson } from '../bank/data-folder.js';
import type { OperatorFile } from '../bank/operator-file.js';
import { trustAuthorityOf } from '../ca/trust.js';
import { exchange } from '../third-party/exchange.js';

export interface Visit {
  readonly operator: OperatorFile;
  readonly operatorFile: string;
  readonly leave: () => Promise<void>;
}

/** The bank that runs at the base URL; where none does, one of the tour's own with a few customers, gone afterwards. */
export async function visit(baseUrl: string, operatorFile: string): Promise<Visit> {
  const operator = readJson<OperatorFile>(operatorFile);
  if (operator) trustAuthorityOf(operator);
  const runs =
    operator?.internal !== undefined &&
    (await exchange(baseUrl).then(
      () => true,
      () => false,
    ));
  return runs ? { operator, operatorFile, leave: () => Promise.resolve() } : visitOwn(baseUrl);
}

async function visitOwn(baseUrl: string): Promise<Visit> {
  process.stdout.write(`No bank runs at ${baseUrl} (npm start): the tour opens a small one of its own.\n`);
  const folder = mkdtempSync(join(tmpdir(), 'open-banking-tour-'));
  // PostgreSQL runs as another user where this is root.
  chmodSync(folder, 0o755);
  const operatorFile = join(folder, 'operator.json');
  const leaving = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      leaving.abort();
      void leave().finally(() => process.exit(130));
    });
  let stop = (): Promise<void> => Promise.resolve();
  const leave = async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const bank = await startBank({
      dataDir: join(folder, 'bank'),
      port: 0,
      demoBank: { customers: 12, seed: 'tour' },
      operatorFile,
      signal: leaving.signal,
    });
    stop = bank.stop;
    return { operator: readJson<OperatorFile>(operatorFile)!, operatorFile, leave };
  } catch (error) {
    await leave();
    throw error;
  }
}
