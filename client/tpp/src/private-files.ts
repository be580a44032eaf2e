import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Grant } from '@open-banking/client';
import { CommandError } from './command.js';

type AnyGrant = Grant<'consents' | 'payments' | 'mandates' | 'cancellation'>;

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

function read<T>(name: string): T | undefined {
  const path = pathOf(name);
  let text: string;
  try {
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
function write(name: string, value: object): string {
  const path = pathOf(name);
  mkdirSync(configFolder(), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomUUID()}`;
  writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(temporary, path);
  return path;
}

export const writeLogin = (login: Login): string => write('login', login);

export function readLogin(): Login {
  const login = read<Login>('login');
  if (!login) throw new CommandError('You are not signed in. Run tpp login.');
  return login;
}

/** Forgets the key and all grants. Returns whether there was a key. */
export function forget(): boolean {
  const had = read<Login>('login') !== undefined;
  for (const name of ['login', 'grants']) rmSync(pathOf(name), { force: true });
  return had;
}

/** Keeps what a customer has approved, by the id of the consent, payment or mandate. */
export function keepGrant(grant: AnyGrant): void {
  write('grants', { ...read<Record<string, AnyGrant>>('grants'), [grant.resourceId]: grant });
}

export function keptGrant(resourceId: string): AnyGrant | undefined {
  const grants = read<Record<string, AnyGrant>>('grants') ?? {};
  return Object.hasOwn(grants, resourceId) ? grants[resourceId] : undefined;
}
