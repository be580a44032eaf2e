import { html, bidiIsolate, localeOf, moneyText, notice, page, type Frame, type Html } from '@open-banking/pages';
import { isNeverReached } from '@open-banking/ais-pis-payments';
import { backTo, leaving, pageHeaderOf, type PageHeader } from '../visit/page-header.js';
import type { LimitRow } from './customer-limits.statements.js';

export type LimitField = 'perPayment' | 'perDay';

/** The limits of one currency, as they are set or as they were sent with fields that are no amounts. */
export interface FilledLimits extends LimitRow {
  readonly wrong?: readonly LimitField[];
}

export interface ShownLimits extends PageHeader {
  readonly limits: readonly FilledLimits[];
}

/** The customer's own limits, a form for each currency of instant payments. */
export function limitsPage(frame: Frame, { limits, ...header }: ShownLimits): string {
  const { limits: words } = localeOf(frame.language).customer;
  // What was refused is no amount yet.
  const unreachedOf = (limit: FilledLimits) =>
    limit.wrong === undefined &&
    isNeverReached(limit) &&
    notice('note', words.unreached(bidiIsolate(moneyText({ currency: limit.currency, amount: limit.perDay! }, frame.language))));
  return page(
    frame,
    words.title,
    html`
<div class="card">
<h1>${words.title}</h1>
${pageHeaderOf(frame, 'payments', header, { within: true })}
${limits.some(({ wrong }) => wrong) && notice('alert', words.unchanged)}
<p class="lead">${words.lead}</p>
<p class="soft">${words.effect}</p>
${limits.map((limit) => {
  const { currency } = limit;
  return html`<form method="post" action="/customer/limits?lang=${frame.language}"><input type="hidden" name="csrf" value="${header.csrf}">
<input type="hidden" name="currency" value="${currency}">
<fieldset><legend>${words.in(currency)}</legend>${field(frame, limit, 'perPayment')}${field(frame, limit, 'perDay')}${unreachedOf(limit)}</fieldset>
<div class="row"><button class="second" name="step" value="set-limits">${words.save(currency)}</button></div></form>`;
})}
${backTo(frame, 'payments')}
${leaving(frame, header.csrf)}
</div>`,
  );
}

/** A value that is no amount is marked, told at its field, and the first one has the focus. */
function field({ language }: Frame, { currency, wrong, ...values }: FilledLimits, name: LimitField): Html {
  const { limits: words } = localeOf(language).customer;
  const says = `${name}-${currency}-problem`;
  const marked = wrong?.includes(name) && html`aria-invalid="true" aria-describedby="${says}" ${wrong[0] === name && html`autofocus`}`;
  return html`<label class="field"><span>${words[name]} (${currency})</span>
<input name="${name}" inputmode="decimal" autocomplete="off" dir="ltr" maxlength="30" value="${values[name] ?? ''}" ${marked}></label>
${marked && html`<p class="wrong" id="${says}">${words.invalid('250.00')}</p>`}`;
}
