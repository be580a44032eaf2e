import { randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { CommandError } from './command.js';

/** The bank that this person is signed in to, and the sandbox key. */
export interface Login {
  readonly baseUrl: string;
  readonly key: string;
}

/** The folder of this command: below the user's own configuration, as the platform has it. */
export function configFolder(environment: NodeJS.ProcessEnv = process.env, platform: NodeJS.Platform = process.platform): string {
  const above = platform === 'win32' ? environment['APPDATA'] : environment['XDG_CONFIG_HOME'];
  return join(above || join(homedir(), '.config'), 'open-banking-tpp');
}

const pathOf = (name: string): string => join(configFolder(), `${name}.json`);

/** Windows has no such modes: there the folder is the user's own. */
const isReadByOthers = (path: string): boolean => process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0;

/** Throws a `CommandError` where the folder is not the user's alone: others could then replace its files. */
function checkFolder(): void {
  const path = configFolder();
  if (lstatSync(path).isSymbolicLink()) throw new CommandError(`${path} is a link, and secrets would be kept elsewhere. Remove it.`);
  if (isReadByOthers(path)) throw new CommandError(`Others can enter ${path}, which holds secrets. Run chmod 700 ${path}.`);
}

/** The content of a file of this command; undefined where there is none. */
export function readFile<T>(name: string): T | undefined {
  const path = pathOf(name);
  let text: string;
  try {
    checkFolder();
    if (isReadByOthers(path)) throw new CommandError(`Others can read ${path}, which holds secrets. Run chmod 600 ${path}.`);
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new CommandError(`${path} is not JSON. Remove it, and run tpp login.`);
  }
}

/** Writes a file that its user alone can read, at once: a reader finds the earlier content or this. Returns its path. */
export function writeFile(name: string, value: object): string {
  const path = pathOf(name);
  mkdirSync(configFolder(), { recursive: true, mode: 0o700 });
  checkFolder();
  const temporary = `${path}.${randomUUID()}`;
  writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(temporary, path);
  return path;
}

export const writeLogin = (login: Login): string => writeFile('login', login);

export function readLogin(): Login {
  const login = readFile<Login>('login');
  if (!login) throw new CommandError('You are not signed in. Run tpp login.');
  return login;
}

export const removeFile = (name: string): void => rmSync(pathOf(name), { force: true });
