import { join } from 'node:path';
import type { DataFolder } from '@open-banking/installation/data-folder';
import {
  loginClientKey,
  loginSettings,
  loginIssuer,
  startLoginProvider,
  type LoginProviderProcess,
} from '@open-banking/simulators/login-provider';
import { freePorts } from '@open-banking/installation/ports';
import type { Bank } from './bank.js';

/** A bank whose customers sign in at a provider that the sandbox plays. */
export interface PlayedLogin {
  /** The settings of its services. */
  readonly settings: NodeJS.ProcessEnv;
  open(bank: Pick<Bank, 'baseUrl' | 'ownerUrls'>): Promise<LoginProviderProcess>;
}

/** Its address and key are chosen before the services start, and the provider is opened when there is a database to know customers from. */
export async function playedLogin(folder: DataFolder): Promise<PlayedLogin> {
  const [port] = (await freePorts([undefined])) as [number];
  const keyFile = join(folder.keys, 'login-client.jwk.json');
  loginClientKey(keyFile);
  return {
    settings: loginSettings(loginIssuer(port), keyFile),
    open: ({ baseUrl, ownerUrls }) =>
      startLoginProvider({ port, baseUrl, keyFile, databaseUrl: ownerUrls['ais-pis'], logFile: join(folder.logs, 'login-provider.log') }),
  };
}
