import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Service } from '@open-banking/spec';
import type { DataFolder } from './data-folder.js';

/** A part of a bank that runs at most once per data folder. */
export type Part = 'database' | 'gateway' | Service;

/** The result of a claim: a release function, or the process that holds the part. */
export type Claim = { readonly release: () => void } | { readonly holder: number };

const lockFile = ({ path }: DataFolder, part: Part): string => join(path, `${part}.lock`);

/**
 * Claims a part for this process. A claim ends with its process, so a killed run needs no clean-up. A process is
 * identified by its id and its start time, because ids are reused.
 */
export function claim(folder: DataFolder, part: Part): Claim {
  const file = lockFile(folder, part);
  for (;;) {
    const own = `${process.pid} ${startTimeOf(process.pid)}`;
    const temporary = `${file}.${process.pid}`;
    writeFileSync(temporary, own);
    try {
      // Creating a hard link is atomic, and the content is already in the file.
      linkSync(temporary, file);
      return {
        release: () => {
          if (fileText(file) === own) rmSync(file, { force: true });
        },
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(temporary, { force: true });
    }
    const found = fileText(file);
    const holder = liveHolder(found);
    if (holder !== undefined) return { holder };
    removeStale(file, found);
  }
}

/** The process that holds a part; undefined if it is not running. */
export const holderOf = (folder: DataFolder, part: Part): number | undefined => liveHolder(fileText(lockFile(folder, part)));

/** Removes a dead claim. Two processes may find the same one: the slower one restores a live claim that it moved by mistake. */
function removeStale(file: string, found: string | undefined): void {
  const moved = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, moved);
    if (fileText(moved) !== found) linkSync(moved, file);
  } catch {
    /* another process was faster */
  } finally {
    rmSync(moved, { force: true });
  }
}

function liveHolder(text: string | undefined): number | undefined {
  const [pid, start] = (text ?? '').split(' ');
  return pid && isAlive(Number(pid)) && startTimeOf(Number(pid)) === start ? Number(pid) : undefined;
}

function fileText(file: string): string | undefined {
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

/** The start time of a process in system ticks; `-` if the system does not provide it. */
function startTimeOf(pid: number): string {
  const stat = fileText(`/proc/${pid}/stat`);
  // The name, in parentheses, may contain spaces; the start time is the 20th field after it.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '-';
}

/** Claims a part for this process; returns what releases it. Throws where another bank runs in the folder. */
export function claimPart(folder: DataFolder, part: Part): () => void {
  const claimed = claim(folder, part);
  if ('holder' in claimed)
    throw new Error(`Another bank is running in ${folder.path} (process ${claimed.holder}): stop it, or set DATA_DIR to another folder.`);
  return claimed.release;
}
