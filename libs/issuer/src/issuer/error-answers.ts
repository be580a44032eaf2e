import type { IncomingHttpHeaders } from 'node:http';
import { asRefusal } from '@open-banking/http';
import type { Issuer } from '@open-banking/spec';
import type { KoaContextWithOIDC } from 'oidc-provider';
import {
  answerMarkerOf,
  authorizationErrorPage,
  erroneousRequestPage,
  type Frame,
  languageOf,
  type Outcome,
  pagePolicy,
  placeOf,
  reportedPage,
  suspendedPage,
  type Theme,
} from '@open-banking/pages';
import type { IssuerSettings } from '../issuer-settings.js';
import { authorizationError, failureOfBank, foreignRequestUri, type ErrorOut } from './authorization-error.js';
import type { AuthorizationResponses } from './authorization-response.js';
import { erroneousRequest } from './erroneous-request.js';
import type { LimitedProvider } from './limited-provider.js';
import { isForeignRequest, wayBack } from './pushed-request.js';
import { isReported } from './reported-interaction.js';
import { isSuspended } from './suspended-client.js';

/** The settings that pages need besides the issuer's. */
export type PageSettings = IssuerSettings & { readonly theme: Theme };

const frameOf = ({ theme, sandbox }: PageSettings, accept: string | undefined): Frame => ({
  language: languageOf(undefined, accept),
  theme,
  sandbox,
  switchable: false,
});

/** The page for a customer who returns after answering: in the language of the answer, and true to it. */
export function standing(
  settings: PageSettings,
  issuer: Issuer,
  headers: IncomingHttpHeaders,
  uid: string | undefined,
): { frame: Frame; outcome?: Outcome } {
  const frame = frameOf(settings, headers['accept-language']);
  const marker = answerMarkerOf(headers.cookie, uid);
  return marker ? { frame: { ...frame, language: marker.language }, outcome: { state: marker.state, place: placeOf[issuer] } } : { frame };
}

/** Errors of other endpoints are JSON; an authorization request ends at its client, or on a page. */
export const renderErrorOf =
  (settings: PageSettings, issuer: Issuer, responses: AuthorizationResponses) =>
  async (ctx: KoaContextWithOIDC, out: ErrorOut, error: unknown): Promise<void> => {
    if (!ctx.path.includes('/authorize')) {
      ctx.body = out;
      return;
    }
    const back = await wayBack(ctx, out, responses);
    if (back !== undefined) {
      ctx.status = 303;
      ctx.set({ ...pagePolicy(settings), location: back });
      ctx.body = '';
      return;
    }
    if (ctx.status >= 500) ctx.status = asRefusal(error).status;
    ctx.set({ ...pagePolicy(settings), ...(ctx.status === 503 && { 'retry-after': '1' }) });
    const { frame, outcome } = standing(settings, issuer, ctx.headers, /\/authorize\/([^/]+)$/.exec(ctx.path)?.[1]);
    ctx.body = authorizationErrorPage(frame, authorizationError(error, out), outcome);
  };

/**
 * Authorization requests that are answered by a page of ours, and not at the client's address: another's, and those in error of a client
 * that registered itself.
 */
export function answerErroneous(provider: LimitedProvider, settings: PageSettings, responses: AuthorizationResponses): void {
  const thrown = new WeakMap<object, Error>();
  const note = (ctx: KoaContextWithOIDC, error: Error): unknown => thrown.set(ctx, error);
  provider.on('authorization.error', note);
  provider.on('server_error', note);
  provider.use(async (given, next) => {
    const ctx = given as unknown as KoaContextWithOIDC;
    const page = (status: number, text: string): void => {
      ctx.response.remove('location');
      ctx.status = status;
      ctx.set(pagePolicy(settings));
      ctx.body = text;
    };
    const frame = frameOf(settings, ctx.get('accept-language'));
    try {
      if (ctx.path.endsWith('/authorize') && (await isForeignRequest(provider, ctx.query)))
        return page(400, authorizationErrorPage(frame, foreignRequestUri));
    } catch (error) {
      const failure = failureOfBank(error);
      return page(failure.status, authorizationErrorPage(frame, failure));
    }
    await next();
    const error = thrown.get(ctx);
    if (error) await answerError(ctx, error, frame, page, responses);
  });
}

/**
 * Answers with a page where the browser must not return to the client: the customer reported the request, the client is suspended, or it
 * registered itself and the customer has not yet seen its address.
 */
async function answerError(
  ctx: KoaContextWithOIDC,
  error: Error,
  frame: Frame,
  page: (status: number, text: string) => void,
  responses: AuthorizationResponses,
): Promise<void> {
  const { client, entities, route } = ctx.oidc;
  if (route === 'resume' && isReported(entities.Interaction?.result)) return page(200, reportedPage(frame));
  if (client && isSuspended(client) && route === 'authorization')
    return page(403, suspendedPage(frame, client.clientName ?? client.clientId));
  const erroneous = await erroneousRequest(ctx, error, responses);
  if (erroneous) page(400, erroneousRequestPage(frame, erroneous));
}
