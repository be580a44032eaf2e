import { Injectable } from '@nestjs/common';
import { AuditService } from '@open-banking/commands';
import { ClearingOutcome, type InternalRequest, scenariosContracts, ServesInternal } from '@open-banking/contracts';
import { BankClock, Database } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { scenariosInternal } from '@open-banking/spec';
import { planReturn } from '@open-banking/ais-pis-clearing';
import { developerHash } from '@open-banking/ais-pis-directory';
import { paymentStatusAt } from '@open-banking/ais-pis-payments';
import { clearedPayment, lockDevelopersPayment, setClearingAnswer, type ClearedPayment } from './clearing-answers.statements.js';

/** How other banks answer payments of a developer's clients: as the developer says, before the operator's rules. Sandbox only. */
@Injectable()
export class ClearingAnswersService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly audit: AuditService,
  ) {}

  /**
   * The payment's row is locked, as by its execution: what is written here clearing finds with the instruction. A payment that clearing has
   * been told of already can still come back.
   */
  @ServesInternal(scenariosContracts.setClearingOutcome)
  async set({ params: { developerId = '', paymentId = '' }, body }: InternalRequest<ClearingOutcome>): Promise<object> {
    const { answer, reason } = body;
    await this.database.transaction(async (tx) => {
      if (!(await tx.row(lockDevelopersPayment, developerHash(developerId), paymentId)))
        throw new Refusal('RESOURCE_UNKNOWN', { paymentId });
      const payment = (await tx.row(clearedPayment, paymentId))!;
      this.refuseLate(payment, answer);
      await tx.rows(setClearingAnswer, paymentId, answer, reason);
      if (payment.instructionId !== null && answer === 'returned')
        await tx.rows(planReturn, payment.instructionId, reason, this.clock.now());
      await this.audit.record(tx, { operation: scenariosInternal.setClearingOutcome.id, clientId: payment.clientId, subject: paymentId });
    });
    return {};
  }

  private refuseLate(payment: ClearedPayment, answer: string): void {
    const status = paymentStatusAt(payment, this.clock.now());
    if (['RJCT', 'CANC', 'ACCC'].includes(status)) throw stateInvalid(`The payment is ${status}: no other bank will answer it.`);
    if (payment.instructionState === 'RETURNED') throw stateInvalid('The payment has come back.');
    if (payment.instructionId !== null && answer === 'rejected')
      throw stateInvalid('Clearing has the payment already: say "rejected" before the customer approves it, or "returned".');
  }
}

const stateInvalid = (text: string): Refusal => new Refusal([{ code: 'STATUS_INVALID', text }]);
