import { setTimeout as pause } from 'node:timers/promises';
import type { Terminal } from './command.js';
import { type Sandbox, TemporaryError } from './sandbox.js';

/** 43,200 requests a day, of the 50,000 that the operation allows. */
const everyMs = 2_000;
/** The ids that are remembered: the bank returns the entries of the last ten seconds again. */
const maxSeen = 10_000;

interface Entry {
  readonly entryId: string;
}

const isEntry = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Entry>).entryId === 'string';

/** The ids of entries that were seen; the oldest are forgotten. */
class SeenIds {
  readonly #ids = new Set<string>();

  /** Returns true if the id is new. */
  add(id: string): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    if (this.#ids.size > maxSeen) this.#ids.delete(this.#ids.values().next().value!);
    return true;
  }
}

/** The entries of one answer of the bank, without those that were seen. */
export interface Batch<T> {
  readonly entries: readonly T[];
  /** The first answer: the latest entries, from before the command. */
  readonly isFirst: boolean;
}

/** A log of the sandbox that is fetched again and again: the bank does not call this machine. */
export class FollowedLog<T extends Entry> {
  constructor(
    private readonly sandbox: Sandbox,
    private readonly path: string,
    /** The member of the answer that has the entries. */
    private readonly member: string,
    private readonly clientId: string | undefined,
  ) {}

  /** The latest entries, the oldest first. */
  async latest(): Promise<readonly T[]> {
    return (await this.page(undefined)).entries;
  }

  /** The latest entries, and what comes after them until the command is stopped. A bank that is away is asked again. */
  async *follow({ note, stopped }: Terminal): AsyncGenerator<Batch<T>, void> {
    const seen = new SeenIds();
    let cursor: string | undefined;
    let isAway = false;
    while (!stopped.aborted) {
      try {
        const isFirst = cursor === undefined;
        const page = await this.page(cursor);
        ({ cursor } = page);
        if (isAway) note('The bank answers again.');
        isAway = false;
        yield { entries: page.entries.filter(({ entryId }) => seen.add(entryId)), isFirst };
        await rest(everyMs, stopped);
      } catch (error) {
        if (!(error instanceof TemporaryError) || cursor === undefined) throw error;
        if (!isAway) note(`${error.message} Trying on.`);
        isAway = true;
        await rest(error.waitMs, stopped);
      }
    }
  }

  private async page(after: string | undefined): Promise<{ readonly entries: readonly T[]; readonly cursor: string }> {
    const answer = await this.sandbox.get<Readonly<Record<string, unknown>> | null | undefined>(this.path, {
      after,
      clientId: this.clientId,
    });
    const entries = answer?.[this.member];
    const cursor = answer?.['cursor'];
    if (!Array.isArray(entries) || !entries.every(isEntry) || typeof cursor !== 'string') throw this.sandbox.unlikeABank();
    return { entries: entries as T[], cursor };
  }
}

/** Waits, or less where the command is stopped. */
const rest = (ms: number, signal: AbortSignal): Promise<void> => pause(ms, undefined, { signal }).catch(() => undefined);
