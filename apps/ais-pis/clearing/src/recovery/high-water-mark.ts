import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** The position of the audit, recorded outside the database. */
export interface HighWaterMark {
  /** Number of recoveries that had ended by then. */
  readonly recoveries: number;
  /** The last seal of the audit and its hash (hex). The same number with a different hash means a different history. */
  readonly sealNumber: string;
  readonly hash: string;
  /** The last instruction given to clearing. Ids increase with time (UUID version 7). */
  readonly instructionId?: string;
}

/** The position of the database, compared with a mark. */
export interface DatabasePosition {
  readonly recoveries: number;
  readonly sealNumber: string;
  readonly hash: string;
  /** The hash of the seal with the mark's number; null if there is none. */
  readonly hashAtMark: string | null;
  /** The last seal that was moved into an archive with its row; '0': none. */
  readonly archivedTo: string;
  readonly knowsInstruction: boolean;
}

/** Describes what the database lacks compared with the mark; undefined if nothing. A mark from before a recovery is ignored. */
export function gapBehind(mark: HighWaterMark | undefined, at: DatabasePosition): string | undefined {
  if (!mark || mark.recoveries < at.recoveries) return undefined;
  if (mark.recoveries > at.recoveries) return `Recovery ${mark.recoveries} had ended, but the database contains only ${at.recoveries}.`;
  if (BigInt(mark.sealNumber) > BigInt(at.sealNumber))
    return `The audit ends at seal ${at.sealNumber}, but had reached seal ${mark.sealNumber}.`;
  // A seal inside an archive cannot be compared any more. The mark is at most a second old while ais-pis runs.
  const isKept = mark.sealNumber !== '0' && (at.hashAtMark !== null || BigInt(mark.sealNumber) > BigInt(at.archivedTo));
  if (isKept && at.hashAtMark !== mark.hash) return `Seal ${mark.sealNumber} of the audit differs from the recorded one.`;
  return at.knowsInstruction ? undefined : `Clearing was given instruction ${mark.instructionId}, but the database does not contain it.`;
}

/** The more advanced of two marks, with the later instruction of both. */
export function furthest(one: HighWaterMark | undefined, other: HighWaterMark | undefined): HighWaterMark | undefined {
  if (!one || !other) return one ?? other;
  if (one.recoveries !== other.recoveries) return one.recoveries > other.recoveries ? one : other;
  const ahead = BigInt(one.sealNumber) >= BigInt(other.sealNumber) ? one : other;
  const [instructionId] = [one.instructionId, other.instructionId]
    .filter((id) => id !== undefined)
    .sort()
    .reverse();
  return { ...ahead, ...(instructionId !== undefined && { instructionId }) };
}

/** Reads the mark from a file; undefined if the file does not exist. */
export function readMark(file: string): HighWaterMark | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as HighWaterMark;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** Replaces the file atomically; it is on disk when this returns. */
export function writeMark(file: string, mark: HighWaterMark): void {
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
