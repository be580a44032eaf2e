import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Service } from '@open-banking/spec';
import type { DataFolder } from './data-folder.js';

/** What runs at most once over one data folder. */
export type Part = 'database' | 'gateway' | Service;

/** A part claimed by this process, or the process that has it. */
export type Claim = { readonly release: () => void } | { readonly holder: number };

const fileOf = ({ path }: DataFolder, part: Part): string => join(path, `${part}.pid`);

/**
 * Claims a part for this process. A claim dies with its process: nothing has to be cleaned up after a killed run. A
 * process is known by its id and its start, as ids are used again.
 */
export function claim(folder: DataFolder, part: Part): Claim {
  const file = fileOf(folder, part);
  for (;;) {
    const own = `${process.pid} ${startOf(process.pid)}`;
    const beside = `${file}.${process.pid}`;
    writeFileSync(beside, own);
    try {
      // A link is made or refused as a whole, its content already there.
      linkSync(beside, file);
      return {
        release: () => {
          if (textOf(file) === own) rmSync(file, { force: true });
        },
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(beside, { force: true });
    }
    const found = textOf(file);
    const holder = living(found);
    if (holder !== undefined) return { holder };
    removeStale(file, found);
  }
}

/** The process that has a part; undefined where it does not run. */
export const holderOf = (folder: DataFolder, part: Part): number | undefined => living(textOf(fileOf(folder, part)));

/** Two may find the same dead claim: what the slower one takes away by mistake it puts back. */
function removeStale(file: string, found: string | undefined): void {
  const taken = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, taken);
    if (textOf(taken) !== found) linkSync(taken, file);
  } catch {
    /* another one was faster */
  } finally {
    rmSync(taken, { force: true });
  }
}

function living(text: string | undefined): number | undefined {
  const [pid, start] = (text ?? '').split(' ');
  return pid && isAlive(Number(pid)) && startOf(Number(pid)) === start ? Number(pid) : undefined;
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process began, in the system's own count; `-` where the system does not tell. */
function startOf(pid: number): string {
  const stat = textOf(`/proc/${pid}/stat`);
  // The name, in brackets, may hold spaces; the start is the 20th field after it.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '-';
}
