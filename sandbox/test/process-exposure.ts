import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataFolder } from '@open-banking/installation/data-folder';

/** Only Linux shows the environment of processes in files. */
export const showsEnvironments = existsSync('/proc/self/environ');
if (!showsEnvironments)
  process.stderr.write('What processes show of their environments is not tested here: there is no /proc with them.\n');

/** A process and all that it started, and what these started, by `ps`. */
export function processesBelow(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const line of execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')) {
    const [pid, parent] = line.trim().split(/\s+/).map(Number) as [number, number];
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const below = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(below)];
  return below(root);
}

/** Which of these texts a process shows in its arguments and in the environment it was started with: `<program> environ: <name of the text>`. */
export function exposedBy(pid: number, secrets: ReadonlyMap<string, string>): string[] {
  return ['cmdline', 'environ'].flatMap((part) => {
    const text = processText(pid, part);
    return [...secrets]
      .filter(([, secret]) => text.includes(secret))
      .map(([name]) => `${processText(pid, 'comm').trim()} ${part}: ${name}`);
  });
}

function processText(pid: number, part: string): string {
  try {
    return readFileSync(`/proc/${pid}/${part}`, 'utf8');
  } catch {
    return '';
  }
}

/** The passwords, private keys and tokens of a bank, as its own files have them, by where they stand. */
export function secretsOf(folder: DataFolder, operatorFile: string): Map<string, string> {
  const found = new Map<string, string>([['postgres.password', readFileSync(join(folder.path, 'postgres.password'), 'utf8').trim()]]);
  for (const name of readdirSync(folder.urls))
    found.set(name, decodeURIComponent(new URL(readFileSync(join(folder.urls, name), 'utf8').trim().split('\n')[0]!).password));
  for (const file of [
    operatorFile,
    folder.addresses,
    join(folder.path, 'limit-store.json'),
    ...readdirSync(folder.keys).map((name) => join(folder.keys, name)),
  ])
    if (existsSync(file)) collect(JSON.parse(readFileSync(file, 'utf8')), file.slice(file.lastIndexOf('/') + 1), found);
  for (const name of readdirSync(folder.ca).filter((one) => one.endsWith('.pem'))) {
    const [, key] = /-----BEGIN (?:\w+ )?PRIVATE KEY-----\n([^-]+)/.exec(readFileSync(join(folder.ca, name), 'utf8')) ?? [];
    // The first line begins alike for all keys of a kind.
    if (key !== undefined) found.set(name, key.split('\n')[1]!);
  }
  return found;
}

/** Members whose values are secret: `d` is the private part of a JWK. */
const secretMember = /^(?:d|password|.*[sS]ecret|.*[tT]oken)$/;

function collect(value: unknown, at: string, found: Map<string, string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (typeof member !== 'string') collect(member, `${at} ${name}`, found);
    else if (secretMember.test(name)) found.set(`${at} ${name}`, member);
    else if (/^postgres(?:ql)?:\/\//.test(member)) found.set(`${at} ${name}`, decodeURIComponent(new URL(member).password));
  }
}
