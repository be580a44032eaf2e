import { html, type Html } from '@open-banking/pages';
import { aisPis, consolePages, mandates, type Operation } from '@open-banking/spec';
import type { DeveloperObject } from '../objects/developer-objects.service.js';
import { statesPassed, statusInWords } from '../objects/states-passed.js';
import { statusText } from '../reference/status-texts.js';
import { portalNotice } from '../visit/portal-page.js';
import type { PageResult } from '../visit/portal-router.js';
import { approveForm } from './console-page.js';
import { grantOf, type PendingApproval, type Subject } from './console-state.js';
import { exchangeSection, tokenOfCall } from './exchange-section.js';
import type { Exchange } from '../gateway-calls/gateway-calls.service.js';
import { nextSteps } from './next-steps.js';
import type { Turn } from './turn.js';
import { operationPath } from './operation-path.js';
import type { IssuerError } from './token-requests.service.js';

/** The page of the status of a consent, payment or mandate. */
export const statusAddress = ({ id }: Pick<Subject, 'id'>): string => `${consolePages.showConsoleStatus.path}?id=${encodeURIComponent(id)}`;

const asksToCancel = (object: DeveloperObject): boolean => object.kind === 'mandate' && object.facts.cancellation?.state === 'pending';

/** A consent, payment or mandate as the subject of a customer's decision. */
export function subjectOfObject(object: DeveloperObject): Subject {
  const { kind, objectId: id } = object;
  if (kind === 'payment') return { issuer: 'payments', id, product: object.facts.product };
  if (kind === 'consent') return { issuer: 'consents', id };
  return { issuer: asksToCancel(object) ? 'cancellation' : 'mandates', id };
}

/** Statuses in which a customer has not decided yet. */
const waiting: Readonly<Record<DeveloperObject['kind'], readonly string[]>> = {
  consent: ['received', 'partiallyAuthorised'],
  payment: ['RCVD', 'RVCM', 'PATC'],
  mandate: ['RCVD', 'PATC'],
};

/** A customer can still decide. */
const isWaiting = (object: DeveloperObject): boolean => waiting[object.kind].includes(object.status) || asksToCancel(object);

/** No page need ask again: a payment is final, and the customer has decided about a consent or a mandate. */
export const isSettled = (object: DeveloperObject): boolean =>
  object.kind === 'payment' ? statusText('payment', object.status)?.final === true : !isWaiting(object);

const consoleLink = html`<p><a href="${consolePages.showConsole.path}">Console</a></p>`;

const operationsOfApproval: Readonly<Record<Subject['issuer'], Operation>> = {
  consents: aisPis.createConsent,
  payments: aisPis.createPayment,
  mandates: mandates.createMandate,
  cancellation: mandates.deleteMandate,
};

/** The status in words, the states passed with their times, and what can be done next. */
export function progressPage(
  { visit, state }: Turn,
  object: DeveloperObject,
  exchange: Exchange,
  { again, refreshes }: { readonly again: string; readonly refreshes: boolean },
): PageResult {
  const { kind, status, states, objectId } = object;
  const subject = subjectOfObject(object);
  const title = `Your ${kind}`;
  const login = grantOf(state, subject.issuer)?.login ?? '';
  const operation = operationsOfApproval[subject.issuer];
  return {
    title,
    content: html`${consoleLink}<h1>${title}</h1>
<p class="lead">${statusInWords(kind, status)}</p>
${statesPassed(states)}
<dl class="facts"><dt>Id</dt><dd><code>${objectId}</code></dd></dl>
${!isSettled(object) && html`<p>${refreshes && 'This page asks again every two seconds. '}<a href="${again}">Ask now</a></p>`}
${isWaiting(object) && approveForm(visit.csrf, operation, objectId, login, 'Send the customer again')}
${nextSteps(subject)}
<section aria-labelledby="answer">${exchangeSection(exchange, tokenOfCall(exchange.call), { isExplained: true })}</section>`,
  };
}

/**
 * The page after a customer has refused, or gone back without an answer: then the request stays open for a while. `object`: undefined if it
 * is gone.
 */
export function notApprovedPage(
  csrf: string,
  { subject, login, operationId }: PendingApproval,
  { code, description }: IssuerError,
  object: DeveloperObject | undefined,
): PageResult {
  const title = 'The customer did not approve';
  const again: Html =
    object && isWaiting(object)
      ? approveForm(csrf, { id: operationId }, subject.id, login, 'Send the customer again')
      : html`<p><a class="button" href="${operationPath(operationId)}">Back to the request</a></p>`;
  return {
    title,
    status: 422,
    content: html`${consoleLink}<h1>${title}</h1>
${portalNotice('alert', html`<code>${code}</code>${description !== undefined && html`: ${description}`}`)}
${object && html`<p class="lead">${statusInWords(object.kind, object.status)}</p>${statesPassed(object.states)}`}
${again}
${nextSteps(subject)}`,
  };
}
