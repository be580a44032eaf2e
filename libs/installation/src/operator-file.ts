import type { Profile } from '@open-banking/config';
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Service } from '@open-banking/spec';
import { readJson, replaceFile } from './data-folder.js';
import type { OwnClient } from './own-client.js';

export type { OwnClient } from './own-client.js';

/** The file for operators on this machine: internal addresses, the operator key, and the clients added from here. */
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
  changeOperatorFile(file, (before) => {
    // A different operator key means a different bank, which does not know these clients.
    const clients = before?.operatorKey['x'] === facts.operatorKey['x'] ? (before?.clients ?? []) : [];
    return { ...facts, clients };
  });
}

/** Removes the addresses when the bank stops. */
export function removeAddresses(file: string): void {
  if (!existsSync(dirname(file))) return;
  changeOperatorFile(file, (content) => {
    if (content === undefined) return undefined;
    const { internal: _, databases: __, ownerDatabases: ___, ...rest } = content;
    return rest;
  });
}

export function forgetOwnClient(file: string, clientId: string): void {
  changeClients(file, (clients) => clients.filter((client) => client.clientId !== clientId));
}

export function addOwnClient(file: string, client: OwnClient): void {
  changeClients(file, (clients) => [...clients.filter(({ clientId }) => clientId !== client.clientId), client]);
}

const changeClients = (file: string, change: (clients: readonly OwnClient[]) => readonly OwnClient[]): void => {
  changeOperatorFile(file, (content) => ({ ...content!, clients: change(content!.clients) }));
};

const againMs = 5;
/** A change takes milliseconds: a lock that is older was left by a command that was killed. */
const leftMs = 10_000;

/**
 * Replaces the content by what `change` makes of it; undefined: by nothing. One at a time: commands that run together would lose each
 * other's changes.
 */
export function changeOperatorFile(file: string, change: (content: OperatorFile | undefined) => OperatorFile | undefined): void {
  const lock = `${file}.lock`;
  while (!isTaken(lock)) {
    if (Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > leftMs) rmSync(lock, { force: true });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, againMs);
  }
  try {
    const changed = change(readOperatorFile(file));
    if (changed) replaceFile(file, changed);
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Takes the lock, unless another process has it. */
function isTaken(lock: string): boolean {
  try {
    writeFileSync(lock, '', { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
