import { Inject, Injectable } from '@nestjs/common';
import { longDate, readForm } from '@open-banking/pages';
import { type OwnApprovals } from '@open-banking/issuer';
import { BankClock } from '@open-banking/database';
import { isUuid } from '@open-banking/http';
import { ClientDirectoryService } from '@open-banking/ais-pis-directory';
import { CustomerPaymentsService, mayBeCancelled, type PaymentNow } from '@open-banking/ais-pis-payments';
import { idIn, type Customer, type PageResult, type Visit } from '../visit/customer-router.js';
import { PAYMENT_APPROVALS } from '../visit/second-owner-approvals.js';
import { PendingApproval } from '../visit/pending-approval.js';
import { CustomerVisitsService } from '../visit/visits.service.js';
import { CancelPaymentForm } from './cancel-payment.form.js';
import { cancelPage, paymentPage, paymentsPage, type DetailedPayment } from './payments.pages.js';

const list = '/customer/payments';
const hasLogo = ({ logo }: Pick<PaymentNow, 'logo'>): boolean => logo !== null;
const changed: PageResult = { goTo: list, done: 'changed' };
/** The same whether nobody or another customer has it. */
const unknown: PageResult = { goTo: list, done: 'noPayment' };

/** The payment pages and the actions of their forms. */
@Injectable()
export class PaymentViewsService {
  /** Payments that wait for this customer as a second owner. */
  readonly approval: PendingApproval;

  constructor(
    private readonly clock: BankClock,
    private readonly payments: CustomerPaymentsService,
    private readonly visits: CustomerVisitsService,
    clients: ClientDirectoryService,
    @Inject(PAYMENT_APPROVALS) approvals: OwnApprovals,
  ) {
    this.approval = new PendingApproval({
      approvals,
      clients,
      timeZone: clock.timeZone,
      at: (id) => `${list}/${id}/approval`,
      list,
      refused: 'refusedPayment',
      idIn: 'paymentId',
      waiting: async (psuId) =>
        (await payments.pending(psuId)).map(({ paymentId: id, clientId, clientName }) => ({ id, clientId, clientName })),
    });
  }

  async list(visit: Visit, customer: Customer): Promise<PageResult> {
    const after = idIn(visit, 'after');
    const [pending, listed] = await Promise.all([this.payments.pending(customer.psuId), this.payments.list(customer.psuId, after)]);
    return {
      clientLogos: pending.some(hasLogo),
      text: paymentsPage(visit.frame, {
        ...(await this.visits.header(visit, customer, { payments: pending.length })),
        pending: pending.map((one) => ({ ...one, until: this.on(one.approveBy, visit) })),
        // Those that this customer can approve are listed above; those of a removed client can be approved by no one.
        coming: listed.waiting.filter(({ status, isApproved }) => status !== 'PATC' || isApproved),
        recent: listed.past,
        isFirst: after === undefined,
        after: listed.after,
      }),
    };
  }

  async one(visit: Visit, customer: Customer): Promise<PageResult> {
    const payment = await this.found(visit, customer.psuId);
    if (!payment) return unknown;
    const text = paymentPage(visit.frame, this.detailed(visit, payment), await this.visits.header(visit, customer));
    return { text, clientLogos: hasLogo(payment) };
  }

  /** Asks for confirmation first. */
  async cancel(visit: Visit, { psuId }: Customer): Promise<PageResult> {
    const form = readForm([CancelPaymentForm], visit.form);
    const payment = await this.found(visit, psuId);
    if (payment && mayBeCancelled(payment) && !form.confirmed)
      return { text: cancelPage(visit.frame, this.detailed(visit, payment)), clientLogos: hasLogo(payment) };
    return payment && (await this.payments.cancel(psuId, payment)) ? { goTo: list, done: 'cancelled' } : changed;
  }

  private detailed(visit: Visit, payment: PaymentNow): DetailedPayment {
    return { payment, approvedOn: this.on(payment.approvedAt, visit), csrf: visit.csrf, canCancel: mayBeCancelled(payment) };
  }

  private async found({ params: { paymentId = '' } }: Visit, psuId: string): Promise<PaymentNow | undefined> {
    return isUuid(paymentId) ? this.payments.one(psuId, paymentId) : undefined;
  }

  private on(instant: Date, { frame }: Visit): string {
    return longDate(this.clock.dayOf(instant), frame.language);
  }
}
