import type { CustomerMandate } from '@open-banking/contracts';
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
  moneyText,
  notice,
  page,
  localeOf,
  type Frame,
  type Html,
  type Locale,
} from '@open-banking/pages';
import { factLines, type FactLine } from '../visit/fact-list.js';
import { backTo, leaving, pageHeaderOf, type PageHeader } from '../visit/page-header.js';
import { moreOf, resourceListPage, type ListEntry } from '../visit/resource-list.js';
import type { ShownClient, WaitingMandate } from './remote-mandates.service.js';

export interface ListedMandates extends PageHeader {
  readonly pending: readonly (WaitingMandate & { readonly until: string })[];
  readonly active: readonly CustomerMandate[];
  readonly ended: readonly CustomerMandate[];
  /** Whether it is the first page of the list. */
  readonly isFirst: boolean;
  /** The last mandate shown, where there are more. */
  readonly after: string | undefined;
  /** Whether the mandates service is unavailable. */
  readonly unavailable: boolean;
}

const address = (resourceId: string, { language }: Frame, below = ''): string =>
  `/customer/mandates/${resourceId}${below}?lang=${language}`;

/** The list of mandates: waiting for this customer, active, and ended. */
export function mandatesPage(frame: Frame, listed: ListedMandates): string {
  const words = localeOf(frame.language);
  const {
    customer: { mandates, ...customer },
  } = words;
  const entries = (shown: readonly CustomerMandate[]): ListEntry[] =>
    shown.map((one) => ({
      name: html`<b><bdi>${one.creditorName}</bdi></b>`,
      notes: [`${mandates.status[one.status]} · ${longDate(one.changedOn, frame.language)}`],
      link: mandateLink(one, frame),
    }));
  return resourceListPage(frame, {
    place: 'mandates',
    title: mandates.title,
    header: listed,
    notice: listed.unavailable && notice('alert', mandates.unavailable),
    pending: listed.pending.map((one) => ({
      logo: clientLogo(one.logo, one.clientName, words),
      name: html`<b><bdi>${one.creditorName}</bdi></b>`,
      notes: [customer.pendingUntil(bidiIsolate(one.clientName), one.until)],
      link: html`<a href="${address(one.resourceId, frame, '/approval')}">${customer.look(bidiIsolate(one.clientName))}</a>`,
    })),
    sections: [
      { title: mandates.active, entries: entries(listed.active), none: mandates.none },
      { title: mandates.ended, entries: entries(listed.ended) },
    ],
    isFirst: listed.isFirst,
    more: moreOf('/customer/mandates', listed.after, mandates.more, frame),
  });
}

/** The link to the page of a mandate. */
export const mandateLink = ({ resourceId, creditorName }: Pick<CustomerMandate, 'resourceId' | 'creditorName'>, frame: Frame): Html =>
  html`<a href="${address(resourceId, frame)}">${localeOf(frame.language).customer.mandates.details(bidiIsolate(creditorName))}</a>`;

export interface DetailedMandate extends ShownClient {
  readonly mandate: CustomerMandate;
  readonly csrf: string;
}

/** The page of one mandate, with its collections and the customer's actions. */
export function mandatePage(frame: Frame, { mandate, csrf, ...client }: DetailedMandate, header: PageHeader): string {
  const words = localeOf(frame.language);
  const {
    customer: { mandates },
  } = words;
  return page(
    frame,
    mandates.title,
    html`
<div class="card">
<h1><bdi>${mandate.creditorName}</bdi></h1>
${pageHeaderOf(frame, 'mandates', header, { within: true })}
${factLines(mandateLines(mandate, client, words, frame))}
${mandate.suspendedBy === 'bank' && contactNote(frame)}
<form method="post" action="${address(mandate.resourceId, frame)}"><input type="hidden" name="csrf" value="${csrf}">
<h2>${mandates.collections}</h2>
${
  mandate.collections.length > 0
    ? html`<ul class="accounts">${mandate.collections.map(
        (one) => html`<li><div class="account"><span>${collectionOf(one, frame, words)}</span></div></li>`,
      )}</ul>`
    : html`<p class="soft">${mandates.nothingYet}</p>`
}
${mandate.olderThan !== undefined && html`<p><a href="/customer/mandates/${mandate.resourceId}?older-than=${mandate.olderThan}&lang=${frame.language}">${mandates.older}</a></p>`}
${actions(mandate, words)}
</form>
${backTo(frame, 'mandates')}
${leaving(frame, csrf)}
</div>`,
  );
}

/** The confirmation before a mandate is cancelled. */
export function endMandatePage(frame: Frame, { mandate, csrf, ...client }: DetailedMandate): string {
  const words = localeOf(frame.language);
  const at = address(mandate.resourceId, frame);
  const { title, says } = words.checks.mandate;
  return checkPage(frame, {
    title,
    says,
    facts: factLines(mandateLines(mandate, client, words, frame)),
    action: at,
    csrf,
    step: 'end',
    submit: words.customer.mandates.end,
    keepAt: at,
  });
}

/** The confirmation before a collection is refunded. */
export function refundPage(
  frame: Frame,
  { mandate, csrf }: DetailedMandate,
  { collectionId, amount, bookedOn, presentedOn }: CustomerMandate['collections'][number],
): string {
  const {
    checks: { refund },
    mandate: words,
    payment,
    customer: { mandates },
  } = localeOf(frame.language);
  const at = address(mandate.resourceId, frame);
  const facts = factLines([
    [payment.amount, money(amount, frame.language)],
    [words.creditor, html`<bdi>${mandate.creditorName}</bdi>`],
    [words.number, html`<bdi dir="ltr">${mandate.mandateId}</bdi>`],
    [payment.date, longDate(bookedOn ?? presentedOn, frame.language)],
    [
      words.account,
      html`<bdi>${accountName(mandate.account.name, frame.language)}</bdi><small>${accountNumber(mandate.account.iban)}</small>`,
    ],
  ]);
  return checkPage(frame, {
    title: refund.title,
    says: refund.says,
    facts,
    action: at,
    csrf,
    step: `refund:${collectionId}`,
    submit: mandates.refund(bidiIsolate(moneyText(amount, frame.language))),
    keepAt: at,
  });
}

function actions({ status, suspendedBy }: CustomerMandate, { customer: { mandates } }: Locale): Html | false {
  const may = {
    suspend: status === 'ACTV',
    resume: status === 'SUSP' && suspendedBy === 'customer',
    end: ['ACTV', 'SUSP', 'PATC'].includes(status),
  };
  return (
    may.end &&
    html`<p class="soft">${mandates.ends}</p>
<div class="row">${may.suspend && html`<button class="second" name="step" value="suspend">${mandates.suspend}</button>`}
${may.resume && html`<button class="second" name="step" value="resume">${mandates.resume}</button>`}
<button class="danger" name="step" value="end">${mandates.end}</button></div>`
  );
}

function collectionOf(
  {
    collectionId,
    amount,
    state,
    presentedOn,
    bookedOn,
    reason,
    refundAsked,
    refundedOn,
    refundable,
  }: CustomerMandate['collections'][number],
  { language }: Frame,
  { customer: { mandates } }: Locale,
): Html {
  const returned = reason === undefined ? '' : (mandates.returns[reason as keyof typeof mandates.returns] ?? mandates.returned);
  const became = refundedOn !== undefined ? mandates.givenBack(longDate(refundedOn, language)) : refundAsked ? mandates.giving : undefined;
  return html`<b>${money(amount, language)}</b><small>${longDate(bookedOn ?? presentedOn, language)} · ${mandates.states[state]} ${returned}</small>
${became !== undefined && html`<small>${became}</small>`}
${refundable && html`<button class="link" name="step" value="refund:${collectionId}">${mandates.refund(bidiIsolate(moneyText(amount, language)))}</button>`}`;
}

const hasEnded = (status: CustomerMandate['status']): boolean => ['CANC', 'EXPI', 'RJCT'].includes(status);

function mandateLines(shown: CustomerMandate, { clientName, logo }: ShownClient, words: Locale, { language }: Frame): FactLine[] {
  const { mandate, customer } = words;
  const { mandates } = customer;
  const { status, suspendedBy, creditorName, creditorId, creditorAccount, mandateId, amount, maximum, frequency, from, until } = shown;
  const { account, dateOfSignature } = shown;
  const limit = amount
    ? html`${money(amount, language)} ${mandate.fixed}`
    : maximum
      ? html`${mandate.most} ${money(maximum, language)} ${mandate.fixed}`
      : mandate.open;
  return [
    [customer.state, html`${mandates.status[status]} ${suspendedBy === 'bank' && html`<small>${mandates.byBank}</small>`}`],
    [mandate.creditor, html`<bdi>${creditorName}</bdi><small><bdi dir="ltr">${creditorId}</bdi></small>`],
    ...(creditorAccount === undefined ? [] : [[mandate.creditorAccount, accountNumber(creditorAccount)] as const]),
    [mandate.number, html`<bdi dir="ltr">${mandateId}</bdi>`],
    [mandate.amount, limit],
    [mandate.often, mandate.frequency[frequency as keyof typeof mandate.frequency]],
    [mandate.from, longDate(from, language)],
    ...(until === undefined && hasEnded(status)
      ? []
      : [[mandate.until, until === undefined ? mandate.endless : longDate(until, language)] as const]),
    [mandate.account, html`<bdi>${accountName(account.name, language)}</bdi><small>${accountNumber(account.iban)}</small>`],
    [mandates.asked, html`${clientLogo(logo, clientName, words)}<bdi>${clientName}</bdi>`],
    ...(dateOfSignature === undefined ? [] : [[mandates.signed, longDate(dateOfSignature, language)] as const]),
  ];
}
