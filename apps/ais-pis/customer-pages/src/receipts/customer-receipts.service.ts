import { Injectable } from '@nestjs/common';
import { inclusionProof, readLeaf, type ReadReceipt } from '@open-banking/receipts';
import { SigningKeys } from '@open-banking/commands';
import { Database } from '@open-banking/database';
import { ReceiptHeadsService, nodesOf } from '@open-banking/ais-pis-receipts';
import { gapsOfDay, leavesOfDay, namesOfClients, neighbouringDays, type LeafRow } from './customer-receipts.statements.js';
import { ReceiptSubjectsService, type Subjects } from './receipt-subjects.service.js';

/** Receipts of one page at least, where the day has as many, and leaves of one file. */
const pageSize = 100;
const fileSize = 1_000;

/** A receipt as its customer reads it. */
export interface ShownReceipt extends Subjects {
  readonly at: Date;
  readonly clientName: string;
  readonly operation: string;
}

export interface ReceiptsOfDay {
  readonly receipts: readonly ShownReceipt[];
  /** How many receipts of the day are lost at most, of all customers. */
  readonly lost: number;
  readonly before: string | null;
  readonly after: string | null;
  /** The `after` of the next page. */
  readonly next?: number;
}

const read = <Value>(text: string): Value => JSON.parse(text) as Value;

/** What customers see and download of the log of receipts: their own, and what was lost. */
@Injectable()
export class CustomerReceiptsService {
  constructor(
    private readonly database: Database,
    private readonly heads: ReceiptHeadsService,
    private readonly keys: SigningKeys,
    private readonly subjects: ReceiptSubjectsService,
  ) {}

  async ofDay(psuId: string, day: string, after: number): Promise<ReceiptsOfDay> {
    const [rows, gaps, days] = await Promise.all([
      this.database.rows(leavesOfDay, psuId, day, after, Number.MAX_SAFE_INTEGER, pageSize),
      this.database.rows(gapsOfDay, day, Number.MAX_SAFE_INTEGER),
      this.database.row(neighbouringDays, psuId, day),
    ]);
    const { receipts, last } = onePage(rows);
    const [names, subjectsOf] = await Promise.all([
      this.database.rows(namesOfClients, [...new Set(receipts.map(({ client }) => client))]),
      this.subjects.subjectsFor(psuId, receipts),
    ]);
    return {
      receipts: receipts.map((receipt) => ({
        at: receipt.at,
        clientName: names.find(({ clientId }) => clientId === receipt.client)?.name ?? receipt.client,
        operation: receipt.operation,
        ...subjectsOf(receipt),
      })),
      lost: gaps.map(({ leaf }) => read<{ lost: [number, number] }>(leaf).lost).reduce((sum, [first, end]) => sum + end - first + 1, 0),
      before: days?.before ?? null,
      after: days?.after ?? null,
      ...(last !== undefined && (rows.length === pageSize || last !== rows.at(-1)!.index) && { next: last }),
    };
  }

  /** The customer's receipts of a day with their proofs, at most 1,000 leaves after a place; undefined where the day has none of anybody. */
  async file(psuId: string, day: string, after: number): Promise<object | undefined> {
    const head = await this.heads.current(day);
    if (!head) return undefined;
    const node = nodesOf(this.database, day);
    const proved = ({ index, leaf, opening }: LeafRow) =>
      inclusionProof(node, index, head.size).then((proof) => ({
        index,
        leaf,
        ...(opening !== null && { opening }),
        proof: proof.map((hash) => hash.toString('base64url')),
      }));
    const rows = await this.database.rows(leavesOfDay, psuId, day, after, head.size, fileSize);
    const gaps = await this.database.rows(gapsOfDay, day, head.size);
    const [receipts, lost] = [await inTurn(rows, proved), await inTurn(gaps, proved)];
    return {
      about: 'Receipts of what third parties read and of what you approved. Each leaf is in the tree of RFC 9162 that the head signs.',
      customer: psuId,
      day,
      after,
      ...(rows.length === fileSize && { next: rows.at(-1)!.index }),
      head: head.jws,
      receipts,
      lost,
      keys: await this.keys.published(),
    };
  }
}

/** The receipts of the first leaves that have enough for a page, in the order of their times, and the place of the last of these leaves. */
function onePage(rows: readonly LeafRow[]): { receipts: ReadReceipt[]; last?: number } {
  const receipts: ReadReceipt[] = [];
  let last: number | undefined;
  for (const { index, leaf, opening } of rows) {
    if (receipts.length >= pageSize) break;
    receipts.push(...(readLeaf(leaf, opening)?.receipts ?? []));
    last = index;
  }
  receipts.sort((one, other) => one.at.getTime() - other.at.getTime());
  return { receipts, ...(last !== undefined && { last }) };
}

async function inTurn<Row, Result>(rows: readonly Row[], work: (row: Row) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (const row of rows) results.push(await work(row));
  return results;
}
