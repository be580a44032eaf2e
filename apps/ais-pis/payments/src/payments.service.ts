import { ServiceSettings } from '@open-banking/config';
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Principal } from '@open-banking/access';
import { CommandsService, type CommandActor, NotificationsService, OpenBoundsService, type WriteAtOnce } from '@open-banking/commands';
import { BankClock, Database, markFaultPoint, type Transaction } from '@open-banking/database';
import { Answer, type RequestContext } from '@open-banking/http';
import { Refusal, storedReference, tppMessage } from '@open-banking/messages';
import { aisPis } from '@open-banking/spec';
import type { CheckedPayee, PayeeCheck } from './payee/payee-check.js';
import { PayeeVerificationService } from './payee/payee-verification.service.js';
import { creditorIban } from './payee/creditor.js';
import { statusAfterCheck, verificationOf, withVerification } from './payee/payee-status.js';
import { reasonText } from './payment-reason.js';
import { dateFaults, unknownProduct } from './payment-request.js';
import { initialStatus, isInvestigated, paymentStatusAt, type TransactionStatus } from './payment.js';
import type { Payment, PaymentCreated, PaymentRequest, PaymentStatus } from './payments.messages.js';
import { PaymentStateMachine } from './payment-state-machine.service.js';
import { PaymentSettings } from './payments.settings.js';
import {
  acceptPayment,
  insertPayment,
  openPayments,
  paymentOfClient,
  recoveredPayment,
  type NewPayment,
  type NewPaymentOfClient,
  type PaymentRow,
} from './payments.statements.js';
import { PaymentProducts } from './payment-products.js';
import { SchemeCheckService } from './scheme-check.service.js';

/** The fault point of a payment that is accepted. */
const acceptedPoint = 'payment accepted';
type AcceptedPayment = WriteAtOnce<PaymentCreated, NewPaymentOfClient>;

const underInvestigation = {
  category: 'WARNING',
  code: 'WARNING',
  text: "Clearing has not confirmed the payment within its scheme's time; the bank is investigating. The payment may still be executed: do not repeat it.",
};

const underExamination = {
  category: 'WARNING',
  code: 'WARNING',
  text: 'The bank is looking at the payment before it executes it. It may still be executed or rejected: do not repeat it.',
};

const onAnotherDay = ({ from, to }: NonNullable<PaymentRow['postponed']>) => ({
  category: 'WARNING' as const,
  code: 'WARNING',
  text: `The payment is executed on ${to} instead of ${from}, on which payments of this product are not executed: do not repeat it.`,
});

/** While another owner is awaited, the day may pass: the last approval sets it anew. */
const isStillNews = (status: TransactionStatus, { to }: NonNullable<PaymentRow['postponed']>, today: string): boolean =>
  status !== 'PATC' || to >= today;

@Injectable()
export class PaymentsService {
  constructor(
    private readonly commands: CommandsService,
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly notifications: NotificationsService,
    private readonly bounds: OpenBoundsService,
    private readonly payees: PayeeVerificationService,
    private readonly schemes: SchemeCheckService,
    private readonly stateMachine: PaymentStateMachine,
    private readonly service: ServiceSettings,
    private readonly settings: PaymentSettings,
    private readonly products: PaymentProducts,
  ) {}

  async create(
    principal: CommandActor,
    context: RequestContext,
    product: string,
    request: PaymentRequest,
  ): Promise<Answer<PaymentCreated>> {
    const notification = await this.notifications.requested(principal.clientId, context);
    const payment = this.newPayment(principal.clientId, product, request);
    const [paymentId] = payment;
    const day = dateFaults(request.requestedExecutionDate, this.clock.today());
    const faults = [...(await this.schemes.faults(product, request)), ...day];
    const verified = context.isVerificationRequested && faults.length === 0 ? await this.verify(principal.clientId, request) : undefined;
    const result = { answer: notification.on(this.created(product, paymentId, verified)), subject: paymentId };
    const isUsual = faults.length === 0 && !notification.isGranted && !verified;
    const answer = await this.commands.once(
      principal,
      aisPis.createPayment,
      context,
      async (tx) => {
        // Here, because a repeated request gets its first response, even after its day and after the rules have changed.
        if (faults.length > 0) throw new Refusal(faults);
        await this.refuseRecovered(tx, principal.clientId, request.endToEndIdentification);
        await this.bounds.refuseBeyond(tx, principal.clientId, this.clock.now(), {
          kind: 'payments',
          max: this.settings.maxOpenPayments,
          counted: openPayments,
        });
        await tx.rows(insertPayment, ...payment);
        markFaultPoint(tx, acceptedPoint, paymentId);
        await notification.keep(tx, 'payment', paymentId);
        if (verified) await this.keepVerified(tx, paymentId, verified);
        return result;
      },
      isUsual ? this.writtenAtOnce(payment, request, result) : undefined,
    );
    const isCopy = answer.body.paymentId !== paymentId;
    const found = isCopy ? await this.verificationOf(principal.clientId, product, answer.body.paymentId) : verified;
    return found ? withVerification(answer, verificationOf(found, request.endToEndIdentification)) : answer;
  }

  async one(principal: Principal, product: string, paymentId: string): Promise<Payment> {
    const { request, ...state } = await this.find(principal, product, paymentId);
    const { debtorAccount } = request;
    return {
      ...request,
      ...(debtorAccount && { debtorAccount: storedReference(debtorAccount) }),
      paymentId: state.paymentId,
      ...this.toStatus(state, request),
    };
  }

  async status(principal: Principal, product: string, paymentId: string): Promise<PaymentStatus> {
    const { request, ...state } = await this.find(principal, product, paymentId);
    return this.toStatus(state, request);
  }

  private async find({ clientId }: Principal, product: string, paymentId: string): Promise<PaymentRow> {
    const payment = await this.database.row(paymentOfClient, clientId, product, paymentId);
    if (!payment && !this.products.schemeOf(product)) throw unknownProduct(this.products);
    if (!payment)
      throw new Refusal([{ code: 'RESOURCE_UNKNOWN', text: 'No payment with this id exists for this client and payment product.' }], {
        paymentId,
      });
    return payment;
  }

  /** Before the transaction, because another bank may have to be asked. A copy of the request asks again and is answered like the first. */
  private verify(clientId: string, { creditorAccount, creditorName, creditorAgent }: PaymentRequest): Promise<CheckedPayee> {
    return this.payees.check(clientId, { iban: creditorIban(creditorAccount), creditorName, creditorAgent });
  }

  private async verificationOf(clientId: string, product: string, paymentId: string): Promise<PayeeCheck | null | undefined> {
    return (await this.database.row(paymentOfClient, clientId, product, paymentId))?.verification;
  }

  private async keepVerified(tx: Transaction, paymentId: string, verified: CheckedPayee): Promise<void> {
    await this.payees.store(tx, paymentId, verified);
    if (statusAfterCheck(verified) === 'RVCM') await this.stateMachine.move(tx, paymentId, 'RCVD', 'RVCM');
  }

  private newPayment(clientId: string, product: string, request: PaymentRequest): NewPayment {
    const { currency, amount } = request.instructedAmount;
    const now = this.clock.now();
    const approveBy = new Date(now.getTime() + this.settings.firstApprovalMinutes * 60_000);
    const requested = request.requestedExecutionDate ?? null;
    return [randomUUID(), clientId, product, JSON.stringify(request), currency, amount, requested, initialStatus, now, approveBy];
  }

  /** The same in one statement, for a client that is far from its bound. */
  private writtenAtOnce(
    payment: NewPayment,
    { endToEndIdentification }: PaymentRequest,
    result: AcceptedPayment['result'],
  ): AcceptedPayment | undefined {
    const max = OpenBoundsService.untilTurns(this.settings.maxOpenPayments);
    if (max === 0) return undefined;
    return { statement: acceptPayment, args: [...payment, endToEndIdentification ?? null, max], result, point: acceptedPoint };
  }

  /** Prevents a payment that was executed before a backup was restored from being executed again when its client repeats it. */
  private async refuseRecovered(tx: Transaction, clientId: string, endToEndId: string | undefined): Promise<void> {
    const before = endToEndId === undefined ? undefined : await tx.row(recoveredPayment, endToEndId, clientId);
    if (before) {
      throw new Refusal([
        {
          code: 'STATUS_INVALID',
          path: '/endToEndIdentification',
          text: `A payment with this endToEndIdentification was already executed as ${before.paymentId}: read its status. A new payment needs a different one.`,
        },
      ]);
    }
  }

  private created(product: string, paymentId: string, verified: CheckedPayee | undefined): Answer<PaymentCreated> {
    const self = `/v1.7/payments/${product}/${paymentId}`;
    return new Answer(
      {
        transactionStatus: verified ? statusAfterCheck(verified) : initialStatus,
        paymentId,
        _links: {
          scaOAuth: { href: `${this.service.baseUrl}${aisPis.readPaymentsMetadata.path}` },
          self: { href: self },
          status: { href: `${self}/status` },
        },
      },
      { location: self, 'aspsp-sca-approach': 'REDIRECT' },
    );
  }

  /** The message of a rejected payment (its reason), or of one under investigation. */
  private toStatus(payment: Omit<PaymentRow, 'request'>, { endToEndIdentification }: PaymentRequest): PaymentStatus {
    const now = this.clock.now();
    const transactionStatus = paymentStatusAt(payment, now);
    const status = { transactionStatus, ...verificationOf(payment.verification, endToEndIdentification) };
    const reason = transactionStatus === payment.transactionStatus ? payment.statusReason : 'NOAS';
    if (reason !== null)
      return {
        ...status,
        tppMessages: [tppMessage({ code: 'PAYMENT_FAILED', text: `${reason}: ${reasonText(reason, payment)}` })],
      };
    if (payment.held) return { ...status, tppMessages: [underExamination] };
    if (payment.postponed && isStillNews(transactionStatus, payment.postponed, this.clock.today()))
      return { ...status, tppMessages: [onAnotherDay(payment.postponed)] };
    return { ...status, ...(isInvestigated(payment, now) && { tppMessages: [underInvestigation] }) };
  }
}
