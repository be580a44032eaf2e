import { readFileSync } from 'node:fs';
import { type Authentication, type Bank, connect } from '@open-banking/client';
import { type Given, type Option, type Terminal, UsageError } from './command.js';
import { checkClient, keepClient, keepGrant } from './kept-grants.js';
import type { Login } from './private-files.js';
import { readSecret } from './secret-input.js';

/** The options that name the client for which a command acts; the variables have the names that the guides use. */
export const clientOptions: Readonly<Record<'client-id' | 'client-key', Option>> = {
  'client-id': { value: 'id', says: 'The client. Default: CLIENT_ID.' },
  'client-key': { value: 'file', says: 'Its private key (PEM), for private_key_jwt. Default: its secret, of CLIENT_SECRET or asked for.' },
};

async function authentication(keyFile: string | undefined): Promise<Authentication> {
  if (keyFile !== undefined) return { method: 'private_key_jwt', privateKey: keyIn(keyFile) };
  const clientSecret =
    process.env['CLIENT_SECRET'] || (process.stdin.isTTY ? await readSecret('Secret of the client (it is not shown): ') : '');
  if (clientSecret === '') throw new UsageError('The secret of the client is missing. Set CLIENT_SECRET, or add --client-key <file>.');
  return { method: 'client_secret_basic', clientSecret };
}

function keyIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`${file} cannot be read. Give the file of the private key after --client-key.`);
  }
}

/** How a command acts as a client at the bank that the person is signed in to. */
export interface ClientInput {
  readonly given: Given;
  readonly login: Login;
  readonly terminal: Terminal;
  readonly redirectUri?: string;
}

/** The bank as one client calls it. */
export interface ConnectedClient {
  readonly bank: Bank;
  /** Called once the bank has accepted the client: its secret then goes to no other bank. */
  readonly wasAccepted: () => void;
}

/** Connects as the client that the command line names. What customers approve is kept in the private files. */
export async function connectedClient({ given: { text }, login, terminal, redirectUri }: ClientInput): Promise<ConnectedClient> {
  const clientId = text('client-id') ?? process.env['CLIENT_ID'];
  if (!clientId) throw new UsageError('The client is missing. Add --client-id <id>, or set CLIENT_ID.');
  const { baseUrl } = login;
  checkClient(baseUrl, clientId);
  const bank = connect({
    baseUrl,
    clientId,
    authentication: await authentication(text('client-key')),
    saveGrant: (grant) => keepGrant(baseUrl, grant, terminal.note),
    ...(redirectUri !== undefined && { redirectUri }),
  });
  return { bank, wasAccepted: () => keepClient(baseUrl, clientId) };
}

/** The bank for what needs no client: its metadata, and the keys of notifications. */
export const connectedBank = (baseUrl: string): Bank =>
  connect({ baseUrl, clientId: 'none', authentication: { method: 'client_secret_basic', clientSecret: 'none' } });
