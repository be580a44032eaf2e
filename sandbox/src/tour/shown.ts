import type { Answered } from '../third-party/exchange.js';

const print = (text = ''): void => {
  process.stdout.write(`${text}\n`);
};
const longestText = 88;

/** A headline of the story, and a sentence about what follows. */
export function chapter(title: string, about: string): void {
  print(`\n\x1b[1m${title}\x1b[0m\n${about}`);
}

export const remark = (text: string): void => {
  print(`\n  ${text}`);
};

export function asked(method: string, address: string, body?: unknown): void {
  print(`\n  -> ${method} ${address}`);
  if (body !== undefined) print(indented(shortened(body)));
}

export function answered({ status, body }: Pick<Answered, 'status' | 'body'>): void {
  print(`  <- ${status}`);
  if (body !== undefined) print(indented(shortened(body)));
}

const indented = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .split('\n')
    .map((line) => `     ${line}`)
    .join('\n');

/** Long lists and texts cut: this is to be read. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.length > longestText ? `${value.slice(0, longestText)}…` : value;
  if (Array.isArray(value)) return value.length > 1 ? [shortened(value[0]), `… and ${value.length - 1} more`] : value.map(shortened);
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, shortened(of)]));
  return value;
}
