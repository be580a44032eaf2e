import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
  freePorts,
  loginClientKey,
  loginIssuer,
  loginSettings,
  startLoginProvider,
  type LoginProviderProcess,
} from '@open-banking/testing/bank';
import { ownBank, temporaryFolder, type OwnBank, type TestCustomer } from '@open-banking/testing';
import { Browser } from './a-browser.js';

/** A bank whose customers sign in at the OpenID provider of the sandbox. */
export function bankWithLogin(more: Readonly<Record<string, string>> = {}): {
  readonly bank: OwnBank;
  readonly provider: () => LoginProviderProcess;
} {
  const settings: Record<string, string> = {};
  const folder = temporaryFolder();
  const keyFile = join(folder.path, 'login-key.json');
  let provider: LoginProviderProcess | undefined;
  let port: number;
  beforeAll(async () => {
    [port] = (await freePorts([undefined])) as [number];
    loginClientKey(keyFile);
    Object.assign(settings, loginSettings(loginIssuer(port), keyFile), more);
  });
  const bank = ownBank(['ais-pis', 'mandates'], settings);
  beforeAll(async () => {
    const databaseUrl = bank.facts.ownerUrls['ais-pis'];
    provider = await startLoginProvider({ port, baseUrl: bank.baseUrl, keyFile, databaseUrl, logFile: join(folder.path, 'provider.log') });
  });
  afterAll(async () => {
    await provider?.stop();
    folder.remove();
  });
  afterEach(() => provider?.misbehave());
  return { bank, provider: () => provider! };
}

/** Makes a customer known to the provider. */
export async function withSubject(bank: OwnBank, customer: TestCustomer): Promise<TestCustomer> {
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
