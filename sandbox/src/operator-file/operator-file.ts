import type { Profile } from '@open-banking/config';
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Service } from '@open-banking/spec';
import { readJson, replaceFile } from '../data-folder/data-folder.js';
import type { OwnClient } from './own-client.js';

export type { OwnClient } from './own-client.js';

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

/** Undefined if there is no such file. */
export const readOperatorFile = (file: string): OperatorFile | undefined => readJson<OperatorFile>(file);

/** Writes the running bank into the operator file and keeps the clients already in it. */
export function writeOperatorFile(file: string, facts: Omit<OperatorFile, 'clients'>): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // A different operator key means a different bank, which does not know these clients.
  const before = readOperatorFile(file);
  const clients = before?.operatorKey['x'] === facts.operatorKey['x'] ? (before?.clients ?? []) : [];
  replaceFile(file, { ...facts, clients } satisfies OperatorFile);
}

/** Removes the addresses when the bank stops. */
export function removeAddresses(file: string): void {
  const { internal: _, databases: __, ownerDatabases: ___, ...rest } = readOperatorFile(file) ?? {};
  if ('operatorKey' in rest) replaceFile(file, rest);
}

export function forgetOwnClient(file: string, clientId: string): void {
  const content = readOperatorFile(file)!;
  replaceFile(file, { ...content, clients: content.clients.filter((client) => client.clientId !== clientId) });
}

export function addOwnClient(file: string, client: OwnClient): void {
  const content = readOperatorFile(file)!;
  replaceFile(file, { ...content, clients: [...content.clients.filter(({ clientId }) => clientId !== client.clientId), client] });
}
