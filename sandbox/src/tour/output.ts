import { createInterface, type Interface } from 'node:readline';
import { styleText } from 'node:util';
import type { HttpResponse } from '@open-banking/operator-client';
import { TourTranscript } from './transcript.js';

export const transcript = new TourTranscript();
const now = (): number => performance.now();
const maxTextLength = 88;

function print(text = ''): void {
  process.stdout.write(`${text}\n`);
  transcript.add(text);
}

/** Reads the lines with which the reader goes on; undefined where the tour does not wait. */
let input: { readonly reader: Interface; readonly lines: AsyncIterator<string> } | undefined;

/** From now on the tour waits for Enter before each chapter but the first. Where the input ends, it goes on by itself. */
export function waitBetweenChapters(): void {
  const reader = createInterface({ input: process.stdin });
  input = { reader, lines: reader[Symbol.asyncIterator]() };
}

/** Prints a chapter heading and a sentence about what follows. Codes for bold type go to terminals alone, and not with NO_COLOR. */
export async function chapter(title: string, about: string): Promise<void> {
  if (input && transcript.chapters.length > 0) {
    transcript.end(now());
    process.stdout.write('\n[Enter] goes on. ');
    const { done } = await input.lines.next();
    if (done === true) input = undefined;
  }
  transcript.begin(title, about, now());
  process.stdout.write(`\n${styleText('bold', title, { stream: process.stdout })}\n${about}\n`);
}

/** Prints how many requests each chapter made, and how long it took. */
export function printSummary(): void {
  transcript.end(now());
  input?.reader.close();
  process.stdout.write(`\n${transcript.table().join('\n')}\n`);
}

export const remark = (text: string): void => {
  print(`\n  ${text}`);
};

export function printRequest(method: string, address: string, body?: unknown): void {
  print(`\n  -> ${method} ${address}`);
  if (body !== undefined) print(indented(shortened(body)));
}

export function printResponse({ status, body }: Pick<HttpResponse, 'status' | 'body'>): void {
  transcript.answered(status);
  print(`  <- ${status}`);
  if (body !== undefined) print(indented(shortened(body)));
}

const indented = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .split('\n')
    .map((line) => `     ${line}`)
    .join('\n');

/** Shortens long lists and texts for reading. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.length > maxTextLength ? `${value.slice(0, maxTextLength)}…` : value;
  if (Array.isArray(value)) return value.length > 1 ? [shortened(value[0]), `… and ${value.length - 1} more`] : value.map(shortened);
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, shortened(of)]));
  return value;
}
