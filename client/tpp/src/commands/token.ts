import type { AccessToken, Issuer } from '@open-banking/client';
import { type Command, CommandError, type Given, jsonOption, type Terminal, UsageError } from '../command.js';
import { clientOptions, connectedClient } from '../connected-client.js';
import { keptGrant } from '../kept-grants.js';
import { readLogin } from '../private-files.js';

/** The issuer of each scope of a client's own token. */
const issuerOfScope: Readonly<Record<string, Issuer>> = {
  AIS: 'consents',
  'loan-services': 'consents',
  PIS: 'payments',
  MANDATE: 'mandates',
};

async function clientToken(given: Given, terminal: Terminal): Promise<AccessToken> {
  const scope = given.text('scope') ?? 'AIS';
  const issuer = Object.hasOwn(issuerOfScope, scope) ? issuerOfScope[scope] : undefined;
  if (!issuer) throw new UsageError(`There is no scope "${scope}". Use one of ${Object.keys(issuerOfScope).join(', ')}.`);
  const { bank, wasAccepted } = await connectedClient({ given, login: readLogin(), terminal });
  const made = await bank.clientToken(issuer, scope);
  wasAccepted();
  return made;
}

async function customerToken(given: Given, terminal: Terminal, resourceId: string): Promise<AccessToken> {
  // Read once: the grant and the client are then of the same bank, whatever is signed in to meanwhile.
  const login = readLogin();
  const grant = keptGrant(login.baseUrl, resourceId, terminal.note);
  if (!grant) throw new CommandError(`No customer has approved ${resourceId} on this machine. Run tpp open consent ${resourceId}.`);
  return (await connectedClient({ given, login, terminal })).bank.resume(grant).accessToken();
}

export const token: Command = {
  name: 'token',
  summary: 'Print an access token: of a client, or of a customer after tpp open.',
  details: 'It prints the token alone, so that a script can use it: TOKEN=$(tpp token). Keep it out of logs.',
  options: {
    scope: { value: 'scope', says: "The client's own token: AIS, PIS, MANDATE or loan-services. Default: AIS." },
    for: { value: 'id', says: 'The token of the customer who has approved this consent, payment or mandate.' },
    ...clientOptions,
    ...jsonOption,
  },
  run: async (given, terminal) => {
    const resourceId = given.text('for');
    if (resourceId !== undefined && given.text('scope') !== undefined)
      throw new UsageError('--for has the scope of what was approved. Leave --scope out.');
    const made = await (resourceId === undefined ? clientToken(given, terminal) : customerToken(given, terminal, resourceId));
    terminal.print(given.flag('json') ? JSON.stringify(made) : made.accessToken);
  },
};
