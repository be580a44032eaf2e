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
  readonly wireOf: (drawn: Drawn) => Wire;
  readonly judged: (wire: Wire, answer: Answer) => readonly string[];
  /** Milliseconds within which each answer must come; where it is absent they are only reported. */
  readonly mostMs?: number | undefined;
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

class WrongAnswer extends Error {}

/** Sends random requests one after the other, until one is answered wrongly: that one is made as small as it can be. */
export async function run<Drawn>({
  baseUrl,
  cases,
  seed,
  drawn,
  wireOf,
  judged,
  mostMs = Infinity,
  perAddress = Infinity,
}: Campaign<Drawn>): Promise<Report> {
  let connection = new RawConnection(baseUrl);
  const statuses = new Map<number, number>();
  let sent = 0;
  let slowestMs = 0;
  let smallest = '';
  const property = fc.asyncProperty(drawn, async (one) => {
    const wire = wireOf(one);
    if (sent % perAddress === perAddress - 1) {
      connection.close();
      connection = new RawConnection(baseUrl, ownAddress());
    }
    let answer = await connection.send(wire);
    // A machine that stands still answers 503 or 504. What is wrong is so the next time, too; where time is judged, nothing is sent again.
    for (let again = 0; mostMs === Infinity && again < 3 && [503, 504].includes(answer.status); again += 1) {
      await pause(1_000 * (again + 1));
      answer = await connection.send(wire);
    }
    sent += 1;
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    slowestMs = Math.max(slowestMs, answer.elapsedMs);
    const faults = [...judged(wire, answer), ...(answer.elapsedMs > mostMs ? [`took ${Math.round(answer.elapsedMs)} ms`] : [])];
    if (faults.length === 0) return;
    smallest = `${faults.join('\n')}\n${curlLine(baseUrl, wire)}\nanswered ${answer.status} ${answer.body.toString().slice(0, 400)}`;
    throw new WrongAnswer(faults[0]);
  });
  // A failing request is tried in smaller forms for so long.
  const result = await fc.check(property, { numRuns: cases, seed, maxSkipsPerRun: 0, interruptAfterTimeLimit: 3_600_000 });
  connection.close();
  const error = result.errorInstance;
  const failure = result.failed ? (error instanceof WrongAnswer ? smallest : String(error)) : undefined;
  const shown =
    failure && `${failure}\nseed ${seed}, path ${result.counterexamplePath}; drawn: ${fc.stringify(result.counterexample).slice(0, 1_500)}`;
  return { sent, statuses: Object.fromEntries([...statuses].sort()), slowestMs, ...(shown !== undefined && { failure: shown }) };
}

/** Runs them, so many at a time, in their order. */
export async function some<T, R>(items: readonly T[], atOnce: number, runOne: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const left = items.map((item, at) => [item, at] as const);
  const worker = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) results[next[1]] = await runOne(next[0]);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
