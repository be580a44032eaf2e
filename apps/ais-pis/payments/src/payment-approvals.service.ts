import type { Blocked, Offer, PaymentFacts, OfferBalance } from '@open-banking/pages';
import { Injectable } from '@nestjs/common';
import { isApprovedByOwners } from '@open-banking/access';
import { ApprovalBlocked, Approvals, type ApprovalRequest, type ApprovalSubject } from '@open-banking/issuer';
import { JobsService } from '@open-banking/commands';
import { BankClock, Database, markFaultPoint, type Transaction } from '@open-banking/database';
import { isUuid } from '@open-banking/http';
import { WhenDue } from '@open-banking/service';
import { CalendarService } from '@open-banking/ais-pis-ledger';
import { refuseOptedOut, refuseStopped } from '@open-banking/ais-pis-directory';
import type { PayeeCheck } from './payee/payee-check.js';
import { PayeeVerificationService } from './payee/payee-verification.service.js';
import { creditorIban } from './payee/creditor.js';
import { executePayment } from './execute-payment.js';
import { cutOffOn } from './execution-day.js';
import {
  findPayment,
  holdersOf,
  insertPaymentApproval,
  lockOverdue,
  lockPayment,
  payerBalances,
  payersOf,
  paymentTimes,
  awaitSecondPaymentApproval,
  type PaymentToApprove,
} from './payment-approvals.statements.js';
import { paymentTerms } from './payment-terms.js';
import { PaymentStateMachine, type PaymentApproval } from './payment-state-machine.service.js';
import { paymentPhase, paymentStatusAt, waitsForFirst, type PaymentTimes, type TransactionStatus } from './payment.js';
import { PaymentSettings } from './payments.settings.js';
import { accountByIban } from './payments.statements.js';
import { PaymentProducts } from './payment-products.js';

/** Overdue payments rejected per transaction. */
const batchSize = 200;

/** Approvals of payments at the payments issuer. */
@Injectable()
export class PaymentApprovalsService extends Approvals<PaymentFacts> {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly calendar: CalendarService,
    private readonly stateMachine: PaymentStateMachine,
    private readonly jobs: JobsService,
    private readonly payees: PayeeVerificationService,
    private readonly settings: PaymentSettings,
    private readonly products: PaymentProducts,
  ) {
    super();
  }

  /** A payment's token only reads its status, so it stays usable after the payment has ended. */
  async find(id: string, clientId: string): Promise<ApprovalSubject | undefined> {
    const payment = isUuid(id) ? await this.database.row(paymentTimes, id, clientId) : undefined;
    return (
      payment && {
        id,
        state: paymentPhase(this.paymentStatus(payment)),
        readable: true,
        ...(payment.approveBy && { answerBy: payment.approveBy }),
      }
    );
  }

  async facts({ id, clientId, psuId }: ApprovalRequest): Promise<PaymentFacts> {
    const found = await this.database.row(findPayment, id, clientId);
    if (!found) throw new ApprovalBlocked('state');
    const iban = creditorIban(found.request.creditorAccount);
    const [accounts, creditor, calendar] = await Promise.all([
      this.database.rows(payersOf, psuId),
      iban === undefined ? undefined : this.database.row(accountByIban, iban),
      this.calendar.current(this.database),
    ]);
    const payment: PaymentToApprove = { ...found, creditorAccountId: creditor?.accountId ?? null };
    const facts = paymentTerms({
      payment,
      scheme: this.products.schemeOfPayment(payment.product),
      status: this.paymentStatus(payment),
      psuId,
      accounts,
      now: { today: this.clock.today(), time: this.clock.timeOf(this.clock.now()) },
      calendar,
    });
    return facts.blocked ? facts : { ...facts, ...(await this.payeeOf(payment, facts, psuId, iban)) };
  }

  override async balances({ psuId }: ApprovalRequest, { offers }: PaymentFacts): Promise<Readonly<Record<string, OfferBalance>>> {
    const rows = await this.database.rows(
      payerBalances,
      psuId,
      offers.map(({ resourceId }) => resourceId),
    );
    return Object.fromEntries(
      rows.map(({ accountId, currency, booked, available }) => [
        `ais-pis:${accountId}`,
        { booked: { currency, amount: booked }, available: { currency, amount: available } },
      ]),
    );
  }

  async approve(
    tx: Transaction,
    { id, clientId, psuId }: ApprovalRequest,
    facts: PaymentFacts,
    chosen: readonly Offer[],
  ): Promise<'complete' | 'partial'> {
    await refuseOptedOut(tx, psuId);
    await refuseStopped(tx, clientId, 'PSP_PI');
    const payment = await this.lock(tx, id, clientId);
    const [payer] = chosen;
    if (!payment || !payer) throw new ApprovalBlocked(facts.blocked ?? 'state');
    const status = this.paymentStatus(payment);
    const blocked = facts.blocked ?? blockedIn(status, payment.approvers.includes(psuId), facts.second);
    if (blocked) throw new ApprovalBlocked(blocked);
    if (payment.approvers.includes(psuId)) return status === 'PATC' ? 'partial' : 'complete';
    const { executionDate, second } = facts;
    const approval = { psuId, debtorAccountId: payer.resourceId, fee: facts.fee.amount, executionDate };
    const holders = await tx.rows(holdersOf, payer.resourceId);
    if (isApprovedByOwners(holders, [...payment.approvers, psuId])) return this.whole(tx, payment, approval);
    return second ? this.further(tx, payment, psuId) : this.partly(tx, payment, approval, facts);
  }

  async refuse(tx: Transaction, request: ApprovalRequest): Promise<void> {
    const payment = await this.lock(tx, request.id, request.clientId);
    const status = payment && this.paymentStatus(payment);
    if (status === undefined || !(waitsForFirst(status) || status === 'PATC')) return;
    const { blocked } = await this.facts(request);
    if (!blocked) await this.stateMachine.move(tx, request.id, status, 'RJCT', 'CUST');
  }

  /** Stores the rejection of payments not approved in time. Responses already show it. */
  @WhenDue()
  async endOverdue(): Promise<void> {
    let ended: number;
    do {
      ended = await this.database.transaction(async (tx) => {
        const overdue = await tx.rows(lockOverdue, this.clock.now(), batchSize);
        for (const { paymentId, transactionStatus } of overdue)
          await this.stateMachine.move(tx, paymentId, transactionStatus, 'RJCT', 'NOAS');
        return overdue.length;
      });
    } while (ended === batchSize);
  }

  /** What the customer is shown of the creditor's name; somebody who could not approve is shown nothing. */
  private payeeOf(
    { paymentId, request: { creditorName, creditorAgent } }: PaymentToApprove,
    { approved }: PaymentFacts,
    psuId: string,
    iban: string | undefined,
  ): Promise<PayeeCheck | undefined> {
    return approved ? this.payees.lastShown(paymentId) : this.payees.shown(paymentId, psuId, { iban, creditorName, creditorAgent });
  }

  private async lock(tx: Transaction, id: string, clientId: string) {
    await tx.rows(lockPayment, id, clientId);
    return tx.row(findPayment, id, clientId);
  }

  private async partly(
    tx: Transaction,
    { paymentId, product, currency, transactionStatus }: Pick<PaymentToApprove, 'paymentId' | 'product' | 'currency' | 'transactionStatus'>,
    approval: PaymentApproval,
    { dated, executionDate }: PaymentFacts,
  ): Promise<'partial'> {
    const { secondApprovalDays } = this.settings;
    await this.stateMachine.approve(tx, paymentId, approval, transactionStatus as 'RCVD' | 'RVCM', 'PATC');
    await tx.rows(
      awaitSecondPaymentApproval,
      paymentId,
      this.clock.now(),
      secondApprovalDays,
      dated ? executionDate : null,
      cutOffOn(this.products.schemeOfPayment(product), this.calendar.endOfDay(currency, executionDate)) ?? '24:00',
      this.clock.timeZone,
    );
    return 'partial';
  }

  /** Another owner has approved before and does not own the account any more: the payment waits for one who does. */
  private async further(tx: Transaction, { paymentId }: Pick<PaymentToApprove, 'paymentId'>, psuId: string): Promise<'partial'> {
    await tx.rows(insertPaymentApproval, paymentId, psuId, this.clock.now());
    return 'partial';
  }

  private async whole(
    tx: Transaction,
    { paymentId, transactionStatus }: Pick<PaymentToApprove, 'paymentId' | 'transactionStatus'>,
    approval: PaymentApproval,
  ): Promise<'complete'> {
    await this.stateMachine.approve(tx, paymentId, approval, transactionStatus as 'RCVD' | 'RVCM' | 'PATC', 'ACTC');
    await this.jobs.add(tx, executePayment, { paymentId });
    markFaultPoint(tx, 'payment approved', paymentId);
    return 'complete';
  }

  private paymentStatus(times: PaymentTimes): TransactionStatus {
    return paymentStatusAt(times, this.clock.now());
  }
}

/** Why the payment can no longer be approved as shown: it has ended, or another customer approved first. */
function blockedIn(status: TransactionStatus, approved: boolean, second: boolean): Blocked | undefined {
  const phase = paymentPhase(status);
  if (phase === 'ended') return 'state';
  return !approved && (phase === 'active' || (status === 'PATC') !== second) ? 'customer' : undefined;
}
