import {
  accountName,
  accountNumber,
  clockTime,
  html,
  bidiIsolate,
  localeOf,
  longDate,
  notice,
  page,
  type Frame,
  type Html,
  type Language,
  type ReceiptWords,
} from '@open-banking/pages';
import { mandateLink } from '../mandates/mandates.pages.js';
import { paymentLink, amountHtml } from '../payments/payments.pages.js';
import { backTo, leaving, pageHeaderOf, type PageHeader } from '../visit/page-header.js';
import type { ReceiptsOfDay, ShownReceipt } from './customer-receipts.service.js';
import type { Subject } from './receipt-subjects.service.js';

export const receiptsAt = '/customer/receipts';

/** Why something else is shown than what the address asks for. */
export type ReceiptsProblem = 'noSuchDay' | 'noSuchPlace' | 'noFile';

export interface ReceiptsPage extends ReceiptsOfDay {
  readonly day: string;
  readonly timeZone: string;
  /** It does not begin with the first receipt of the day. */
  readonly further: boolean;
  readonly problem?: ReceiptsProblem | undefined;
}

/** What was read and approved on a day, and the file that proves it. */
export function receiptsPage(frame: Frame, shown: ReceiptsPage, header: PageHeader): string {
  const { language } = frame;
  const { receipts: words } = localeOf(language);
  const { day, receipts, lost, timeZone, further, problem } = shown;
  return page(
    frame,
    words.title,
    html`<div class="card"><h1>${words.title}</h1>
${pageHeaderOf(frame, 'activity', header, { within: true })}
<p class="soft">${words.lead}</p>
${problem !== undefined && notice('alert', words[problem])}
<h2>${longDate(day, language)}</h2>
${lost > 0 && notice('alert', words.lost)}
${receipts.length > 0 ? html`<ul class="accounts">${receipts.map((one) => entry(one, frame, timeZone))}</ul>` : html`<p class="soft">${further ? words.noFurther : words.none}</p>`}
<p>${otherPages(shown, words, language)}</p>
${receipts.length > 0 && html`<p><a href="${receiptsAt}/${day}?lang=${language}" download>${words.download}</a></p><p class="soft">${words.proofs}</p>`}
${backTo(frame, 'activity')}
${leaving(frame, header.csrf)}</div>`,
  );
}

function otherPages({ day, before, after, next, further }: ReceiptsPage, words: ReceiptWords, language: Language): Html {
  const to = (query: string, text: string): Html => html`<a href="${receiptsAt}?${query}&lang=${language}">${text}</a> `;
  return html`${further && to(`day=${day}`, words.beginning)}${before !== null && to(`day=${before}`, words.before(longDate(before, language)))}${after !== null && to(`day=${after}`, words.after(longDate(after, language)))}${next !== undefined && to(`day=${day}&after=${next}`, words.more)}`;
}

function entry({ at, clientName, operation, subject, consentId }: ShownReceipt, frame: Frame, timeZone: string): Html {
  const { language } = frame;
  return html`<li><div class="account"><span><b><bdi>${clientName}</bdi></b>
<small>${clockTime(at, language, timeZone)} · ${operationName(operation, localeOf(language).receipts)}</small>
${subject && subjectText(subject, clientName, frame)}
${consentId !== undefined && accessLink(consentId, clientName, language)}</span></div></li>`;
}

const operationName = (operation: string, { operations, otherOperation }: ReceiptWords): string =>
  Object.hasOwn(operations, operation) ? operations[operation as keyof typeof operations] : otherOperation;

const accessLink = (consentId: string, clientName: string, language: Language): Html =>
  html`<a href="/customer/access/${consentId}?lang=${language}">${localeOf(language).customer.details(bidiIsolate(clientName))}</a>`;

/** As the pages of accounts, payments, mandates and access tell it. */
function subjectText(subject: Subject, clientName: string, frame: Frame): Html {
  switch (subject.kind) {
    case 'account':
      return html`<small><bdi>${accountName(subject.name, frame.language)}</bdi> · ${accountNumber(subject.number)}</small>`;
    case 'payment':
      return html`<small>${amountHtml(subject, frame)}</small>${paymentLink({ ...subject, paymentId: subject.id }, frame)}`;
    case 'mandate':
      return html`<small><bdi>${subject.creditorName}</bdi></small>${mandateLink({ ...subject, resourceId: subject.id }, frame)}`;
    case 'access':
      return accessLink(subject.id, clientName, frame.language);
    default:
      return html`<small>${localeOf(frame.language).receipts[subject.kind]}</small>`;
  }
}
