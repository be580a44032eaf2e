import {
  accountName,
  accountNumber,
  checkPage,
  clientLogo,
  contactNote,
  html,
  bidiIsolate,
  longDate,
  money,
  page,
  localeOf,
  type Frame,
  type Html,
  type Locale,
} from '@open-banking/pages';
import { erasedText } from '@open-banking/erasure';
import type { PaymentNow, PendingPaymentRow } from '@open-banking/ais-pis-payments';
import { factLines, type FactLine } from '../visit/fact-list.js';
import { backTo, leaving, pageHeaderOf, type PageHeader } from '../visit/page-header.js';
import { moreOf, resourceListPage, type ListEntry } from '../visit/resource-list.js';

export interface ListedPayments extends PageHeader {
  readonly pending: readonly (PendingPaymentRow & { readonly until: string })[];
  readonly coming: readonly PaymentNow[];
  readonly recent: readonly PaymentNow[];
  /** Whether it is the first page of the list. */
  readonly isFirst: boolean;
  /** The last payment shown, where there are more. */
  readonly after: string | undefined;
}

const address = (paymentId: string, { language }: Frame, below = ''): string => `/customer/payments/${paymentId}${below}?lang=${language}`;

/** The list of payments from the customer's accounts: waiting for this customer, waiting for their execution day, and all others. */
export function paymentsPage(frame: Frame, listed: ListedPayments): string {
  const words = localeOf(frame.language);
  const {
    customer: { payments, ...customer },
  } = words;
  const entries = (shown: readonly PaymentNow[]): ListEntry[] =>
    shown.map((one) => ({
      name: html`<b>${amountHtml(one, frame)}</b>`,
      notes: [`${statusText(one, payments)} · ${longDate(one.executionDate, frame.language)}`],
      link: paymentLink(one, frame),
    }));
  return resourceListPage(frame, {
    place: 'payments',
    title: payments.title,
    header: listed,
    pending: listed.pending.map((one) => ({
      logo: clientLogo(one.logo, one.clientName, words),
      name: html`<b>${amountHtml(one, frame)}</b>`,
      notes: [customer.pendingUntil(bidiIsolate(one.clientName), one.until)],
      link: html`<a href="${address(one.paymentId, frame, '/approval')}">${customer.look(bidiIsolate(one.clientName))}</a>`,
    })),
    sections: [
      { title: payments.coming, entries: entries(listed.coming) },
      { title: payments.recent, entries: entries(listed.recent), none: payments.none },
    ],
    isFirst: listed.isFirst,
    more: moreOf('/customer/payments', listed.after, payments.more, frame),
    foot: [html`<p><a href="/customer/limits?lang=${frame.language}">${customer.limits.title}</a></p>`],
  });
}

/** Amount and creditor, as they name a payment on all pages of its customer. */
export const amountHtml = ({ request }: Pick<PaymentNow, 'request'>, { language }: Frame): Html =>
  html`${money(request.instructedAmount, language)} · <bdi>${creditorOf(request, language)}</bdi>`;

/** The link to the page of a payment. */
export const paymentLink = ({ paymentId, request }: Pick<PaymentNow, 'paymentId' | 'request'>, frame: Frame): Html =>
  html`<a href="${address(paymentId, frame)}">${localeOf(frame.language).customer.payments.details(bidiIsolate(creditorOf(request, frame.language)))}</a>`;

const creditorOf = ({ creditorName }: PaymentNow['request'], language: Frame['language']): string =>
  creditorName === erasedText ? localeOf(language).customer.payments.erased : creditorName;

export interface DetailedPayment {
  readonly payment: PaymentNow;
  readonly approvedOn: string;
  readonly csrf: string;
  readonly canCancel: boolean;
}

/** The page of one payment, with a button to cancel it while it is not executed. */
export function paymentPage(frame: Frame, { payment, approvedOn, csrf, canCancel }: DetailedPayment, header: PageHeader): string {
  const words = localeOf(frame.language);
  const {
    customer: { payments },
  } = words;
  return page(
    frame,
    payments.title,
    html`
<div class="card">
<h1>${amountHtml(payment, frame)}</h1>
${pageHeaderOf(frame, 'payments', header, { within: true })}
${factLines(paymentLines(payment, approvedOn, words, frame))}
${(payment.status === 'RJCT' || payment.held || payment.investigated) && contactNote(frame)}
${
  canCancel &&
  html`<form method="post" action="${address(payment.paymentId, frame)}"><input type="hidden" name="csrf" value="${csrf}">
<p class="soft">${payments.cancels}</p>
<div class="row"><button class="danger" name="step" value="cancel-payment">${payments.cancel}</button></div></form>`
}
${backTo(frame, 'payments')}
${leaving(frame, csrf)}
</div>`,
  );
}

/** Clearing's codes that a customer can act on have texts, from the recipient's side; other codes are shown as received. */
const ofRecipient: Readonly<Record<string, 'AC01' | 'AC07' | 'AC14' | 'MS03'>> = {
  AC01: 'AC01',
  AC03: 'AC01',
  AC04: 'AC07',
  AC07: 'AC07',
  AC14: 'AC14',
  MS03: 'MS03',
};

/** Of the bank's own reasons, those that say nothing of what it has found. */
const ofBank: Readonly<Record<string, 'withoutReason'>> = { MS03: 'withoutReason' };

function rejectionText(reason: string, byClearing: boolean, { reasons, otherReason }: Locale['customer']['payments']): string {
  const key = byClearing ? ofRecipient[reason] : (ofBank[reason] ?? reason);
  return reasons[key as keyof typeof reasons] ?? (byClearing ? otherReason(reason) : reasons.withoutReason);
}

function statusText({ status, investigated, held }: PaymentNow, payments: Locale['customer']['payments']): string {
  if (held) return payments.held;
  return investigated ? payments.investigated : payments.status[status];
}

function statusHtml(payment: PaymentNow, payments: Locale['customer']['payments']): Html {
  const { reason, byClearing } = payment;
  return html`${statusText(payment, payments)} ${reason !== null && html`<small>${rejectionText(reason, byClearing, payments)}</small>`}`;
}

const remittanceOf = ({
  remittanceInformationUnstructured: line,
  remittanceInformationUnstructuredArray: lines,
}: PaymentNow['request']): string | undefined => line ?? lines?.join(' ');

/** The confirmation before a payment is cancelled. */
export function cancelPage(frame: Frame, { payment, approvedOn, csrf }: DetailedPayment): string {
  const words = localeOf(frame.language);
  const {
    customer: { payments },
    payment: { amount },
    checks,
  } = words;
  const at = address(payment.paymentId, frame);
  const facts = factLines([
    [amount, money(payment.request.instructedAmount, frame.language)],
    ...paymentLines(payment, approvedOn, words, frame),
  ]);
  return checkPage(frame, {
    title: checks.payment.title,
    facts,
    says: payments.cancels,
    action: at,
    csrf,
    step: 'cancel-payment',
    submit: payments.cancel,
    keepAt: at,
  });
}

function paymentLines(shown: PaymentNow, approvedOn: string, words: Locale, { language }: Frame): FactLine[] {
  const { payment, approval, customer } = words;
  const { payments } = customer;
  const { request, product, fee, executionDate, iban, clientName, logo } = shown;
  const {
    creditorAccount: { iban: creditorIban, bban, other },
    instructedAmount,
  } = request;
  const number = creditorIban ?? bban ?? other?.identification ?? '';
  const remittance = remittanceOf(request);
  return [
    [customer.state, statusHtml(shown, payments)],
    [
      payment.creditor,
      html`<bdi>${creditorOf(request, language)}</bdi>${number !== erasedText && html`<small>${accountNumber(number)}</small>`}`,
    ],
    ...(remittance === undefined ? [] : [[payment.remittance, html`<bdi>${remittance}</bdi>`] as const]),
    [payment.date, longDate(executionDate, language)],
    [payments.account, html`<bdi>${accountName(shown.accountName, language)}</bdi><small>${accountNumber(iban)}</small>`],
    [approval.fees, Number(fee) === 0 ? approval.noFees : money({ currency: instructedAmount.currency, amount: fee }, language)],
    [payment.product, payment.products[product as keyof typeof payment.products] ?? product],
    [payments.asked, html`${clientLogo(logo, clientName, words)}<bdi>${clientName}</bdi>`],
    [customer.approved, approvedOn],
  ];
}
