import { asRefusal } from '@open-banking/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Frame } from './layout.js';
import { messagePage, type MessagePageOptions } from './message.page.js';
import { unknownOutcome, type Outcome } from './outcome.js';
import { pagePolicy, shownHost } from './content-security-policy.js';
import { isolated, localeOf } from './locale.js';

/** Where an authorization request in error would lead the browser, and what the client would be told. */
export interface ErroneousRequest {
  readonly clientName: string;
  readonly goTo: string;
  readonly detail: string;
}

/** Anything thrown behind a page, as a page. `outcome`: an answer that may have taken effect all the same. */
export function errorPage(frame: Frame, error: unknown, request: FastifyRequest, reply: FastifyReply, outcome?: Outcome): void {
  const refusal = asRefusal(error);
  request.bank.error = refusal;
  const { errors } = localeOf(frame.language);
  const wait = refusal.hints.retryAfterSeconds;
  const says = refusal.status === 429 ? errors.busy(wait ?? 1) : refusal.status >= 500 ? errors.ours : errors.request;
  void reply
    .code(refusal.status)
    .headers({ ...pagePolicy(), ...(wait !== undefined && { 'retry-after': String(wait) }) })
    .send(
      faultPage(
        frame,
        says,
        { detail: `${refusal.faults[0]!.code}, ${request.bank.requestId}` },
        refusal.status >= 500 ? outcome : undefined,
      ),
    );
}

/** What oidc-provider cannot send back to the client, because it does not know it or its address. */
export function oauthErrorPage(frame: Frame, error: string, description: string | undefined, outcome?: Outcome): string {
  const { errors } = localeOf(frame.language);
  const says =
    error === 'server_error'
      ? errors.ours
      : error === 'invalid_client' || error === 'invalid_redirect_uri'
        ? errors.unknownClient
        : /expired|not found|mismatch/.test(description ?? '')
          ? errors.ended
          : errors.request;
  return faultPage(frame, says, { detail: description ? `${error}: ${description}` : error }, outcome);
}

/** What went wrong; but where an answer may have taken effect, that this is not known, and where to look. */
export function faultPage(frame: Frame, says: string, besides: MessagePageOptions, outcome?: Outcome): string {
  const unknown = outcome && unknownOutcome(frame, outcome);
  if (!unknown) return messagePage(frame, localeOf(frame.language).errors.title, says, besides);
  return messagePage(frame, unknown.title, unknown.says, { ...besides, back: unknown.back });
}

/** An erroneous request of a client that registered itself: where it leads is named, and the customer decides. */
export function erroneousRequestPage(frame: Frame, { clientName, goTo, detail }: ErroneousRequest): string {
  const { error } = localeOf(frame.language).thirdParty;
  const host = isolated(shownHost(goTo));
  return messagePage(frame, error.title, error.says(isolated(clientName), host), {
    detail,
    back: { address: goTo, says: error.leave(host) },
  });
}

/** The bank has stopped the client; there is nothing to answer, and nowhere to go back to. */
export function suspendedPage(frame: Frame, clientName: string, back?: { readonly address: string; readonly says: string }): string {
  const { suspended } = localeOf(frame.language).thirdParty;
  return messagePage(frame, suspended.title, suspended.says(isolated(clientName)), { kind: 'note', ...(back && { back }) });
}
