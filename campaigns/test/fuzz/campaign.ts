import { setTimeout as pause } from 'node:timers/promises';
import fc, { type Arbitrary } from 'fast-check';
import { ownAddress } from '@open-banking/testing';
import { RawConnection, type Answer } from './connection.js';
import { curlLine, type Wire } from './draft.js';

/** What is sent, and how often. The same seed and bank give the same requests. */
export interface Campaign<Drawn> {
  readonly baseUrl: string;
  readonly cases: number;
  readonly seed: number;
  readonly drawn: Arbitrary<Drawn>;
  /** Sent thereafter as they are, until one has done its work, where chance has drawn none that has. */
  readonly plain?: readonly Drawn[];
  readonly wireOf: (drawn: Drawn) => Wire;
  readonly judged: (wire: Wire, answer: Answer) => readonly string[];
  /** Milliseconds within which each answer must come; where it is absent they are only reported. */
  readonly maxMs?: number | undefined;
  /** Limits by address: so many requests are sent from one, then another one is taken. */
  readonly perAddress?: number;
}

export interface Report {
  readonly sent: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly slowestMs: number;
  /** The smallest request found that is answered wrongly, and how to send it again. */
  readonly failure?: string;
}

type Statuses = Report['statuses'];

export const hasSucceeded = (statuses: Statuses): boolean => Object.keys(statuses).some((status) => status.startsWith('2'));
/** A form that has done its work leads on. */
export const hasDone = (statuses: Statuses): boolean => hasSucceeded(statuses) || '303' in statuses;

class WrongAnswer extends Error {}

/** Sends random requests one after the other, until one is answered wrongly: that one is made as small as it can be. */
export async function run<Drawn>({
  baseUrl,
  cases,
  seed,
  drawn,
  plain = [],
  wireOf,
  judged,
  maxMs = Infinity,
  perAddress = Infinity,
}: Campaign<Drawn>): Promise<Report> {
  let connection = new RawConnection(baseUrl);
  const statuses = new Map<number, number>();
  let sent = 0;
  let slowestMs = 0;
  let smallest = '';
  const send = async (one: Drawn): Promise<void> => {
    const wire = wireOf(one);
    if (sent % perAddress === perAddress - 1) {
      connection.close();
      connection = new RawConnection(baseUrl, ownAddress());
    }
    let answer = await connection.send(wire);
    // A machine that stands still answers 503 or 504. What is wrong is so the next time, too; where time is judged, nothing is sent again.
    for (let again = 0; maxMs === Infinity && again < 3 && [503, 504].includes(answer.status); again += 1) {
      await pause(1_000 * (again + 1));
      answer = await connection.send(wire);
    }
    sent += 1;
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    slowestMs = Math.max(slowestMs, answer.elapsedMs);
    const faults = [...judged(wire, answer), ...(answer.elapsedMs > maxMs ? [`took ${Math.round(answer.elapsedMs)} ms`] : [])];
    if (faults.length === 0) return;
    smallest = `${faults.join('\n')}\n${curlLine(baseUrl, wire)}\nanswered ${answer.status} ${answer.body.toString().slice(0, 400)}`;
    throw new WrongAnswer(faults[0]);
  };
  // A failing request is tried in smaller forms for so long.
  const result = await fc.check(fc.asyncProperty(drawn, send), {
    numRuns: cases,
    seed,
    maxSkipsPerRun: 0,
    interruptAfterTimeLimit: 3_600_000,
  });
  const counts = (): Statuses => Object.fromEntries([...statuses].sort());
  const failure = result.failed
    ? `${shown(result.errorInstance, smallest)}\nseed ${seed}, path ${result.counterexamplePath}; drawn: ${fc.stringify(result.counterexample).slice(0, 1_500)}`
    : await sentUntil(() => hasDone(counts()), plain, send).catch((error: unknown) => shown(error, smallest));
  connection.close();
  return { sent, statuses: counts(), slowestMs, ...(failure !== undefined && { failure }) };
}

const shown = (error: unknown, smallest: string): string => (error instanceof WrongAnswer ? smallest : String(error));

async function sentUntil<Drawn>(isEnough: () => boolean, ones: readonly Drawn[], send: (one: Drawn) => Promise<void>): Promise<undefined> {
  for (const one of ones) if (!isEnough()) await send(one);
}

/** Runs them, so many at a time, in their order. */
export async function some<T, R>(items: readonly T[], concurrency: number, runOne: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const left = items.map((item, at) => [item, at] as const);
  const worker = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) results[next[1]] = await runOne(next[0]);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return results;
}
