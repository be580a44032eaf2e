import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, retryUntilAvailable, serviceKey } from '@open-banking/database';
import type { WorkerContext, BackgroundWorker } from '@open-banking/commands';
import { RecurringWork } from '@open-banking/http';
import { furthest, gapBehind, readMark, writeMark, type HighWaterMark } from './high-water-mark.js';
import { RecoverySettings } from './recovery.settings.js';
import { beginRecovery, lockMark, position, type PositionRow } from './recovery.statements.js';

const behind = { event: 'the database is behind its high-water mark: no money moves until openbank recover has ended' };
/** A restored database is noticed within a second. */
const pollIntervalMs = 900;
/** How long a starting service waits for its database. */
const startTimeoutMs = 15_000;
/** A mark is recorded only at this age: with `synchronous_commit = off` a crash may lose the last 0.6 s of commits (three times wal_writer_delay). */
const settledAfterMs = 1_000;

/**
 * Detects that the database is behind the high-water mark recorded outside it: before the first request, and then within
 * a second. An open recovery is a row, so it holds for every replica at once; while it is open the database refuses to move money.
 */
@Injectable()
export class RecoveryWatchService implements OnModuleInit, BackgroundWorker {
  #report: WorkerContext['report'] = () => undefined;
  #base: string | undefined;
  #open = false;
  #seen: { readonly mark: HighWaterMark; readonly at: number }[] = [];
  #instructionId: string | undefined;

  constructor(
    private readonly database: Database,
    private readonly settings: RecoverySettings,
  ) {}

  /** Whether a recovery was open at the last check. */
  get isOpen(): boolean {
    return this.#open;
  }

  /** Path prefix of the files about this database; undefined if none are kept. Copies and restores of the database share it. */
  get base(): string | undefined {
    return this.#base;
  }

  async onModuleInit(): Promise<void> {
    const { highWaterDir } = this.settings;
    if (!highWaterDir) return;
    mkdirSync(highWaterDir, { recursive: true, mode: 0o700 });
    await retryUntilAvailable(
      async () => {
        const id = createHash('sha256')
          .update(await serviceKey(this.database, 'cursors'))
          .digest('hex')
          .slice(0, 16);
        this.#base = join(highWaterDir, id);
        await this.look();
      },
      { timeoutMs: startTimeoutMs },
    );
  }

  async startWork({ report, gauge }: WorkerContext): Promise<void> {
    if (this.#base === undefined)
      report({ event: 'no high-water mark is kept: HIGH_WATER_DIR is not set, so a restored backup will not be detected' });
    if (this.#open) report(behind);
    gauge({ name: 'openbank_recovery_open', help: '1 while a restored database is being recovered and no money moves.', labels: [] }, () =>
      Promise.resolve([{ labels: {}, value: Number(this.#open) }]),
    );
    this.#report = report;
  }

  /** Must have ended before instructions are given to clearing: afterwards, a database without the last one is behind. */
  async noteInstruction(instructionId: string | undefined): Promise<void> {
    if (this.#base === undefined || this.#open || instructionId === undefined || this.#hasNoted(instructionId)) return;
    await this.#record((mark) => mark && furthest(mark, { ...mark, instructionId }));
    if (!this.#hasNoted(instructionId)) this.#instructionId = instructionId;
  }

  /** Compares the mark with the database and advances it. */
  @RecurringWork('compare-high-water-mark', { everyMs: pollIntervalMs })
  async look(): Promise<void> {
    const mark = this.#mark();
    const at = (await this.database.row(position, mark?.sealNumber ?? '0', mark?.instructionId ?? null))!;
    const lack = at.open === null ? gapBehind(mark, at) : undefined;
    if (lack !== undefined) await this.database.rows(beginRecovery, lack, new Date());
    this.#noteState(at.open !== null || lack !== undefined);
    if (!this.#open) await this.#advance(mark, at);
  }

  #noteState(isOpen: boolean): void {
    if (isOpen && !this.#open) this.#report(behind);
    this.#open = isOpen;
  }

  #hasNoted(instructionId: string): boolean {
    return (this.#instructionId ?? '') >= instructionId;
  }

  #mark(): HighWaterMark | undefined {
    return this.#base === undefined ? undefined : readMark(`${this.#base}.json`);
  }

  async #advance(mark: HighWaterMark | undefined, { recoveries, sealNumber, hash }: PositionRow): Promise<void> {
    if (this.#base === undefined) return;
    const now = performance.now();
    const seen: HighWaterMark = { recoveries, sealNumber, hash };
    this.#seen.push({ mark: seen, at: now });
    const settled = this.#seen.findLast(({ at }) => now - at >= settledAfterMs);
    if (settled) this.#seen = this.#seen.slice(this.#seen.indexOf(settled));
    const next = (known: HighWaterMark | undefined): HighWaterMark =>
      !known || known.recoveries < recoveries ? seen : furthest(known, settled?.mark)!;
    if (differ(next(mark), mark)) await this.#record(next);
  }

  /**
   * Replaces the mark by what follows from the present one. Replicas may share the file, so a lock of the database is held from
   * reading to writing: without it, a replica overwrites what another one has recorded since it read.
   */
  async #record(next: (mark: HighWaterMark | undefined) => HighWaterMark | undefined): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.rows(lockMark);
      const mark = this.#mark();
      const following = next(mark);
      if (following && differ(following, mark)) writeMark(`${this.#base!}.json`, following);
    });
  }
}

const differ = (one: HighWaterMark, other: HighWaterMark | undefined): boolean => JSON.stringify(one) !== JSON.stringify(other);
