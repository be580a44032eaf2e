import { Injectable } from '@nestjs/common';
import { AuditService, type BackgroundWorker, type WorkerContext } from '@open-banking/commands';
import { BankClock, Database, type Transaction } from '@open-banking/database';
import { ServesInternal, type InternalRequest } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { clearingInternal } from '@open-banking/spec';
import { ClearingService } from '../payments/execution/clearing.service.js';
import { instructionState } from './clearing-file.statements.js';
import { ClearingResolution, reasonFor } from './clearing.messages.js';
import { countInvestigations, insertResolution, resolutionOf, settleContradiction } from './investigations.statements.js';

interface Resolved {
  readonly state: string;
  readonly reason: string | null;
  readonly note: string;
  readonly operator?: string;
}

/**
 * Instructions whose answer from clearing is late. Lateness needs no job: readers compare `answerBy` with the bank's clock.
 * An investigation ends with an operator's resolution or with clearing's own answer, whichever comes first.
 */
@Injectable()
export class InvestigationsService implements BackgroundWorker {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly clearing: ClearingService,
    private readonly audit: AuditService,
  ) {}

  async startWork({ gauge }: Pick<WorkerContext, 'gauge'>): Promise<void> {
    gauge(
      {
        name: 'openbank_clearing_investigations',
        help: "Instructions that clearing did not answer within their scheme's time (open), and answers that contradict an operator's resolution (contradicted).",
        labels: ['payment_product', 'state'],
      },
      async () =>
        (await this.database.rows(countInvestigations, this.clock.now(), this.clock.today())).map(({ product, state, count }) => ({
          labels: { payment_product: product, state },
          value: count,
        })),
    );
  }

  /** Idempotent. Repeating a resolution only settles a contradicting answer of clearing, if there is one. */
  @ServesInternal(clearingInternal.resolveInstruction, { body: ClearingResolution })
  async resolve({ params: { instructionId = '' }, body, operator }: InternalRequest<ClearingResolution>): Promise<{ state: string }> {
    const reason = reasonFor(body);
    const found = await this.database.row(instructionState, instructionId);
    if (!found) throw new Refusal('RESOURCE_UNKNOWN');
    if (found.state === 'INSTRUCTED' && found.answerBy > this.clock.now()) {
      throw new Refusal([
        {
          code: 'STATUS_INVALID',
          text: `Clearing may answer until ${found.answerBy.toISOString()}; an operator can resolve the instruction after that.`,
        },
      ]);
    }
    const state = body.answer === 'accepted' ? 'ACCEPTED' : 'REJECTED';
    if (!(await this.end(instructionId, { state, reason, note: body.note, operator })))
      await this.again(instructionId, state, body.note, operator);
    return { state };
  }

  private end(instructionId: string, { state, reason, note, operator }: Resolved): Promise<boolean> {
    const record = async (tx: Transaction, subject: string): Promise<void> => {
      await tx.rows(insertResolution, instructionId, state, reason, note, this.clock.now());
      await this.audit.record(tx, { operation: clearingInternal.resolveInstruction.id, operator, subject });
    };
    return reason === null ? this.clearing.accepted(instructionId, record) : this.clearing.rejected(instructionId, reason, record);
  }

  private async again(instructionId: string, state: string, note: string, operator?: string): Promise<void> {
    const resolution = await this.database.row(resolutionOf, instructionId);
    if (!resolution)
      throw new Refusal([{ code: 'STATUS_INVALID', text: 'Clearing has already answered this instruction; there is nothing to resolve.' }]);
    if (resolution.state !== state)
      throw new Refusal([{ code: 'STATUS_INVALID', text: `The instruction is already resolved as ${resolution.state}.` }]);
    await this.database.transaction(async (tx) => {
      const settled = await tx.row(settleContradiction, instructionId, note, this.clock.now());
      if (settled) await this.audit.record(tx, { operation: clearingInternal.resolveInstruction.id, operator, subject: settled.paymentId });
    });
  }
}
