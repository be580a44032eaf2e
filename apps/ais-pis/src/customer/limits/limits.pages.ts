import { html, isolated, localeOf, moneyText, notice, page, type Frame } from '@open-banking/pages';
import { isUnreached } from '../../payments/checks/spending.js';
import { leaving, pageHeaderOf, type PageHeader } from '../visit/page-header.js';
import type { LimitRow } from './customer-limits.statements.js';

export interface ShownLimits extends PageHeader {
  readonly limits: readonly LimitRow[];
  readonly problem?: string | undefined;
}

/** The customer's own limits, a form for each currency of instant payments. */
export function limitsPage(frame: Frame, { limits, problem, ...header }: ShownLimits): string {
  const { limits: words } = localeOf(frame.language).customer;
  const field = (currency: string, name: 'perPayment' | 'perDay', value: string | null) =>
    html`<label class="field"><span>${words[name]} (${currency})</span>
<input name="${name}" inputmode="decimal" autocomplete="off" dir="ltr" maxlength="30" value="${value ?? ''}"></label>`;
  // What was refused is no amount yet.
  const unreachedOf = (limit: LimitRow) =>
    problem === undefined &&
    isUnreached(limit) &&
    notice('note', words.unreached(isolated(moneyText({ currency: limit.currency, amount: limit.perDay! }, frame.language))));
  return page(
    frame,
    words.title,
    html`
<div class="card">
<h1>${words.title}</h1>
${pageHeaderOf(frame, 'payments', header, { within: true })}
${problem !== undefined && notice('alert', problem)}
<p class="lead">${words.lead}</p>
<p class="soft">${words.effect}</p>
${limits.map(
  ({ currency, perPayment, perDay }) =>
    html`${unreachedOf({ currency, perPayment, perDay })}<form method="post" action="/customer/limits?lang=${frame.language}"><input type="hidden" name="csrf" value="${header.csrf}">
<input type="hidden" name="currency" value="${currency}">
<fieldset><legend>${words.in(currency)}</legend>${field(currency, 'perPayment', perPayment)}${field(currency, 'perDay', perDay)}</fieldset>
<div class="row"><button class="second" name="step" value="set-limits">${words.save(currency)}</button></div></form>`,
)}
${leaving(frame, header.csrf)}
</div>`,
  );
}
