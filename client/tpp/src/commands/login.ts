import { BankError } from '@open-banking/client';
import { baseUrlIn } from '../base-url.js';
import { type Command, CommandError, UsageError } from '../command.js';
import { connectedBank } from '../connected-client.js';
import { installedOrigin } from '../installed-address.js';
import { type Login, writeLogin } from '../private-files.js';
import { Sandbox } from '../sandbox.js';
import { readSecret } from '../secret-input.js';

async function keyFor(baseUrl: string): Promise<string> {
  const key = await readSecret(`Sign in at ${baseUrl}/developer/scenarios, make a key, and paste it here (it is not shown): `);
  if (!/^[A-Za-z0-9._~+/-]+=*$/.test(key))
    throw new UsageError('This is not a key. Copy it as the portal shows it: sandbox_ and 43 characters.');
  return key;
}

/** The bank's own name for itself must be this address: its notifications and tokens are checked against it. */
async function checkBank(baseUrl: string): Promise<void> {
  try {
    await connectedBank(baseUrl).metadata('consents');
  } catch (error) {
    if (!(error instanceof BankError) || error.status >= 500) throw error;
    throw new CommandError(`${baseUrl} is not the base URL of a bank (status ${error.status}). Run tpp login with its base URL.`);
  }
}

export const login: Command = {
  name: 'login',
  takes: '[base-url]',
  maxArguments: 1,
  summary: 'Sign in to the sandbox of a bank with a key of the portal.',
  details: `The key is asked for, or read from standard input: echo "$SANDBOX_KEY" | tpp login. It is checked, and stored in a file that you alone
can read. Without a base URL it is the address that this program was installed from.`,
  options: { 'allow-http': { says: 'Send the key without encryption to a bank that is not on this machine.' } },
  run: async ({ positionals, flag }, { note }) => {
    const baseUrl = baseUrlIn(positionals[0] ?? installedOrigin(), flag('allow-http'));
    const given: Login = { baseUrl, key: await keyFor(baseUrl) };
    await checkBank(baseUrl);
    // The cheapest operation that a key opens.
    await new Sandbox(given).get('/sandbox/customers');
    note(`Signed in to ${baseUrl}. The key is in ${writeLogin(given)}.`);
  },
};
