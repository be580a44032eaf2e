import { Injectable } from '@nestjs/common';
import { customerIn, type RecordedReceipts, gapLeafOf, leafHash, ReceiptStore } from '@open-banking/receipts';
import { BankClock, Database, type Transaction } from '@open-banking/database';
import { RecurringWork } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { appendLeaves } from './receipt-tree.js';
import {
  beginDay,
  beginProcess,
  growDay,
  hearProcess,
  insertNodes,
  isAnySilent,
  keepProcess,
  lockDay,
  lockProcess,
  silentProcesses,
  type DayRow,
} from './receipts.statements.js';

/** Leaves of receipts as they are stored: the texts a line each, whose they are, and their hashes. */
interface Leaves {
  readonly lines: string;
  /** An array of PostgreSQL as text. */
  readonly psuIds: string;
  readonly hashes: readonly Buffer[];
}

const none: Leaves = { lines: '', psuIds: '{}', hashes: [] };

/** A process says that it lives every 20 s. */
const silentMs = 90_000;

/** The log of receipts of all services: one tree a day, on real time. */
@Injectable()
export class ReceiptLogService extends ReceiptStore {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
  ) {
    super();
  }

  /** Appends a batch; numbers that were left out before it are a gap. The same batch again changes nothing. */
  async record({ processId, service, reservedTo, ends, first, count, leaves }: RecordedReceipts): Promise<{ readonly nextNumber: number }> {
    if (count === 0) return (await this.database.write(hearProcess, processId, service, reservedTo, !ends))[0]!;
    const hashed = hashedLeaves(leaves);
    return this.database.transaction(async (tx) => {
      const day = await this.lockedDay(tx);
      const { nextNumber, heardAt } = await lockedProcess(tx, processId, service);
      const isKnown = first + count <= nextNumber;
      if (first < nextNumber && !isKnown)
        throw new Refusal([
          { code: 'FORMAT_ERROR', path: '/1', text: `first must be ${nextNumber} at least, or the batch one that is known.` },
        ]);
      const lost = { first: nextNumber, last: first - 1, since: heardAt, until: new Date() };
      if (!isKnown) await append(tx, day, first > nextNumber ? [gapLeafOf(processId, lost)] : [], hashed);
      const next = Math.max(nextNumber, first + count);
      await tx.rows(keepProcess, processId, next, Math.max(next, reservedTo), !ends);
      return { nextNumber: next };
    });
  }

  /** A process that was killed is not heard of again: what it had not sent is said to be lost. */
  @RecurringWork('note-lost-receipts', { everyMs: 60_000 })
  async noteLost(silentFor = silentMs): Promise<void> {
    const now = new Date();
    const before = new Date(now.getTime() - silentFor);
    if (!(await this.database.row(isAnySilent, before))) return;
    await this.database.transaction(async (tx) => {
      const day = await this.lockedDay(tx);
      const silent = await tx.rows(silentProcesses, before);
      const gaps = silent.map(({ processId, nextNumber, reservedTo, heardAt }) =>
        gapLeafOf(processId, { first: nextNumber, last: reservedTo - 1, since: heardAt, until: now }),
      );
      if (gaps.length > 0) await append(tx, day, gaps, none);
      // Should it come back after all, it goes on where it was.
      for (const { processId, nextNumber, reservedTo } of silent) await tx.rows(keepProcess, processId, nextNumber, reservedTo, false);
    });
  }

  /** One batch after the other. The day is locked before any process: two copies of a batch would otherwise wait for each other. */
  private async lockedDay(tx: Transaction): Promise<DayRow> {
    const day = this.clock.dayOf(new Date());
    return (await tx.row(lockDay, day)) ?? (await tx.rows(beginDay, day), (await tx.row(lockDay, day))!);
  }
}

async function lockedProcess(tx: Transaction, processId: string, service: string): Promise<{ nextNumber: number; heardAt: Date }> {
  const known = await tx.row(lockProcess, processId);
  if (known) return known;
  await tx.rows(beginProcess, processId, service);
  return (await tx.row(lockProcess, processId))!;
}

function hashedLeaves(lines: string): Leaves {
  const leaves = lines.split('\n');
  const psuIds = `{${leaves.map((leaf) => customerIn(leaf) ?? 'null').join(',')}}`;
  return { lines, psuIds, hashes: leaves.map(leafHash) };
}

async function append(tx: Transaction, day: DayRow, gaps: readonly string[], { lines, psuIds, hashes }: Leaves): Promise<void> {
  const added = [...gaps.map(leafHash), ...hashes];
  const { peaks, nodes } = appendLeaves(day, added);
  await tx.rows(growDay, day.day, day.size, gaps, psuIds, Buffer.concat(added), day.size + added.length, peaks, lines);
  if (nodes.length === 0) return;
  await tx.rows(
    insertNodes,
    day.day,
    nodes.map(({ level }) => level),
    nodes.map(({ position }) => position),
    nodes.map(({ hash }) => hash),
  );
}
