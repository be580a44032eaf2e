import type { Grant } from '@open-banking/client';
import { CommandError, type Terminal } from './command.js';
import { readFile, removeFile, writeFile } from './private-files.js';

type AnyGrant = Grant<'consents' | 'payments' | 'mandates' | 'cancellation'>;
type Note = Terminal['note'];

/** A grant, and the bank that has issued it: its tokens go to no other. */
interface KeptGrant {
  readonly baseUrl: string;
  readonly grant: AnyGrant;
}
type KeptGrants = Readonly<Record<string, KeptGrant>>;

/** The grants by the id of the consent, payment or mandate. Those without their bank are dropped, because they could go to another. */
function keptGrants(note: Note): KeptGrants {
  const entries = Object.entries(readFile<Record<string, Partial<KeptGrant>>>('grants') ?? {});
  const isComplete = ([, kept]: (typeof entries)[number]): boolean => typeof kept.baseUrl === 'string' && kept.grant !== undefined;
  const kept = Object.fromEntries(entries.filter(isComplete)) as KeptGrants;
  const dropped = entries.filter((entry) => !isComplete(entry)).map(([id]) => id);
  if (dropped.length > 0) {
    writeFile('grants', kept);
    const ids = dropped.join(', ');
    note(`The tokens for ${ids} are removed, because an earlier version kept them without their bank. Approve it again with tpp open.`);
  }
  return kept;
}

/** Keeps what a customer has approved at this bank. */
export function keepGrant(baseUrl: string, grant: AnyGrant, note: Note): void {
  writeFile('grants', { ...keptGrants(note), [grant.resourceId]: { baseUrl, grant } });
}

/** The grant of a customer at this bank. Throws a `CommandError` if it is of another one. */
export function keptGrant(baseUrl: string, resourceId: string, note: Note): AnyGrant | undefined {
  const grants = keptGrants(note);
  const kept = Object.hasOwn(grants, resourceId) ? grants[resourceId] : undefined;
  if (kept && kept.baseUrl !== baseUrl)
    throw new CommandError(
      `${resourceId} was approved at ${kept.baseUrl}, and you are signed in to ${baseUrl}. Run tpp login ${kept.baseUrl} to use it.`,
    );
  return kept?.grant;
}

const keptClients = (): Readonly<Record<string, string>> => readFile<Record<string, string>>('clients') ?? {};

/** Remembers the bank that has accepted a client. */
export function keepClient(baseUrl: string, clientId: string): void {
  const clients = keptClients();
  if (!Object.hasOwn(clients, clientId)) writeFile('clients', { ...clients, [clientId]: baseUrl });
}

/** Throws a `CommandError` for a client that another bank has accepted: its secret goes to no other. */
export function checkClient(baseUrl: string, clientId: string): void {
  const clients = keptClients();
  const known = Object.hasOwn(clients, clientId) ? clients[clientId] : undefined;
  if (known !== undefined && known !== baseUrl)
    throw new CommandError(
      `The client ${clientId} is one of ${known}, and you are signed in to ${baseUrl}. Name a client of this bank, or run tpp login ${known}.` +
        ' After tpp logout it may be used at another bank.',
    );
}

/** Forgets the key, all grants, and the banks of clients. Returns whether there was a key. */
export function forget(): boolean {
  const had = readFile('login') !== undefined;
  for (const name of ['login', 'grants', 'clients']) removeFile(name);
  return had;
}
