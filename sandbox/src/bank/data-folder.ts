import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Where one bank keeps what outlives it: database files, keys, passwords, logs. */
export interface DataFolder {
  readonly path: string;
  readonly keys: string;
  readonly logs: string;
  readonly demoBank: string;
  /** What tells that a database was restored from a backup: kept beside it, never in it. */
  readonly highWater: string;
  /** The sandbox's certificate authority, and the certificate of the bank's own TLS listener. */
  readonly ca: string;
  /** The addresses of what runs, and who runs it; see `addresses.ts`. */
  readonly addresses: string;
  readonly passwords: string;
}

/** Opens a data folder, made where it is missing. Throws one clear line where nothing can be written there. */
export function openDataFolder(dataDir: string): DataFolder {
  const path = resolve(dataDir);
  const folder = {
    path,
    keys: join(path, 'keys'),
    logs: join(path, 'logs'),
    demoBank: join(path, 'demo-bank'),
    ca: join(path, 'ca'),
    highWater: join(path, 'high-water'),
    addresses: join(path, 'addresses.json'),
    passwords: join(path, 'passwords.json'),
  };
  try {
    makeFolder(path);
    accessSync(path, constants.W_OK | constants.X_OK);
    for (const part of [folder.keys, folder.logs, folder.demoBank, folder.ca, folder.highWater])
      mkdirSync(part, { recursive: true, mode: 0o700 });
    const probe = join(path, `.probe-${process.pid}`);
    writeFileSync(probe, Buffer.alloc(64 * 1024));
    rmSync(probe);
  } catch (error) {
    throw new Error(
      `Nothing can be written to ${path}: ${reasons[(error as NodeJS.ErrnoException).code ?? ''] ?? (error as Error).message}. Set DATA_DIR to another folder, or make room.`,
    );
  }
  return folder;
}

/** Parents first, one at a time: asked to make them all at once, Node 24 never ends where the file system has no such place (/proc). */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota is used up',
  ENOENT: 'no folder can be made there',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'it is a file',
};

/** A file is replaced as a whole: whoever reads it finds the old or the new. Only the owner may read it. */
export function replaceText(file: string, text: string): void {
  const beside = `${file}.${process.pid}`;
  writeFileSync(beside, text, { mode: 0o600 });
  renameSync(beside, file);
}

export const replaceFile = (file: string, value: unknown): void => {
  replaceText(file, `${JSON.stringify(value, null, 2)}\n`);
};

/** The JSON of a file; undefined where there is none. */
export function readJson<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${file} cannot be read: ${(error as Error).message}`);
  }
}
