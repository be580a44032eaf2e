import {
  accountNumber,
  clockTime,
  html,
  localeOf,
  longDate,
  notice,
  page,
  places,
  type Frame,
  type Html,
  type Place,
  type ReceiptWords,
} from '@open-banking/pages';
import { operations, serviceFacts } from '@open-banking/spec';
import type { ReceiptsOfDay, ShownReceipt } from './customer-receipts.service.js';

export const receiptsAt = '/customer/receipts';

export interface ReceiptsPage extends ReceiptsOfDay {
  readonly day: string;
  readonly timeZone: string;
}

/** On the list of access. */
export const receiptsLink = ({ language }: Frame): Html =>
  html`<p class="leave"><a href="${receiptsAt}?lang=${language}">${localeOf(language).receipts.link}</a></p>`;

/** What was read and approved on a day, and the file that proves it. */
export function receiptsPage(frame: Frame, { day, receipts, lost, before, after, next, timeZone }: ReceiptsPage): string {
  const { language } = frame;
  const { customer, receipts: words } = localeOf(language);
  const to = (query: string, text: string): Html => html`<a href="${receiptsAt}?${query}&lang=${language}">${text}</a> `;
  return page(
    frame,
    words.title,
    html`<div class="card"><h1>${words.title}</h1>
<p class="soft">${words.lead}</p>
<h2>${longDate(day, language)}</h2>
${lost > 0 && notice('alert', words.lost)}
${receipts.length > 0 ? html`<ul class="accounts">${receipts.map((one) => entry(one, frame, timeZone))}</ul>` : html`<p class="soft">${words.none}</p>`}
<p>${before !== null && to(`day=${before}`, words.before(longDate(before, language)))}${after !== null && to(`day=${after}`, words.after(longDate(after, language)))}${next !== undefined && to(`day=${day}&after=${next}`, words.more)}</p>
${receipts.length > 0 && html`<p><a href="${receiptsAt}/${day}?lang=${language}" download>${words.download}</a></p><p class="soft">${words.proofs}</p>`}
<p class="leave"><a href="/customer?lang=${language}">${customer.back}</a></p></div>`,
  );
}

function entry({ at, clientName, operation, consentId, resource }: ShownReceipt, { language }: Frame, timeZone: string): Html {
  const { customer, receipts: words } = localeOf(language);
  const row = operations.find(({ id }) => id === operation);
  const of = row && serviceFacts[row.service].names[language];
  const approved = approvedAt[operation];
  const to = (place: Place, id: string): Html =>
    html`<a href="${place === 'access' ? '/customer/access' : places[place]}/${id}?lang=${language}">${customer.places[place]}</a>`;
  return html`<li><div class="account"><span><b><bdi>${clientName}</bdi></b>
<small>${clockTime(at, language, timeZone)} · ${words.kinds[kindOf(operation)]}${of !== undefined && html` · ${of}`}</small>
${resource !== '' && (approved ? to(approved, resource) : html`<small>${accountNumber(resource)}</small>`)}
${consentId !== '' && to('access', consentId)}</span></div></li>`;
}

/** Where the customer finds what they approved. */
const approvedAt: Readonly<Record<string, Place>> = {
  'consents.approve': 'access',
  'payments.approve': 'payments',
  'mandates.approve': 'mandates',
  'cancellation.approve': 'mandates',
};

function kindOf(operation: string): keyof ReceiptWords['kinds'] {
  if (operation.endsWith('.approve')) return 'approval';
  if (/Balances$/.test(operation)) return 'balances';
  if (/(Transactions?|Orders?)$/.test(operation)) return 'transactions';
  return operation.startsWith('list') ? 'list' : 'details';
}
