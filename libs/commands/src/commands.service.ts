import { createHash } from 'node:crypto';
import { OutcomeUnknown, TransactionConflict, type Database, type Transaction } from '@open-banking/database';
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

type Row = Pick<Operation, 'id' | 'method'>;
type CommandRequest = Pick<RequestContext, 'requestId' | 'path' | 'rawBody' | 'psuHeaders'>;
type Key = [clientId: string, operation: string, requestId: string];

const nothing = Buffer.alloc(0);
const repeatIt =
  'The outcome of this request is unknown: it may have taken effect. Repeat it with the same X-Request-ID and body: it takes effect once, and is then answered.';
const usualStatus = ({ method }: Row): number => (method === 'POST' ? 201 : 204);

/** How a write is done once, and recorded: with its record and the answer kept for its copies, in one transaction. */
export class CommandsService {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditService,
    private readonly settings: CommandSettings,
  ) {}

  /**
   * Does `work` once for a client's X-Request-ID. A copy gets the first one's answer, waiting up to 2 s for it; the same
   * id with another path or body is 409. What `work` throws undoes everything and leaves no key.
   */
  once<Body>(
    writer: CommandActor,
    row: Row,
    asked: CommandRequest,
    work: (tx: Transaction) => Promise<CommandResult<Body>>,
  ): Promise<Answer<Body>> {
    const key: Key = [writer.clientId, row.id, asked.requestId.toLowerCase()];
    const { path, rawBody, psuHeaders } = asked;
    const bodySha256 = createHash('sha256')
      .update(rawBody ?? nothing)
      .digest();
    return this.database
      .transaction(async (tx) => {
        await lockIdempotencyKey(tx, key);
        const first = await tx.row(answeredCommand, ...key, this.settings.answerDays);
        if (first) return this.replayed(first, path, bodySha256) as Answer<Body>;
        const { answer, subject } = await work(tx);
        const status = answer.status ?? usualStatus(row);
        await tx.rows(
          keepAnswer,
          ...key,
          path,
          bodySha256,
          status,
          JSON.stringify(answer.headers),
          answer.body === undefined ? null : JSON.stringify(answer.body),
        );
        await this.audit.record(tx, {
          operation: row.id,
          clientId: writer.clientId,
          psuId: writer.psuId,
          requestId: asked.requestId,
          path,
          bodySha256,
          psuHeaders,
          status,
          subject,
        });
        return answer;
      })
      .catch((error: unknown) => {
        throw error instanceof OutcomeUnknown ? new OutcomeUnknown(error.detail, repeatIt) : error;
      });
  }

  /** Forgets answers older than they are kept; returns how many. */
  @RecurringWork('forget-answers', { everyMs: 3_600_000 })
  async forget(): Promise<number> {
    let forgotten = 0;
    for (;;) {
      const { length } = await this.database.rows(forgetAnswers, this.settings.answerDays);
      forgotten += length;
      if (length < 1_000) return forgotten;
    }
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
