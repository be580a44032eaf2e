import { createHash } from 'node:crypto';
import {
  aroundFaultPoint,
  isRefusedByTrigger,
  OutcomeUnknown,
  purgeAll,
  TransactionConflict,
  type Database,
  type Transaction,
} from '@open-banking/database';
import { Answer, RecurringWork, type RequestContext } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import type { Operation } from '@open-banking/spec';
import type { AuditService } from './audit/audit.service.js';
import type { CommandSettings } from './commands.settings.js';
import {
  answeredCommand,
  awaitLock,
  forgetAnswers,
  resetTimeouts,
  keepAnswer,
  setLockTimeout,
  tryLock,
  type AnsweredRow,
} from './commands.statements.js';
import type { WriteStatement, WrittenArgs } from './write-at-once.js';

/** Who writes. */
export interface CommandActor {
  readonly clientId: string;
  readonly psuId?: string;
}

/** What a write has done: its answer, and the id of what was written, for the record. */
export interface CommandResult<Body> {
  readonly answer: Answer<Body>;
  readonly subject?: string;
}

/** A write in one statement, with the answer and the id that are right if it is made. */
export interface WriteAtOnce<Body, Args extends readonly unknown[]> {
  readonly statement: WriteStatement<Args>;
  readonly args: Args;
  readonly result: CommandResult<Body> & { readonly subject: string };
  /** Its fault point. */
  readonly point: string;
}

type Row = Pick<Operation, 'id' | 'method'>;
type CommandRequest = Pick<RequestContext, 'requestId' | 'path' | 'rawBody' | 'psuHeaders'>;
type Key = [clientId: string, operation: string, requestId: string];
type KeyedRequest = CommandRequest & { readonly key: Key; readonly bodySha256: Buffer };

const nothing = Buffer.alloc(0);
const repeatIt =
  'The outcome of this request is unknown: it may have taken effect. Repeat it with the same X-Request-ID and body: it takes effect once, and is then answered.';
const headersJson = ({ headers }: Answer): string => JSON.stringify(headers);
const bodyJson = ({ body }: Answer): string | null => (body === undefined ? null : JSON.stringify(body));
const usualStatus = ({ method }: Row): number => (method === 'POST' ? 201 : 204);

/** How a write is done once, and recorded: with its record and the answer kept for its copies, in one transaction. */
export class CommandsService {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditService,
    private readonly settings: Pick<CommandSettings, 'answerDays'>,
  ) {}

  /**
   * Does `work` once for a client's X-Request-ID. A copy gets the first one's answer, waiting up to 2 s for it; the same
   * id with another path or body is 409. What `work` throws undoes everything and leaves no key. `atOnce` is the same in one
   * statement, for the usual case: where it writes nothing, `work` finds out why.
   */
  async once<Body, Args extends readonly unknown[] = []>(
    writer: CommandActor,
    row: Row,
    asked: CommandRequest,
    work: (tx: Transaction) => Promise<CommandResult<Body>>,
    atOnce?: WriteAtOnce<Body, Args>,
  ): Promise<Answer<Body>> {
    const key: Key = [writer.clientId, row.id, asked.requestId.toLowerCase()];
    const { path, rawBody } = asked;
    const bodySha256 = createHash('sha256')
      .update(rawBody ?? nothing)
      .digest();
    try {
      if (atOnce && (await this.writtenAtOnce(writer, row, { ...asked, key, bodySha256 }, atOnce))) return atOnce.result.answer;
      return await this.database.transaction(async (tx) => {
        await lockIdempotencyKey(tx, key);
        const first = await tx.row(answeredCommand, ...key, this.settings.answerDays);
        if (first) return this.replayed(first, path, bodySha256) as Answer<Body>;
        const result = await work(tx);
        await this.keep(tx, writer, row, { ...asked, key, bodySha256 }, result);
        return result.answer;
      });
    } catch (error) {
      throw error instanceof OutcomeUnknown ? new OutcomeUnknown(error.detail, repeatIt) : error;
    }
  }

  private async keep(
    tx: Transaction,
    { clientId, psuId }: CommandActor,
    row: Row,
    { key, path, bodySha256, requestId, psuHeaders }: KeyedRequest,
    { answer, subject }: CommandResult<unknown>,
  ): Promise<void> {
    const status = answer.status ?? usualStatus(row);
    await tx.rows(keepAnswer, ...key, path, bodySha256, status, headersJson(answer), bodyJson(answer));
    await this.audit.record(tx, { operation: row.id, clientId, psuId, requestId, path, bodySha256, psuHeaders, status, subject });
  }

  /** False, without a change, if the statement has found something else than the usual case. */
  private async writtenAtOnce<Args extends readonly unknown[]>(
    { psuId }: CommandActor,
    row: Row,
    { key, path, bodySha256, psuHeaders }: KeyedRequest,
    { statement, args, result, point }: WriteAtOnce<unknown, Args>,
  ): Promise<boolean> {
    const { answer, subject } = result;
    const written: WrittenArgs = [
      ...key,
      this.settings.answerDays,
      path,
      bodySha256,
      answer.status ?? usualStatus(row),
      headersJson(answer),
      bodyJson(answer),
      psuId ?? null,
      this.audit.digestsOf(psuHeaders),
      subject,
    ];
    try {
      return await aroundFaultPoint(point, subject, async () => (await this.database.write(statement, ...written, ...args)).length > 0);
    } catch (error) {
      // A trigger refuses a statement whatever it would write. A copy gets its answer all the same.
      if (isRefusedByTrigger(error)) return false;
      throw error;
    }
  }

  /** Forgets answers older than they are kept; returns how many. */
  @RecurringWork('forget-answers', { everyMs: 3_600_000 })
  forget(): Promise<number> {
    return purgeAll(this.database, forgetAnswers, this.settings.answerDays);
  }

  private replayed({ path, bodySha256, status, headers, body }: AnsweredRow, askedPath: string, askedSha256: Buffer): Answer {
    if (path !== askedPath || !bodySha256.equals(askedSha256)) {
      throw new Refusal([
        {
          code: 'STATUS_INVALID',
          path: 'X-Request-ID',
          text: `This X-Request-ID was used for another request within the last ${this.settings.answerDays} days; use a new one.`,
        },
      ]);
    }
    return new Answer(body === null ? undefined : (JSON.parse(body) as unknown), headers, status);
  }
}

/** Nobody else works on this key until the transaction ends. */
async function lockIdempotencyKey(tx: Transaction, key: Key): Promise<void> {
  const { free } = (await tx.row(tryLock, ...key))!;
  if (free) return;
  await tx.rows(setLockTimeout);
  try {
    await tx.rows(awaitLock, ...key);
  } catch (error) {
    // A deadlock is not the first request still running: the transaction is run again.
    if (!(error instanceof Refusal) || error instanceof TransactionConflict) throw error;
    throw new Refusal(
      [
        {
          code: 'STATUS_INVALID',
          path: 'X-Request-ID',
          text: 'A request with this X-Request-ID is still in progress; send it again later.',
        },
      ],
      error.detail,
      { retryAfterSeconds: 1 },
    );
  }
  await tx.rows(resetTimeouts);
}
