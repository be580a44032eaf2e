import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { npmStart, runUntil, settingsIn } from '../start/npm-start.js';

const edited = 'apps/cards/src/cards/cards.service.ts';
/** The list of cards, and the list without any: both can be seen in the answer. */
const [all, none] = ['return { cards: cards.map(', 'return { cards: cards.slice(0, 0).map('] as const;
const pollMs = 20;
const longestMs = 120_000;

/** Asks until an answer is as wanted; what answers meanwhile may be a service that starts, or none. */
async function untilAnswered({ url, headers }: Call, isWanted: (cards: readonly unknown[]) => boolean): Promise<void> {
  for (const since = performance.now(); ;) {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
    const answer = (await response?.json().catch(() => undefined)) as { readonly cards?: readonly unknown[] } | undefined;
    if (answer?.cards && isWanted(answer.cards)) return;
    if (performance.now() - since > longestMs)
      throw new Error(`The answer did not change within ${longestMs / 1_000} s: ${response?.status} ${JSON.stringify(answer)}`);
    await pause(pollMs);
  }
}

interface Call {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The call that `nx serve` prints to be pasted. */
function printedCall(printed: string): Call {
  const url = /curl -sS '([^']+)'/.exec(printed)![1]!;
  const headers = [...printed.matchAll(/-H '([^:']+): ([^']*)'/g)].map(([, name, value]) => [name!, value!]);
  return { url, headers: Object.fromEntries(headers) as Call['headers'] };
}

/**
 * Runs `nx serve cards` in a checkout with packages, saves a changed file of cards again and again, and returns the seconds from each save
 * until the answer is that of the new code. The file is as it was afterwards.
 */
export async function editToAnswer(checkout: string, folder: string, edits: number): Promise<number[]> {
  const file = join(checkout, edited);
  const original = readFileSync(file, 'utf8');
  if (!original.includes(all)) throw new Error(`${file} has no line with "${all}"`);
  const bank = join(folder, 'serve');
  mkdirSync(bank);
  const settings = await settingsIn(bank);
  // The customers are there before `nx serve` prints a call of one of them; not each commit waits for them itself.
  await (await npmStart(checkout, settings)).stop();
  const serving = await runUntil(/curl -sS '[^\n]+\n/, ['npx', 'nx', 'serve', 'cards'], checkout, settings);
  try {
    const call = printedCall(serving.printed());
    await untilAnswered(call, (cards) => cards.length > 0);
    const seconds: number[] = [];
    for (let edit = 0; edit < edits; edit += 1) {
      const empty = edit % 2 === 0;
      const saved = performance.now();
      writeFileSync(file, empty ? original.replace(all, none) : original);
      await untilAnswered(call, (cards) => (cards.length === 0) === empty);
      seconds.push((performance.now() - saved) / 1_000);
    }
    return seconds;
  } finally {
    await serving.stop();
    writeFileSync(file, original);
    rmSync(bank, { recursive: true, force: true });
  }
}
