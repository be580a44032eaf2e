import { Injectable } from '@nestjs/common';
import type { RecordedReceipts } from '@open-banking/access';
import { append, gapLeafOf, leafHash, leafOf, openingOf, type Receipt, type ReceiptGap } from '@open-banking/access/receipts';
import { BankClock, Database, type Transaction } from '@open-banking/database';
import { RecurringWork } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { ReceiptStore } from '@open-banking/service';
import { storedLevels, subtreesIn } from './receipt-tree.js';
import { growDay, insertLeaves, insertNodes, keepProcess, lockDay, lockProcess, silentProcesses } from './receipts.statements.js';

interface Leaf {
  readonly leaf: string;
  readonly psuId: string | null;
  readonly opening: string | null;
}

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

  /** Appends what is new of a batch; numbers that were left out are a gap. The same batch again changes nothing. */
  async record(batch: RecordedReceipts): Promise<{ readonly nextNumber: number }> {
    const { processId, service, reservedTo, ends } = batch;
    refuseRagged(batch);
    return this.database.transaction(async (tx) => {
      const { nextNumber, heardAt } = (await tx.row(lockProcess, processId, service))!;
      const { leaves, next } = leavesOf(processId, receiptsOf(batch), nextNumber, heardAt);
      await this.appendAll(tx, leaves);
      await tx.rows(keepProcess, processId, next, Math.max(next, reservedTo), !ends);
      return { nextNumber: next };
    });
  }

  /** A process that was killed is not heard of again: what it had not sent is said to be lost. */
  @RecurringWork('note-lost-receipts', { everyMs: 60_000 })
  async noteLost(silentFor = silentMs): Promise<void> {
    const now = new Date();
    await this.database.transaction(async (tx) => {
      const silent = await tx.rows(silentProcesses, new Date(now.getTime() - silentFor));
      await this.appendAll(
        tx,
        silent.map(({ processId, nextNumber, reservedTo, heardAt }) =>
          gap(processId, { first: nextNumber, last: reservedTo - 1, since: heardAt, until: now }),
        ),
      );
      // Should it come back after all, it goes on where it was.
      for (const { processId, nextNumber, reservedTo } of silent) await tx.rows(keepProcess, processId, nextNumber, reservedTo, false);
    });
  }

  /** One batch after the other: the day's row is locked. */
  private async appendAll(tx: Transaction, leaves: readonly Leaf[]): Promise<void> {
    if (leaves.length === 0) return;
    const { day, size, peaks } = (await tx.row(lockDay, this.clock.dayOf(new Date())))!;
    const subtrees = subtreesIn(peaks);
    const hashes = leaves.map(({ leaf }) => leafHash(leaf));
    const nodes: { level: number; position: number; hash: Buffer }[] = [];
    hashes.forEach((hash, at) => {
      append(subtrees, size + at, hash, (level, position, completed) => {
        if (level > 0 && level % storedLevels === 0) nodes.push({ level, position, hash: completed });
      });
    });
    const column = <Name extends keyof Leaf>(name: Name): Leaf[Name][] => leaves.map((one) => one[name]);
    await tx.rows(insertLeaves, day, size, column('leaf'), hashes, column('psuId'), column('opening'));
    if (nodes.length > 0)
      await tx.rows(
        insertNodes,
        day,
        nodes.map(({ level }) => level),
        nodes.map(({ position }) => position),
        nodes.map(({ hash }) => hash),
      );
    await tx.rows(growDay, day, size + leaves.length, Buffer.concat(subtrees));
  }
}

function leavesOf(processId: string, receipts: readonly Receipt[], nextNumber: number, since: Date): { leaves: Leaf[]; next: number } {
  const leaves: Leaf[] = [];
  let next = nextNumber;
  for (const receipt of receipts) {
    if (receipt.number < next) continue;
    if (receipt.number > next) leaves.push(gap(processId, { first: next, last: receipt.number - 1, since, until: new Date() }));
    const opening = openingOf(receipt);
    leaves.push({ leaf: leafOf(processId, receipt, opening), psuId: receipt.psuId || null, opening });
    next = receipt.number + 1;
  }
  return { leaves, next };
}

function refuseRagged({ numbers, at, clientId, operation, psuId, consentId, resource }: RecordedReceipts): void {
  const columns = [at, clientId, operation, psuId, consentId, resource];
  if (columns.some(({ length }) => length !== numbers.length))
    throw new Refusal([{ code: 'FORMAT_ERROR', path: '/receipts', text: 'All columns must be of one length.' }]);
}

const gap = (processId: string, lost: ReceiptGap): Leaf => ({ leaf: gapLeafOf(processId, lost), psuId: null, opening: null });

const receiptsOf = ({ numbers, at, clientId, operation, psuId, consentId, resource }: RecordedReceipts): Receipt[] =>
  numbers.map((number, place) => ({
    number,
    at: at[place]!,
    clientId: clientId[place]!,
    operation: operation[place]!,
    psuId: psuId[place]!,
    consentId: consentId[place]!,
    resource: resource[place]!,
  }));
