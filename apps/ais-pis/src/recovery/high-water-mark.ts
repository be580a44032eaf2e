import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** How far the record of writes had come, as noted outside the database. */
export interface Mark {
  /** How many recoveries had ended when it was noted. */
  readonly recoveries: number;
  /** The last seal of the audit, and its hash (hex): the same number with another hash is another history. */
  readonly sealNumber: string;
  readonly hash: string;
  /** The last instruction that clearing was given. Ids rise with time (UUID version 7). */
  readonly instructionId?: string;
}

/** Where a database stands, besides what a mark names. */
export interface Position {
  readonly recoveries: number;
  readonly sealNumber: string;
  readonly hash: string;
  /** The hash of the seal that the mark names; null where there is none. */
  readonly hashAtMark: string | null;
  readonly knowsInstruction: boolean;
}

/** What a database lacks of what was noted; undefined where it lacks nothing. A mark of before a recovery says nothing any more. */
export function lackOf(mark: Mark | undefined, at: Position): string | undefined {
  if (!mark || mark.recoveries < at.recoveries) return undefined;
  if (mark.recoveries > at.recoveries) return `Recovery ${mark.recoveries} had ended, and the database knows of ${at.recoveries}.`;
  if (BigInt(mark.sealNumber) > BigInt(at.sealNumber))
    return `The record of writes ends at seal ${at.sealNumber}, and had come to ${mark.sealNumber}.`;
  if (mark.sealNumber !== '0' && at.hashAtMark !== mark.hash)
    return `Seal ${mark.sealNumber} of the record of writes is another one than was noted.`;
  return at.knowsInstruction ? undefined : `Clearing was given the instruction ${mark.instructionId}, and the database does not know it.`;
}

/** The one of two marks that had come further, with the later instruction of both. */
export function further(one: Mark | undefined, other: Mark | undefined): Mark | undefined {
  if (!one || !other) return one ?? other;
  if (one.recoveries !== other.recoveries) return one.recoveries > other.recoveries ? one : other;
  const ahead = BigInt(one.sealNumber) >= BigInt(other.sealNumber) ? one : other;
  const [instructionId] = [one.instructionId, other.instructionId]
    .filter((id) => id !== undefined)
    .sort()
    .reverse();
  return { ...ahead, ...(instructionId !== undefined && { instructionId }) };
}

/** The mark of a file; undefined where there is none yet. */
export function readMark(file: string): Mark | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Mark;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** Replaces the file as a whole; it is on the disk when this returns. */
export function writeMark(file: string, mark: Mark): void {
  const beside = `${file}.${process.pid}`;
  const opened = openSync(beside, 'w', 0o600);
  try {
    writeSync(opened, JSON.stringify(mark));
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
  renameSync(beside, file);
  const folder = openSync(dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
