import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCustomerApp } from '@open-banking/simulators/customer-app';
import { openDataFolder, readJson } from '@open-banking/installation/data-folder';
import type { OperatorFile } from '@open-banking/installation/operator-file';
import { playedLogin } from '../bank/bank-login.js';
import { startBankWithCoreBanking, type BankWithCoreBanking } from '../bank/start-bank-with-core-banking.js';

/**
 * A bank that is connected to the systems of a bank: its core, its OpenID provider, its customers' app. Each is a process or a server of
 * its own.
 */
export interface ConnectedBank {
  readonly bank: BankWithCoreBanking;
  readonly operator: OperatorFile;
  readonly operatorFile: string;
  /** The issuer at which its customers sign in. */
  readonly loginIssuer: string;
  /** The app in which they approve. */
  readonly appUrl: string;
  /** For files of the tour. */
  readonly folder: string;
  readonly close: () => Promise<void>;
}

const customers = 12;
let opened: ConnectedBank | undefined;

export const connectedBank = (): ConnectedBank => opened!;

/** Starts a small one in a temporary folder. Ctrl-C stops all of it. */
export async function openConnectedBank(log: (line: string) => void): Promise<ConnectedBank> {
  const folder = mkdtempSync(join(tmpdir(), 'open-banking-tour-'));
  // If this process is root, PostgreSQL runs as another user, which needs access to the folder.
  chmodSync(folder, 0o755);
  const dataDir = join(folder, 'bank');
  const operatorFile = join(folder, 'operator.json');
  const shutdown = new AbortController();
  const cleanups: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (const undo of cleanups.splice(0).reverse()) await undo();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      shutdown.abort();
      void close().finally(() => process.exit(130));
    });
  try {
    const login = await playedLogin(openDataFolder(dataDir));
    const app = await startCustomerApp(join(dataDir, 'customer-app'));
    cleanups.push(() => app.stop());
    const bank = await startBankWithCoreBanking({
      dataDir,
      port: 0,
      demoBank: { customers, seed: 'tour' },
      operatorFile,
      processes: 'one',
      settings: { ...login.settings, ...app.settings },
      signal: shutdown.signal,
      log,
    });
    cleanups.push(() => bank.stop());
    const provider = await login.open(bank);
    cleanups.push(() => provider.stop());
    app.connect(bank.baseUrl);
    const operator = readJson<OperatorFile>(operatorFile)!;
    return (opened = { bank, operator, operatorFile, loginIssuer: provider.issuer, appUrl: app.url, folder, close });
  } catch (error) {
    await close();
    throw error;
  }
}
