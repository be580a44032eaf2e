import type { ConsentFacts, Offer } from '../approvals.js';
import type { ApprovalView } from '../interaction/interactions.js';
import { html, type Html } from './html.js';
import { notice, page, type Frame } from './layout.js';
import { clockTime, isolated, longDate, wordsOf, type Language, type Words } from './words.js';

export interface ApprovalPage {
  readonly clientName: string;
  readonly action: string;
  readonly csrf: string;
  readonly view: ApprovalView;
  readonly timeZone: string;
  /** How the way back without an answer is called. */
  readonly leave: string;
  readonly problem?: string;
  /** What was ticked before the page had to be shown again. */
  readonly chosen?: readonly string[];
}

/** Who asks for what, how long, how often, for which accounts; then the code; then the answer. */
export function approvalPage(frame: Frame, asked: ApprovalPage): string {
  const words = wordsOf(frame.language);
  const { clientName, action, csrf, view: { facts, customerName }, problem } = asked;
  const title = facts.blocked ? words.blocked.title : words.approval.title(clientName);
  return page(frame, title, html`
<div class="card">
<h1>${title}</h1>
<p class="who">${words.approval.signedInAs(isolated(customerName))}</p>
${problem && notice('alert', problem)}
${facts.blocked ? notice('alert', words.blocked[facts.blocked]) : answerOf(asked, words, frame)}
<form id="aside" method="post" action="${action}">
<input type="hidden" name="csrf" value="${csrf}">
${!facts.blocked && silentOf(facts, words)}
<p class="leave"><button class="link" name="step" value="cancel">${asked.leave}</button></p>
</form>
</div>`);
}

function answerOf(asked: ApprovalPage, words: Words, frame: Frame): Html {
  const { action, csrf, view: { facts, about } } = asked;
  const answerable = facts.silent.length === 0;
  return html`${facts.second && notice('note', words.approval.second)}
<form id="answer" method="post" action="${action}">
<input type="hidden" name="csrf" value="${csrf}">
<input type="hidden" name="about" value="${about}">
${factsOf(facts, words, frame.language)}
${accountsOf(facts, asked.chosen, answerable, words)}
${answerable && html`${codeOf(asked, words, frame)}
<div class="row"><button class="main" name="step" value="approve">${words.approval.approve}</button>
<button class="second" name="step" value="refuse" formnovalidate>${words.approval.refuse}</button></div>`}
</form>`;
}

const factsOf = (facts: ConsentFacts, words: Words, language: Language): Html => html`
<dl class="facts">
<div><dt>${words.approval.what}</dt><dd><ul>${facts.rights.map((right) => html`<li>${words.approval.rights[right]}</li>`)}</ul><small>${words.approval.changes}</small></dd></div>
<div><dt>${words.approval.until}</dt><dd>${longDate(facts.validUntil, language)}<small>${words.approval.withdraw}</small></dd></div>
<div><dt>${words.approval.often}</dt><dd>${facts.recurring ? words.approval.times(facts.frequencyPerDay) : words.approval.once}</dd></div>
<div><dt>${words.approval.fees}</dt><dd>${words.approval.noFees}</dd></div>
</dl>`;

function accountsOf(facts: ConsentFacts, chosen: readonly string[] | undefined, answerable: boolean, words: Words): Html {
  const kinds = [...new Set(facts.offers.map(({ kind }) => kind))];
  const choice = facts.access === 'offered' && answerable;
  return html`<fieldset aria-describedby="accounts-note">
<legend>${words.approval.accounts[facts.access]}</legend>
<p class="soft" id="accounts-note">${words.approval.explains[facts.access]}</p>
${kinds.map((kind) => html`${kinds.length > 1 && html`<p class="kind">${words.kinds[kind as keyof Words['kinds']] ?? kind}</p>`}
<ul class="accounts">${facts.offers.filter((offer) => offer.kind === kind).map((offer) => html`<li>${accountOf(offer, words, choice, chosen?.includes(offer.key) ?? false)}</li>`)}</ul>`)}
</fieldset>`;
}

function accountOf(offer: Offer, words: Words, choice: boolean, ticked: boolean): Html {
  const said = html`<span><b><bdi>${offer.name}</bdi></b><bdi dir="ltr">${grouped(offer.number)}</bdi>${offer.rule === 'both' && html`<em>${words.approval.both}</em>`}</span><span class="currency">${offer.currency}</span>`;
  return choice
    ? html`<label class="account"><input type="checkbox" name="account" value="${offer.key}" ${ticked && html`checked`}>${said}</label>`
    : html`<div class="account">${said}</div>`;
}

/** An IBAN as people read it, in fours (ISO 13616). */
const grouped = (number: string): string => (/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(number) ? number.replace(/(.{4})(?=.)/g, '$1 ') : number);

function codeOf({ view, timeZone }: ApprovalPage, words: Words, { language }: Frame): Html {
  const { shownCode, codeExpiresAt } = view;
  if (!codeExpiresAt) return notice('alert', words.approval.noCode);
  return html`<div class="code"><h2><label for="code">${words.approval.code}</label></h2>
<p class="soft" id="code-note">${words.approval.codeSent(clockTime(codeExpiresAt, language, timeZone))}</p>
${shownCode && notice('note', words.approval.codeShown(shownCode))}
<div class="field"><input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 -]{6,8}" maxlength="8" required aria-describedby="code-note" value="${shownCode ?? ''}">
<button class="link" form="aside" name="step" value="new-code">${words.approval.newCode}</button></div></div>`;
}

function silentOf({ silent }: ConsentFacts, words: Words): Html | false {
  if (silent.length === 0) return false;
  const names = silent.map((service) => words.services[service]).join(', ');
  return html`<div class="notice note" role="alert"><h2>${words.silent.title}</h2><p>${words.silent.says(names)}</p></div>
${silent.map((service) => html`<input type="hidden" name="silent" value="${service}">`)}
<div class="row"><button class="main" name="step" value="retry">${words.silent.retry}</button><button class="second" name="step" value="leave-out">${words.silent.leaveOut}</button></div>`;
}
