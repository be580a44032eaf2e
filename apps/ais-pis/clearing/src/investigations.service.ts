import { Injectable } from '@nestjs/common';
import { AuditService, type BackgroundWorker, type WorkerContext } from '@open-banking/commands';
import { clearingContracts, ClearingResolution, type InternalRequest, ServesInternal } from '@open-banking/contracts';
import { BankClock, Database, type Transaction } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { clearingInternal } from '@open-banking/spec';
import { ClearingService } from '@open-banking/ais-pis-payments';
import { ProposalsService, type Act, type Alongside, type Performed } from '@open-banking/ais-pis-operators';
import { instructionState } from './clearing-file.statements.js';
import { reasonFor } from './clearing.messages.js';
import { countInvestigations, insertResolution, resolutionOf, settleContradiction } from './investigations.statements.js';

interface Resolved {
  readonly state: string;
  readonly reason: string | null;
  readonly note: string;
  readonly operator: string;
  readonly alongside: Alongside;
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
    private readonly proposals: ProposalsService,
  ) {
    proposals.carriesOut(clearingInternal.resolveInstruction, {
      concerns: 'money',
      check: ({ subject }) => this.checkLate(subject),
      perform: (act, alongside) => this.resolveNow(act, alongside),
    });
  }

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
  @ServesInternal(clearingContracts.resolveInstruction)
  async resolve({ params: { instructionId = '' }, body, operator = '' }: InternalRequest<ClearingResolution>): Promise<Performed> {
    reasonFor(body);
    return this.proposals.perform(clearingInternal.resolveInstruction, { subject: instructionId, body, operator });
  }

  private async resolveNow({ subject, body, operator }: Act, alongside: Alongside): Promise<{ state: string }> {
    await this.checkLate(subject);
    const resolution = body as ClearingResolution;
    const { note } = resolution;
    const state = resolution.answer === 'accepted' ? 'ACCEPTED' : 'REJECTED';
    const resolved = { state, reason: reasonFor(resolution), note, operator, alongside };
    if (!(await this.end(subject, resolved))) await this.again(subject, resolved);
    return { state };
  }

  private async checkLate(instructionId: string): Promise<void> {
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
  }

  private end(instructionId: string, { state, reason, note, operator, alongside }: Resolved): Promise<boolean> {
    const record = async (tx: Transaction, subject: string): Promise<void> => {
      await tx.rows(insertResolution, instructionId, state, reason, note, this.clock.now());
      await this.audit.record(tx, { operation: clearingInternal.resolveInstruction.id, operator, subject });
      await alongside(tx);
    };
    return reason === null ? this.clearing.accepted(instructionId, record) : this.clearing.rejected(instructionId, reason, record);
  }

  private async again(instructionId: string, { state, note, operator, alongside }: Resolved): Promise<void> {
    const resolution = await this.database.row(resolutionOf, instructionId);
    if (!resolution)
      throw new Refusal([{ code: 'STATUS_INVALID', text: 'Clearing has already answered this instruction; there is nothing to resolve.' }]);
    if (resolution.state !== state)
      throw new Refusal([{ code: 'STATUS_INVALID', text: `The instruction is already resolved as ${resolution.state}.` }]);
    await this.database.transaction(async (tx) => {
      const settled = await tx.row(settleContradiction, instructionId, note, this.clock.now());
      if (settled) await this.audit.record(tx, { operation: clearingInternal.resolveInstruction.id, operator, subject: settled.paymentId });
      await alongside(tx);
    });
  }
}
