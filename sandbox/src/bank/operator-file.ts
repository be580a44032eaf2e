import type { Profile } from '@open-banking/config';
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { services, type Service } from '@open-banking/spec';
import type { ClientTls } from '../third-party/exchange.js';
import { originOf, type RunningBank } from './addresses.js';
import { customersFile } from './demo-data.js';
import { readJson, replaceFile, type DataFolder } from './data-folder.js';

/** A client that was added from this machine, with what it signs in with. */
export interface OwnClient {
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  /** The private key of a client that signs its assertions. */
  readonly privateKey?: Readonly<Record<string, unknown>>;
  /** The certificate of a client that comes over TLS, and what it trusts the bank's by. With a private key besides, its tokens alone are bound to it. */
  readonly tls?: ClientTls;
  /** What its tokens are bound to where it chose that; otherwise its certificate, or a key where it has none. */
  readonly tokenBinding?: 'dpop' | 'tls';
  readonly roles: readonly string[];
  readonly redirectUri: string;
  /** The organizationIdentifier that its certificates name; where there is none, its client_id. */
  readonly organization?: string;
}

/** What an operator on this machine needs: where the internal ports are, the key to them, the clients added from here. */
export interface OperatorFile {
  readonly baseUrl: string;
  /** Demo customers, a clock that can be moved; absent: as a file of an earlier version says it. */
  readonly sandbox?: boolean;
  /** Absent while the bank does not run. */
  readonly internal?: Readonly<Partial<Record<Service, string>>>;
  readonly databases?: Readonly<Partial<Record<Service, string>>>;
  /** By the owner's role, for loading. */
  readonly ownerDatabases?: Readonly<Partial<Record<Service, string>>>;
  readonly operatorKey: Readonly<Record<string, unknown>>;
  /** Whose key that is, where it is a named operator's; never in the file. */
  readonly operatorName?: string;
  /** What the bank asks of its clients. */
  readonly profile?: Profile;
  readonly customersFile?: string;
  /** Folder of the sandbox's certificate authority. */
  readonly caFolder?: string;
  /** What the services read of it, where that is another folder: they must not be shown its key. */
  readonly trustFolder?: string;
  readonly clients: readonly OwnClient[];
}

/** `~/.openbank/<port of the base URL>.json` */
export function operatorFileOf(baseUrl: string): string {
  const { port, protocol } = new URL(baseUrl);
  return join(homedir(), '.openbank', `${port || (protocol === 'https:' ? '443' : '80')}.json`);
}

/** Writes what runs into the operator file; the clients that are in it stay. */
export function writeOperatorFile(file: string, facts: Omit<OperatorFile, 'clients'>): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // Another bank's clients are unknown here: they go with its key.
  const before = readJson<OperatorFile>(file);
  const clients = before?.operatorKey['x'] === facts.operatorKey['x'] ? (before?.clients ?? []) : [];
  replaceFile(file, { ...facts, clients } satisfies OperatorFile);
}

/** The operator's key, as `makeKeys` made it. */
export const operatorKeyIn = (keysDir: string): Record<string, unknown> => readJson(join(keysDir, 'operator.private.jwk.json'))!;

export const factsOf = (bank: RunningBank, folder: DataFolder): Omit<OperatorFile, 'clients'> => ({
  baseUrl: bank.baseUrl,
  profile: bank.profile,
  sandbox: true,
  internal: Object.fromEntries(services.map((service) => [service, originOf(bank.services[service].internalPort)])),
  databases: bank.databases,
  ownerDatabases: bank.ownerDatabases,
  operatorKey: operatorKeyIn(folder.keys),
  customersFile: customersFile(folder.demoBank),
  caFolder: folder.ca,
});

/** The bank stops: nothing can be reached by these addresses any more. */
export function takeOutAddresses(file: string): void {
  const { internal: _, databases: __, ownerDatabases: ___, ...rest } = readJson<OperatorFile>(file) ?? {};
  if ('operatorKey' in rest) replaceFile(file, rest);
}

export function forgetOwnClient(file: string, clientId: string): void {
  const content = readJson<OperatorFile>(file)!;
  replaceFile(file, { ...content, clients: content.clients.filter((client) => client.clientId !== clientId) });
}

export function addOwnClient(file: string, client: OwnClient): void {
  const content = readJson<OperatorFile>(file)!;
  replaceFile(file, { ...content, clients: [...content.clients.filter(({ clientId }) => clientId !== client.clientId), client] });
}
