import type { Refusal } from '@open-banking/messages';
import { contactNote } from './contact.js';
import { MalformedForm, type FormFault } from './forms/malformed-form.js';
import type { Frame } from './layout.js';
import { messagePage, type MessagePageOptions } from './message.page.js';
import { unknownOutcome, type Outcome } from './outcome.js';
import { pagePolicy, shownHost } from './content-security-policy.js';
import type { PageAnswer } from './router/page-router.js';
import { bidiIsolate, localeOf, type Language } from './locale.js';

/** Where an erroneous authorization request would send the browser, and the error the client would receive. */
export interface ErroneousRequest {
  readonly clientName: string;
  readonly goTo: string;
  readonly detail: string;
}

/** Any error of a page. `outcome`: a decision that may have taken effect in spite of it. */
export function errorPage(frame: Frame, refusal: Refusal, requestId: string, outcome?: Outcome): PageAnswer {
  const { errors } = localeOf(frame.language);
  const wait = refusal.hints.retryAfterSeconds;
  const malformed = refusal instanceof MalformedForm ? refusal.fields : undefined;
  const says = malformed
    ? errors.form.says
    : refusal.status === 429
      ? errors.busy(wait ?? 1)
      : refusal.status >= 500
        ? errors.ours
        : errors.request;
  const besides = {
    detail: `${refusal.faults[0]!.code}, ${requestId}`,
    ...(malformed && {
      points: malformed.map((fault) => formFaultText(fault, frame.language)),
      back: { address: `?lang=${frame.language}`, says: errors.form.anew },
    }),
  };
  return {
    status: refusal.status,
    headers: { ...pagePolicy(frame), ...(wait !== undefined && { 'retry-after': String(wait) }) },
    body: faultPage(frame, says, besides, refusal.status >= 500 ? outcome : undefined),
  };
}

/** A field that is wrong, by its name in the form. */
function formFaultText({ field, problem, max = 0 }: FormFault, language: Language): string {
  const { problems } = localeOf(language).errors.form;
  return `${bidiIsolate(field)}: ${problem === 'tooLong' ? problems.tooLong(max) : problems[problem]}`;
}

/** Why an authorization request stops at the bank: what the page says about it. */
export type AuthorizationFailure = 'unknown-client' | 'ended' | 'invalid-request' | 'server-error';

export interface AuthorizationError {
  readonly failure: AuthorizationFailure;
  /** The error code of RFC 6749, shown in small print with its description. */
  readonly code: string;
  readonly description?: string | undefined;
}

/** An error that oidc-provider cannot return to the client, because it does not know the client or its redirect URI. */
export function authorizationErrorPage(frame: Frame, { failure, code, description }: AuthorizationError, outcome?: Outcome): string {
  const { errors } = localeOf(frame.language);
  const says = {
    'unknown-client': errors.unknownClient,
    ended: errors.ended,
    'invalid-request': errors.request,
    'server-error': errors.ours,
  }[failure];
  const isForService = failure === 'unknown-client' || failure === 'invalid-request';
  return faultPage(frame, says, { detail: description ? `${code}: ${description}` : code, isForService }, outcome);
}

/** Says what went wrong. If a decision may have taken effect, says instead that its outcome is unknown and where to look it up. */
export function faultPage(frame: Frame, says: string, besides: MessagePageOptions, outcome?: Outcome): string {
  const unknown = outcome && unknownOutcome(frame, outcome);
  if (!unknown) return messagePage(frame, localeOf(frame.language).errors.title, says, besides);
  return messagePage(frame, unknown.title, unknown.says, { ...besides, back: unknown.back });
}

/** An erroneous request of a client that registered itself: names the redirect target and lets the customer decide. */
export function erroneousRequestPage(frame: Frame, { clientName, goTo, detail }: ErroneousRequest): string {
  const { error } = localeOf(frame.language).thirdParty;
  const host = bidiIsolate(shownHost(goTo));
  return messagePage(frame, error.title, error.says(bidiIsolate(clientName), host), {
    detail,
    isForService: true,
    back: { address: goTo, says: error.leave(host) },
  });
}

/** A customer has not asked for what was to be approved. Nothing leads back to who did. */
export function reportedPage(frame: Frame): string {
  const { report } = localeOf(frame.language);
  return messagePage(frame, report.title, report.says, {
    kind: 'done',
    points: [report.careful],
    contact: contactNote(frame, report.password),
  });
}

/** The bank has suspended the client: there is nothing to approve, and usually nowhere to return to. */
export function suspendedPage(frame: Frame, clientName: string, back?: { readonly address: string; readonly says: string }): string {
  const { suspended } = localeOf(frame.language).thirdParty;
  return messagePage(frame, suspended.title, suspended.says(bidiIsolate(clientName)), { kind: 'note', ...(back && { back }) });
}
