import type { HttpResponse } from '@open-banking/operator-client';

const print = (text = ''): void => {
  process.stdout.write(`${text}\n`);
};
const maxTextLength = 88;

/** Prints a chapter heading and a sentence about what follows. */
export function chapter(title: string, about: string): void {
  print(`\n\x1b[1m${title}\x1b[0m\n${about}`);
}

export const remark = (text: string): void => {
  print(`\n  ${text}`);
};

export function printRequest(method: string, address: string, body?: unknown): void {
  print(`\n  -> ${method} ${address}`);
  if (body !== undefined) print(indented(shortened(body)));
}

export function printResponse({ status, body }: Pick<HttpResponse, 'status' | 'body'>): void {
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
