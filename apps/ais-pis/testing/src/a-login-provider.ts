import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  freePorts,
  loginClientKey,
  loginIssuer,
  loginSettings,
  startLoginProvider,
  type LoginProviderProcess,
} from '@open-banking/testing/bank';
import { freshBank, temporaryFolder, type BankWithClock, type TestCustomer } from '@open-banking/testing';
import { Browser } from './a-browser.js';

/** A bank whose customers sign in at the OpenID provider of the sandbox, which knows the bank by this secret or else by its key. */
export function bankWithLogin(
  more: Readonly<Record<string, string>> = {},
  secret?: string,
): {
  readonly bank: BankWithClock;
  readonly provider: () => LoginProviderProcess;
  readonly secretFile: string;
} {
  const settings: Record<string, string> = {};
  const folder = temporaryFolder();
  const keyFile = join(folder.path, 'login-key.json');
  const secretFile = join(folder.path, 'login-secret');
  let provider: LoginProviderProcess | undefined;
  let port: number;
  beforeAll(async () => {
    [port] = (await freePorts([undefined])) as [number];
    loginClientKey(keyFile);
    const { LOGIN_CLIENT_KEY_FILE: file, ...others } = loginSettings(loginIssuer(port), keyFile);
    Object.assign(
      settings,
      others,
      secret === undefined ? { LOGIN_CLIENT_KEY_FILE: file } : { LOGIN_CLIENT_SECRET_FILE: secretFile },
      more,
    );
    if (secret !== undefined) writeFileSync(secretFile, `${secret}\n`);
  });
  const bank = freshBank(['ais-pis', 'mandates'], settings);
  beforeAll(async () => {
    const databaseUrl = bank.facts.ownerUrls['ais-pis'];
    const logFile = join(folder.path, 'provider.log');
    provider = await startLoginProvider({ port, baseUrl: bank.baseUrl, keyFile, databaseUrl, logFile, secret });
  });
  afterAll(async () => {
    await provider?.stop();
    folder.remove();
  });
  afterEach(() => provider?.misbehave());
  return { bank, provider: () => provider!, secretFile };
}

/** Makes a customer known to the provider. */
export async function withSubject(bank: BankWithClock, customer: TestCustomer): Promise<TestCustomer> {
  await bank.database('ais-pis').query('update psu set login_subject = $2 where psu_id = $1', [customer.psuId, randomUUID()]);
  return customer;
}

/** A customer at the provider: from where the bank has sent the browser to where the provider sends it back. */
export async function signInThere(
  { issuer }: LoginProviderProcess,
  url: string,
  { login, password }: Pick<TestCustomer, 'login' | 'password'>,
): Promise<string> {
  const there = new Browser(issuer);
  await there.open(url);
  const { headers } = await there.press('sign-in', { login, password });
  return headers['location'] as string;
}
