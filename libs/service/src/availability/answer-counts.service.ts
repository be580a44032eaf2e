import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { BankClock, Database } from '@open-banking/database';
import { RecurringWork } from '@open-banking/http';
import { productClassOf, type Operation } from '@open-banking/spec';
import { addAnswers } from './availability.statements.js';

/** Bounds of the buckets in milliseconds: above 10 ms each is at most 28 % more than the one before (Renard series R10). */
const bounds = [
  ...[1, 2, 3, 4, 5, 6, 8],
  ...[10, 100, 1_000, 10_000].flatMap((decade) => [1, 1.25, 1.6, 2, 2.5, 3.2, 4, 5, 6.3, 8].map((step) => Math.ceil(step * decade))),
];

interface Bucket {
  readonly day: string;
  readonly productClass: string;
  readonly upToMs: number;
  answers: number;
  errors: number;
  totalMs: number;
}

const everyMs = 10_000;
const countedKinds = new Set<Operation['kind']>(['business', 'metadata']);

/**
 * Counts the answers to the specification's operations and adds them to the service's database every ten seconds. A process that is
 * killed loses what it has counted since.
 */
@Injectable()
export class AnswerCountsService implements OnApplicationShutdown {
  #buckets = new Map<string, Bucket>();

  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
  ) {}

  /** Counts an answer. The day is the real one, wherever a sandbox has moved the bank's clock to. */
  count(operation: Operation | undefined, status: number, elapsedMs: number): void {
    if (!operation || !countedKinds.has(operation.kind)) return;
    const upToMs = bounds.find((bound) => elapsedMs <= bound) ?? bounds.at(-1)!;
    const day = this.clock.dayOf(new Date());
    this.#add({ day, productClass: productClassOf(operation), upToMs, answers: 1, errors: status >= 500 ? 1 : 0, totalMs: elapsedMs });
  }

  /** Counts that could not be stored wait for the next run. */
  @RecurringWork('store-answer-counts', { everyMs })
  async store(): Promise<void> {
    const taken = [...this.#buckets.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, bucket]) => bucket);
    if (taken.length === 0) return;
    this.#buckets = new Map();
    const column = <Name extends keyof Bucket>(name: Name): Bucket[Name][] => taken.map((bucket) => bucket[name]);
    try {
      await this.database.rows(
        addAnswers,
        column('day'),
        column('productClass'),
        column('upToMs'),
        column('answers'),
        column('errors'),
        column('totalMs'),
      );
    } catch (error) {
      for (const bucket of taken) this.#add(bucket);
      throw error;
    }
  }

  /** Called after the last answer and before the database is closed. */
  async onApplicationShutdown(): Promise<void> {
    await this.store().catch(() => undefined);
  }

  #add(counted: Bucket): void {
    const key = `${counted.day} ${counted.productClass} ${String(counted.upToMs).padStart(6, '0')}`;
    const known = this.#buckets.get(key);
    if (!known) return void this.#buckets.set(key, { ...counted });
    known.answers += counted.answers;
    known.errors += counted.errors;
    known.totalMs += counted.totalMs;
  }
}
