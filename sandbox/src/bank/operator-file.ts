import type { Profile } from '@open-banking/config';
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { services, type Service } from '@open-banking/spec';
import type { ClientTls } from '../third-party/exchange.js';
import { originOf, type RunningBank } from './addresses.js';
import { customersFile } from './demo-data.js';
import { readJson, replaceFile, type DataFolder } from './data-folder.js';

/** A client added from this machine, with its credentials. */
export interface OwnClient {
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  /** The private key of a client that authenticates with private_key_jwt. */
  readonly privateKey?: Readonly<Record<string, unknown>>;
  /** The client's TLS certificate, and the CA it trusts for the bank's. If the client also has a private key, the certificate only binds its tokens. */
  readonly tls?: ClientTls;
  /** What its tokens are bound to, if chosen explicitly. Default: its certificate, or a DPoP key if it has none. */
  readonly tokenBinding?: 'dpop' | 'tls';
  readonly roles: readonly string[];
  readonly redirectUri: string;
  /** The organizationIdentifier in its certificates. Default: its client_id. */
  readonly organization?: string;
}

/** What an operator on this machine needs: internal addresses, the operator key, and the clients added from here. */
export interface OperatorFile {
  readonly baseUrl: string;
  /** Whether the bank is a sandbox, with demo customers and a movable clock. Absent in files of earlier versions. */
  readonly sandbox?: boolean;
  /** Absent while the bank is down. */
  readonly internal?: Readonly<Partial<Record<Service, string>>>;
  readonly databases?: Readonly<Partial<Record<Service, string>>>;
  /** Database URLs with the owner's role, for loading. */
  readonly ownerDatabases?: Readonly<Partial<Record<Service, string>>>;
  readonly operatorKey: Readonly<Record<string, unknown>>;
  /** The named operator whose key `operatorKey` is. Never written to the file. */
  readonly operatorName?: string;
  /** The security profile the bank requires of its clients. */
  readonly profile?: Profile;
  readonly customersFile?: string;
  /** Folder of the sandbox's certificate authority. */
  readonly caFolder?: string;
  /** The public files that services read, if stored elsewhere: services must not see the authority's key. */
  readonly trustFolder?: string;
  readonly clients: readonly OwnClient[];
}

/** `~/.openbank/<port of the base URL>.json` */
export function operatorFileOf(baseUrl: string): string {
  const { port, protocol } = new URL(baseUrl);
  return join(homedir(), '.openbank', `${port || (protocol === 'https:' ? '443' : '80')}.json`);
}

/** Writes the running bank into the operator file and keeps the clients already in it. */
export function writeOperatorFile(file: string, facts: Omit<OperatorFile, 'clients'>): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // A different operator key means a different bank, which does not know these clients.
  const before = readJson<OperatorFile>(file);
  const clients = before?.operatorKey['x'] === facts.operatorKey['x'] ? (before?.clients ?? []) : [];
  replaceFile(file, { ...facts, clients } satisfies OperatorFile);
}

/** The operator's key, as created by `makeKeys`. */
export const operatorKeyIn = (keysDir: string): Record<string, unknown> => readJson(join(keysDir, 'operator.private.jwk.json'))!;

export const operatorFileContent = (bank: RunningBank, folder: DataFolder): Omit<OperatorFile, 'clients'> => ({
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

/** Removes the addresses when the bank stops. */
export function removeAddresses(file: string): void {
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
