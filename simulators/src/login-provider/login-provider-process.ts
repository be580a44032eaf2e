import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { root } from '@open-banking/database/migration-folders';
import type { LoginFault } from './faults.js';
import type { BankClient } from './provider-configuration.js';
import { loginCallbacks, loginClientId, loginClientKey } from './login-client.js';

/** The settings of the provider's process: all but the customers, which it reads from this database. */
export interface LoginOrder {
  readonly port: number;
  readonly bank: BankClient;
  readonly databaseUrl: string;
}

export interface LoginProviderProcess {
  readonly issuer: string;
  /** Makes it show a fault from now on; without one it behaves again. */
  misbehave(fault?: LoginFault): Promise<void>;
  /** Resolves, with what it means, when it ends without having been stopped. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

export interface LoginProcessOptions {
  readonly port: number;
  readonly baseUrl: string;
  readonly keyFile: string;
  /** The database of ais-pis, with a role that may read the customers. */
  readonly databaseUrl: string;
  readonly logFile: string;
  /** The bank proves itself with this, and not with its key. */
  readonly secret?: string | undefined;
}

/** Another site than the bank at 127.0.0.1, as that of a real provider is. */
export const loginIssuer = (port: number): string => `http://localhost:${port}`;

/** Starts the provider, and waits until it can be asked. */
export async function startLoginProvider({
  port,
  baseUrl,
  keyFile,
  databaseUrl,
  logFile,
  secret,
}: LoginProcessOptions): Promise<LoginProviderProcess> {
  const child = fork(`${root}simulators/dist/bundle/serve-login.js`, [], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], detached: true });
  const log = createWriteStream(logFile, { flags: 'a', mode: 0o600 });
  for (const stream of [child.stdout!, child.stderr!]) stream.pipe(log, { end: false });
  const ended = once(child, 'close');
  let isStopping = false;
  const order: LoginOrder = {
    port,
    databaseUrl,
    bank: {
      baseUrl,
      clientId: loginClientId,
      jwk: loginClientKey(keyFile),
      callbacks: loginCallbacks(baseUrl),
      ...(secret !== undefined && { secret }),
    },
  };
  child.send(order, () => undefined);
  const opened = await Promise.race([once(child, 'message').then(() => true), ended.then(() => false)]);
  if (!opened) throw new Error(`The OpenID provider of the sandbox did not start. Its log: ${logFile}`);
  return {
    issuer: loginIssuer(port),
    misbehave: async (fault) => {
      const answer = await fetch(`${loginIssuer(port)}/fault`, { method: 'PUT', body: fault ?? '' });
      if (!answer.ok) throw new Error(await answer.text());
    },
    ended: new Promise((settle) => {
      void ended.then(() => {
        if (!isStopping) settle(`The OpenID provider has ended: customers cannot sign in until the bank is restarted. Its log: ${logFile}`);
      });
    }),
    stop: async () => {
      isStopping = true;
      child.kill('SIGTERM');
      await ended;
      log.end();
    },
  };
}
