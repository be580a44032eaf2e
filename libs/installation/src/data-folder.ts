import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The folder with a bank's persistent files: database, keys, passwords, logs. */
export interface DataFolder {
  readonly path: string;
  /** Whether it was created when it was opened. */
  readonly isNew: boolean;
  readonly keys: string;
  readonly logs: string;
  readonly demoBank: string;
  /** High-water marks that reveal that a database was restored from a backup. They are stored outside the database. */
  readonly highWater: string;
  /** The sandbox's certificate authority, and the certificate of the bank's own TLS listener. */
  readonly ca: string;
  /** The addresses of the running parts and their processes; see `addresses.ts`. */
  readonly addresses: string;
  readonly passwords: string;
  /** `<service>.url`: the DATABASE_URL_FILE of each service. */
  readonly urls: string;
}

/** Opens a data folder and creates it if missing. Throws a one-line error if it is not writable. */
export function openDataFolder(dataDir: string): DataFolder {
  const path = resolve(dataDir);
  const folder = {
    path,
    isNew: !existsSync(path),
    keys: join(path, 'keys'),
    logs: join(path, 'logs'),
    demoBank: join(path, 'demo-bank'),
    ca: join(path, 'ca'),
    highWater: join(path, 'high-water'),
    addresses: join(path, 'addresses.json'),
    passwords: join(path, 'passwords.json'),
    urls: join(path, 'urls'),
  };
  try {
    makeFolder(path);
    accessSync(path, constants.W_OK | constants.X_OK);
    for (const part of [folder.keys, folder.logs, folder.demoBank, folder.ca, folder.highWater, folder.urls])
      mkdirSync(part, { recursive: true, mode: 0o700 });
    const probe = join(path, `.probe-${process.pid}`);
    writeFileSync(probe, Buffer.alloc(64 * 1024));
    rmSync(probe);
  } catch (error) {
    throw new Error(
      `Cannot write to ${path}: ${reasons[(error as NodeJS.ErrnoException).code ?? ''] ?? (error as Error).message}. Set DATA_DIR to another folder, or free some space.`,
    );
  }
  return folder;
}

/** Creates parents first, one at a time: with `recursive`, Node 24 never returns on file systems that refuse new folders (/proc). */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exceeded',
  ENOENT: 'a folder cannot be created there',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'it is a file',
};

/** Replaces a file atomically: readers see the old or the new content. Only the owner may read it. */
export function replaceText(file: string, text: string, mode = 0o600): void {
  const beside = `${file}.${process.pid}`;
  writeFileSync(beside, text, { mode });
  renameSync(beside, file);
}

export const replaceFile = (file: string, value: unknown): void => {
  replaceText(file, `${JSON.stringify(value, null, 2)}\n`);
};

/** Parses a JSON file; undefined if it does not exist. */
export function readJson<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${file} cannot be read: ${(error as Error).message}`);
  }
}
