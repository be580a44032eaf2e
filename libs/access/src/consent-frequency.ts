import { Refusal } from '@open-banking/messages';
import { inCode, parametersOf, type Operation } from '@open-banking/spec';
import type { Principal } from './principal.js';

const dayMs = 86_400_000;
/** How long after the first page of a list the others are free. */
const pagesFreeMs = 300_000;

/** An unattended read, which its consent permits so many times in any 24 hours. Times are the bank's. */
export interface CountedRead {
  readonly consentId: string;
  readonly operation: string;
  /** The ids of the resource that is read; empty for a list. */
  readonly resource: string;
  readonly perDay: number;
  readonly at: Date;
  /** All reads of then, in milliseconds since 1970: whatever is read counts as read so often. */
  readonly usedUpAt?: number;
}

type Row = Pick<Operation, 'id' | 'path' | 'formats' | 'token'>;
type Params = Readonly<Record<string, string>>;

/** The read that must be counted, or undefined: where no account data is read, the customer is there, or a list just goes on. */
export function countedRead(row: Row, { consent, attended, at }: Principal, params: Params, listBegan?: Date): CountedRead | undefined {
  if (!row.token?.consent || !consent || attended) return undefined;
  if (listBegan && at.getTime() - listBegan.getTime() < pagesFreeMs) return undefined;
  const { id: consentId, frequencyPerDay: perDay, readsUsedUpAt: usedUpAt } = consent;
  return { consentId, operation: row.id, resource: resourceOf(row, params), perDay, at, ...(usedUpAt !== undefined && { usedUpAt }) };
}

/** Numbers without leading zeros: `0012` and `12` are one branch, and one resource. */
const resourceOf = ({ path, formats }: Row, params: Params): string =>
  parametersOf(path)
    .map((name) => (formats?.[name]?.kind === 'digits' ? params[inCode(name)]!.replace(/^0+(?=.)/, '') : params[inCode(name)]!))
    .join('-');

/** The times of reads, oldest first, with this one added and those of 24 hours ago gone. 429 where the consent permits no more. */
export function withRead(before: readonly Date[], { perDay, at, usedUpAt = -Infinity }: CountedRead): Date[] {
  if (at.getTime() - usedUpAt < dayMs) throw usedUp(perDay, at, usedUpAt + dayMs);
  const recent = before.filter((time) => at.getTime() - time.getTime() < dayMs);
  if (recent.length < perDay) return [...recent, at];
  throw usedUp(perDay, at, recent[recent.length - perDay]!.getTime() + dayMs);
}

function usedUp(perDay: number, at: Date, freesMs: number): Refusal {
  const seconds = Math.ceil((freesMs - at.getTime()) / 1_000);
  const frees = new Date(at.getTime() + seconds * 1_000).toISOString().replace(/\.\d+/, '');
  const text =
    `The consent permits ${perDay === 1 ? 'one read' : `${perDay} reads`} of this in 24 hours while the customer is away, and the number is used up; ` +
    `it is free again at ${frees}, in ${seconds} s. With PSU-IP-Address, while the customer is there, it can be read.`;
  return new Refusal([{ code: 'ACCESS_EXCEEDED', text }], { perDay }, { retryAfterSeconds: seconds });
}

/** Reads older than this count no more. */
export const countedSince = (now: Date): Date => new Date(now.getTime() - dayMs);
