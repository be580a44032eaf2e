import { createHash } from 'node:crypto';
import { exampleBank } from '@open-banking/sandbox/example-calls';

const instant = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/;
const nowMs = Date.parse(exampleBank.now);
const runMs = 2 * 3_600_000;
const maxEntries = 3;

/** A UUID of version 4 that is the same in every run. */
export function steadyId(replaceIn: string): string {
  const hex = createHash('sha256').update(`${exampleBank.seed}/${replaceIn}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Puts values that are the same in every run in the place of those that a run makes anew: its ids and address, cursors,
 * and the instant of a call. What the demo bank is made from does not change, and is left as it is.
 */
export class SteadyValues {
  readonly #ids = new Map<string, string>();

  constructor(readonly baseUrl: string) {}

  /** From now on this id of the run is written as the id of that name. */
  name(id: string, name: string): void {
    this.#ids.set(id, steadyId(name));
  }

  of<T>(value: T): T {
    if (typeof value === 'string') return this.#text(value) as T;
    if (Array.isArray(value)) return value.map((entry) => this.of(entry as unknown)) as T;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, this.of(inner as unknown)])) as T;
  }

  #text(text: string): string {
    if (instant.test(text) && Math.abs(Date.parse(text) - nowMs) < runMs) return exampleBank.now;
    const known = [...this.#ids].reduce((so, [id, steady]) => so.replaceAll(id, steady), text);
    return known.replaceAll(this.baseUrl, 'http://127.0.0.1:8080').replace(/cursor=[^&]+/, 'cursor=ZXhhbXBsZQ');
  }
}

/** A long list of objects shows its first entries: an example is read, not computed with. Balances are of different types, so all are shown. */
export function shortened(value: unknown, max = maxEntries): unknown {
  if (Array.isArray(value)) return (typeof value[0] === 'object' ? value.slice(0, max) : value).map((entry: unknown) => shortened(entry));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, shortened(inner, name === 'balances' ? Number.POSITIVE_INFINITY : maxEntries)]),
  );
}
