import type { ApprovalFacts, ApprovalView, AskedApp } from './approval-facts.js';
import { shownFacts } from './facts.js';
import { codeCharacters } from './forms/approval-forms.js';
import { contactNote } from './contact.js';
import { clientLogo } from './client-logo.js';
import { html, Html } from './html.js';
import { notice, page, type Frame } from './layout.js';
import { offersOf } from './offers.js';
import { waitingScript } from './waiting-script.js';
import { zonedTime, bidiIsolate, localeOf, type Locale } from './locale.js';

export interface ApprovalPage {
  readonly clientName: string;
  readonly action: string;
  readonly csrf: string;
  readonly view: ApprovalView;
  readonly timeZone: string;
  /** By when to answer, in words. */
  readonly time?: string;
  /** Where the customer goes afterwards, in words; nowhere from the bank's own pages. */
  readonly returnsTo?: string;
  /** The number under which the authorisation register lists the client, where the bank has checked it. */
  readonly organization?: string | undefined;
  /** The hash of its logo, where an operator has approved one. */
  readonly logo?: string | undefined;
  /** Of a client that registered itself: that nobody has looked who it is. */
  readonly unchecked?: string | undefined;
  /** How the way back without an answer is called, and its effect; by default that of going back to the client. */
  readonly leave: string;
  readonly leaves?: string;
  /** Another customer may sign in here. */
  readonly mayLeave?: boolean;
  readonly problem?: string;
  /** The approval code is what is wrong. */
  readonly isCodeWrong?: boolean;
  /** What was ticked before the page had to be shown again. */
  readonly chosen?: readonly string[];
  /** Where the page's script asks whether the app has answered. */
  readonly watchAt?: string;
}

/** Who asks for what, with which accounts; then the code; then the answer. */
export function approvalPage(frame: Frame, asked: ApprovalPage): string {
  const words = localeOf(frame.language);
  const {
    clientName,
    action,
    csrf,
    view: { facts, customerName },
    problem,
  } = asked;
  const title = titleOf(facts, clientName, words);
  return page(
    frame,
    title,
    html`
<div class="card">
${clientLogo(asked.logo, clientName, words)}
<h1>${title}</h1>
<p class="who">${words.approval.signedInAs(bidiIsolate(customerName))}${asked.mayLeave && html` <button class="link small" form="aside" name="step" value="other-customer">${words.approval.notYou}</button>`}</p>
${aboutClient(asked, words)}
${problem && !asked.isCodeWrong && notice('alert', problem)}
${approvalBody(asked, words, frame)}
<form id="aside" method="post" action="${action}">
<input type="hidden" name="csrf" value="${csrf}">
${!facts.blocked && unavailableOf(facts, words)}
${facts.blocked ? html`<div class="row"><button class="main" name="step" value="cancel">${asked.leave}</button></div>` : waysOut(asked, words)}
</form>
</div>`,
  );
}

/** The ways out without an approval, each with its effect. */
const waysOut = ({ leave, leaves, returnsTo, time, view: { facts } }: ApprovalPage, { approval, report }: Locale): Html =>
  html`<p class="leave"><button class="link" name="step" value="cancel">${leave}</button></p>
<p class="way">${leaves ?? approval.leaves} ${returnsTo} ${time}</p>
${
  !facts.approved &&
  html`<p class="leave"><button class="link" name="step" value="report">${report.button}</button></p>
<p class="way">${report.effect}</p>`
}`;

function approvalBody(asked: ApprovalPage, words: Locale, frame: Frame): Html {
  const { facts, app } = asked.view;
  if (facts.blocked) return html`${notice('alert', blockedBy(facts, words))}${contactNote(frame)}`;
  return app?.asked ? waitingOf(asked, app.asked, words, frame) : answerForm(asked, words, frame);
}

/** Who the client is, as far as the bank knows. */
const aboutClient = ({ clientName, organization, unchecked }: ApprovalPage, words: Locale): Html =>
  html`${organization !== undefined && html`<p class="who">${words.thirdParty.listedAs(clientName, bidiIsolate(organization))}</p>`}${unchecked !== undefined && notice('note', unchecked)}`;

function titleOf(facts: ApprovalFacts, clientName: string, words: Locale): string {
  if (facts.blocked) return words.blocked.title;
  return approvedBefore(facts, words)?.title ?? words[facts.kind].title(clientName);
}

/** A payment or mandate that took effect with this customer's approval must not look as if it were asked for once more. */
const approvedBefore = ({ kind, approved }: ApprovalFacts, words: Locale) =>
  approved && (kind === 'payment' || kind === 'mandate') ? words[kind].approvedBefore : undefined;

function answerForm(asked: ApprovalPage, words: Locale, frame: Frame): Html {
  const {
    action,
    clientName,
    csrf,
    view: { facts, about },
  } = asked;
  const shown = shownFacts(facts, words, frame.language);
  const before = approvedBefore(facts, words);
  return html`${before && notice('note', before.note(clientName))}${facts.second && notice('note', facts.more ? words.approval.oneOfSeveral : words.approval.second)}
<form id="answer" method="post" action="${action}">
<input type="hidden" name="csrf" value="${csrf}">
<input type="hidden" name="about" value="${about}">
${shown.warning && notice(shown.warning.kind, shown.warning.says)}
<dl class="facts">${shown.lines}</dl>
${shown.accounts && offersOf(asked.view, shown.accounts, asked.chosen, words, frame.language)}
${
  facts.unavailable.length === 0 &&
  html`${asked.view.app ? html`<p class="soft">${words.approval.app.explains}</p>` : codeField(asked, words, frame)}
<div class="row">${yesOf(asked, words)}
<button class="second" name="step" value="refuse" formnovalidate>${words.approval.refuse}</button></div>
<p class="way">${words.approval.refuses(clientName)}</p>`
}
</form>`;
}

const yesOf = ({ view: { app } }: ApprovalPage, { approval }: Locale): Html =>
  app
    ? html`<button class="main" name="step" value="ask-app">${approval.app.ask}</button>`
    : html`<button class="main" name="step" value="approve">${approval.approve}</button>`;

/** The app was asked: the same facts, with the accounts that were chosen, until it has answered. */
function waitingOf(
  asked: ApprovalPage,
  { bindingMessage, expiresAt, delivered, chosen, openAt }: AskedApp,
  words: Locale,
  frame: Frame,
): Html {
  const { facts } = asked.view;
  const { app } = words.approval;
  const shown = shownFacts(facts, words, frame.language);
  const offers = facts.choose === 'none' ? facts.offers : facts.offers.filter(({ key }) => chosen.includes(key));
  const view: ApprovalView = { ...asked.view, facts: { ...facts, offers, choose: 'none' } };
  return html`<form id="answer" method="post" action="${asked.action}" ${asked.watchAt !== undefined && html`data-waits="${asked.watchAt}"`}>
<input type="hidden" name="csrf" value="${asked.csrf}">
<div class="code"><h2>${app.title}</h2>
${notice('note', delivered ? app.sent(zonedTime(expiresAt, frame.language, asked.timeZone)) : app.notReached)}
<p><b class="digits" dir="ltr">${bindingMessage}</b></p><p class="soft">${app.match}</p>
${openAt !== undefined && html`<div class="notice note"><p>${app.played} <a id="app" href="${openAt}" target="_blank" rel="noopener">${app.openPlayed}</a></p></div>`}</div>
<div class="row"><button class="main" name="step" value="go-on">${app.goOn}</button>
<button class="second" name="step" value="refuse">${words.approval.refuse}</button></div>
${shown.warning && notice(shown.warning.kind, shown.warning.says)}
<dl class="facts">${shown.lines}</dl>
${shown.accounts && offersOf(view, shown.accounts, undefined, words, frame.language)}
<p class="leave"><button class="link" name="step" value="take-back">${app.takeBack}</button></p>
</form>
${asked.watchAt !== undefined && html`<script>${new Html(waitingScript)}</script>`}`;
}

/** Why not, and that nothing has happened. */
function blockedBy({ kind, blocked }: ApprovalFacts, words: Locale): string {
  // Nothing is collected under this one, but under the one that exists.
  if (blocked === 'mandate-exists') return words.mandate.exists;
  const why = blocked === 'accounts' ? words[kind].notYours : blocked === 'nothing' ? words[kind].nothing : words.blocked[blocked!];
  return `${why} ${words[kind].unchanged}`;
}

function codeField({ view, timeZone, problem, isCodeWrong = false }: ApprovalPage, words: Locale, { language }: Frame): Html {
  const { shownCode, codeExpiresAt } = view;
  if (!codeExpiresAt) return notice('alert', words.approval.noCode);
  return html`<div class="code"><h2><label for="code">${words.approval.code}</label></h2>
<p class="soft" id="code-note">${words.approval.codeSent(zonedTime(codeExpiresAt, language, timeZone))}</p>
${shownCode && notice('note', words.approval.codeShown(shownCode))}
${isCodeWrong && html`<p class="wrong" id="code-problem" role="alert">${problem}</p>`}
<div class="field"><input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 \\-]{6,${codeCharacters}}" maxlength="${codeCharacters}" required aria-invalid="${String(isCodeWrong)}" aria-describedby="${isCodeWrong && 'code-problem '}code-note" ${isCodeWrong && html`autofocus`} value="${shownCode ?? ''}">
<button class="link" form="aside" name="step" value="new-code">${words.approval.newCode}</button></div></div>`;
}

/** A consent may cover less; a payment or a mandate without the accounts it is taken from is none. */
function unavailableOf({ kind, unavailable }: ApprovalFacts, words: Locale): Html | false {
  if (unavailable.length === 0) return false;
  const names = unavailable.map((service) => words.services[service]).join(', ');
  const without = kind === 'consent';
  return html`<div class="notice note" role="alert"><h2>${words.unavailable.title}</h2><p>${without ? words.unavailable.says(names) : words.unavailable.waits(names)}</p></div>
${unavailable.map((service) => html`<input type="hidden" name="silent" value="${service}">`)}
<div class="row"><button class="main" name="step" value="retry">${words.unavailable.retry}</button>${without && html`<button class="second" name="step" value="leave-out">${words.unavailable.leaveOut}</button>`}</div>`;
}
