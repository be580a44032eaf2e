import { type Command, UsageError } from '../command.js';
import { connectedBank } from '../connected-client.js';
import { installedOrigin } from '../installed-address.js';
import { isAtLoopback } from '../loopback.js';
import { type Login, writeLogin } from '../private-files.js';
import { Sandbox } from '../sandbox.js';
import { readSecret } from '../secret-input.js';

const isBaseUrl = ({ protocol, search, hash }: URL): boolean => /^https?:$/.test(protocol) && search === '' && hash === '';

/** The base URL, without a slash at its end. */
function baseUrlIn(given: string | undefined, allowsHttp: boolean): string {
  if (given === undefined) throw new UsageError('The base URL of the bank is missing. Run tpp login https://bank.example.');
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !isBaseUrl(url)) throw new UsageError(`"${given}" is not a base URL. Run tpp login https://bank.example.`);
  if (url.protocol === 'http:' && !isAtLoopback(url) && !allowsHttp)
    throw new UsageError(`The key would go to ${url.host} without encryption. Use https, or add --allow-http in a network of your own.`);
  return url.href.replace(/\/+$/, '');
}

async function keyFor(baseUrl: string): Promise<string> {
  const key = await readSecret(`Sign in at ${baseUrl}/developer/scenarios, make a key, and paste it here (it is not shown): `);
  if (!/^[A-Za-z0-9._~+/-]+=*$/.test(key))
    throw new UsageError('This is not a key. Copy it as the portal shows it: sandbox_ and 43 characters.');
  return key;
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
    // The bank's own name for itself: its notifications and tokens are checked against it.
    await connectedBank(baseUrl).metadata('consents');
    // The cheapest operation that a key opens.
    await new Sandbox(given).get('/sandbox/customers');
    note(`Signed in to ${baseUrl}. The key is in ${writeLogin(given)}.`);
  },
};
