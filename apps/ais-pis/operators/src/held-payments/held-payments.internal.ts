import { Injectable } from '@nestjs/common';
import { AuditService } from '@open-banking/commands';
import {
  type HeldPaymentPage,
  HeldPaymentRefusal,
  HeldPaymentRelease,
  heldPaymentsContracts,
  HeldPaymentsQuery,
  type InternalRequest,
  ServesInternal,
} from '@open-banking/contracts';
import { Database, type Transaction } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { heldPaymentsInternal, type Operation } from '@open-banking/spec';
import { CheckAnswersService, type CheckDecision, lockHeldCheck } from '@open-banking/ais-pis-payments';
import { ProposalsService, type Act, type Alongside, type Performed } from '../proposals/proposals.service.js';
import { listHeldPayments, paymentExists } from './held-payments.statements.js';

const pageSize = 200;
const { releaseHeldPayment, refuseHeldPayment } = heldPaymentsInternal;

/** What waits for a person: one operator proposes to release or to refuse it, and another one approves. */
@Injectable()
export class HeldPaymentsInternal {
  constructor(
    private readonly database: Database,
    private readonly answers: CheckAnswersService,
    private readonly audit: AuditService,
    private readonly proposals: ProposalsService,
  ) {
    const check = ({ subject }: Act): Promise<unknown> => this.held(database, subject);
    proposals.carriesOut(releaseHeldPayment, {
      concerns: 'always',
      check,
      perform: (act, alongside) => this.decide(releaseHeldPayment, act, alongside, { state: 'ALLOWED', by: 'operator' }),
    });
    proposals.carriesOut(refuseHeldPayment, {
      concerns: 'always',
      check,
      perform: (act, alongside) => {
        const { reason = 'MS03' } = act.body as HeldPaymentRefusal;
        return this.decide(refuseHeldPayment, act, alongside, { state: 'REFUSED', by: 'operator', reason });
      },
    });
  }

  @ServesInternal(heldPaymentsContracts.listHeldPayments)
  async list({ body: { paymentId, after } }: InternalRequest<HeldPaymentsQuery>): Promise<HeldPaymentPage> {
    const payments = await this.database.rows(listHeldPayments, paymentId ?? null, after ?? null, pageSize);
    return { payments, ...(payments.length === pageSize && { next: payments.at(-1)!.checkId }) };
  }

  @ServesInternal(heldPaymentsContracts.releaseHeldPayment)
  release({ params: { paymentId = '' }, body, operator = '' }: InternalRequest<HeldPaymentRelease>): Promise<Performed> {
    return this.proposals.perform(releaseHeldPayment, { subject: paymentId, body, operator });
  }

  @ServesInternal(heldPaymentsContracts.refuseHeldPayment)
  refuse({ params: { paymentId = '' }, body, operator = '' }: InternalRequest<HeldPaymentRefusal>): Promise<Performed> {
    return this.proposals.perform(refuseHeldPayment, { subject: paymentId, body, operator });
  }

  private async held(queries: Pick<Transaction, 'row'>, paymentId: string) {
    const check = await queries.row(lockHeldCheck, paymentId);
    if (check) return check;
    if (!(await queries.row(paymentExists, paymentId)))
      throw new Refusal([{ code: 'RESOURCE_UNKNOWN', path: 'paymentId', text: 'This bank has no such payment.' }]);
    throw new Refusal([{ code: 'STATUS_INVALID', text: 'This payment is not held: it never was, was decided, or cancelled.' }]);
  }

  /** It is executed, or rejected, by its own job as soon as this is committed; its facts are compared again there. */
  private decide(
    { id }: Pick<Operation, 'id'>,
    { subject, operator }: Act,
    alongside: Alongside,
    decision: CheckDecision,
  ): Promise<{ state: string }> {
    return this.database.transaction(async (tx) => {
      await this.answers.decide(tx, await this.held(tx, subject), decision);
      await this.audit.record(tx, { operation: id, operator, subject });
      await alongside(tx);
      return { state: decision.state };
    });
  }
}
