import { randomBytes } from 'node:crypto';
import { asRefusal, beginRequest, cookieIn, hostCookie, setCookie } from '@open-banking/http';
import type { Refusal } from '@open-banking/messages';
import { html, ownSitePolicy, PageRouter, sendPage, visitParts, type PageAnswer } from '@open-banking/pages';
import type { OperatorRole } from '@open-banking/spec';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { perform } from './acts.js';
import * as decisions from './decisions.js';
import { heldPayments } from './held-payments.js';
import * as lists from './lists.js';
import { RefusedCall, type OperatorCalls } from './operator-calls.js';
import { overview } from './overview.js';
import * as subjects from './subjects.js';
import { viewPage } from './view-page.js';
import { ViewSessions, type Session } from './view-sessions.js';
import { viewStyle } from './view-style.js';
import type { PageHandler, PageResult, Visit } from './visit.js';

const pages: readonly (readonly [method: 'GET' | 'POST', path: string, handle: PageHandler])[] = [
  ['GET', '/', overview],
  ['GET', '/search', subjects.search],
  ['GET', '/clients', subjects.clients],
  ['GET', '/clients/{clientId}', subjects.client],
  ['GET', '/consents/{consentId}', subjects.consent],
  ['GET', '/payments/{paymentId}', subjects.payment],
  ['GET', '/mandates/{resourceId}', subjects.mandate],
  ['GET', '/jobs', lists.jobs],
  ['GET', '/notifications', lists.notifications],
  ['GET', '/held', heldPayments],
  ['GET', '/clearing', lists.clearing],
  ['GET', '/adjustments', decisions.adjustments],
  ['GET', '/proposals', decisions.proposals],
  ['GET', '/operators', lists.operators],
  ['GET', '/audit', lists.audit],
  ['POST', '/audit/verification', lists.verification],
];
const headers = { ...ownSitePolicy, 'cross-origin-opener-policy': 'same-origin' };

export interface ViewParts {
  readonly calls: OperatorCalls;
  readonly roles: readonly OperatorRole[];
  /** Where browsers reach it: any other Host is refused, so that no name of somebody else's leads here (DNS rebinding). */
  readonly origins: () => readonly string[];
}

/** The operator's view: pages for the one operator whose key this process was started with. */
export class ViewServer extends PageRouter<Visit, PageResult | { readonly goTo: string }> {
  readonly sessions = new ViewSessions();
  readonly server = fastify({
    requestTimeout: 15_000,
    routerOptions: { maxParamLength: 256 },
    frameworkErrors: (_error, _request, reply) => void sendPage(reply as FastifyReply, plain(400, 'This address cannot be read.')),
  });

  constructor(private readonly parts: ViewParts) {
    super(randomBytes(32));
    const { server } = this;
    server.decorateRequest('bank', null as never);
    server.addHook('onRequest', (request, reply) => this.admit(request, reply));
    server.setErrorHandler((error, _request, reply) => sendPage(reply, this.fault(asRefusal(error))));
    server.setNotFoundHandler((request, reply) => sendPage(reply, this.page(notFound, this.session(request), visitParts(request).path)));
    server.get('/view.css', (_request, reply) =>
      sendPage(reply, { body: viewStyle, headers: { ...headers, 'content-type': 'text/css; charset=utf-8' } }),
    );
    server.get('/sign-in/:token', (request, reply) => sendPage(reply, this.signIn(request, reply)));
  }

  /** Puts the pages on the server and opens its port. */
  async listen(port: number, host: string): Promise<void> {
    await this.open(this.server, [
      ...pages.map(([method, path, handle]) => [{ method, path }, (visit: Visit) => handle(visit).catch(problemPage)] as const),
      [{ method: 'POST', path: '/sign-out' }, (visit) => this.signOut(visit)],
      [{ method: 'POST', path: '/acts/{act}' }, (visit) => this.act(visit)],
    ]);
    await this.server.listen({ port, host });
  }

  protected override visit(request: FastifyRequest): Visit {
    const { form, params, path, search: query } = visitParts(request);
    const session = this.session(request)!;
    const here = query.size > 0 ? `${path}?${query.toString()}` : path;
    return { ...this.parts, browser: session.id, csrf: this.csrf(session.id), form, here, params, path, query, session };
  }

  protected override answer(result: PageResult | { readonly goTo: string }, { path, session }: Visit): PageAnswer {
    return 'goTo' in result ? { goTo: result.goTo, headers } : this.page(result, session, path);
  }

  /** A browser also says when another site has sent it. */
  protected override isOwnForm(visit: Visit, request: FastifyRequest): boolean {
    const { origin } = request.headers;
    return (origin === undefined || origin === 'null' || origin === this.origin(request)) && super.isOwnForm(visit, request);
  }

  protected override foreignForm(): PageAnswer {
    return plain(403, 'This form is not from these pages. Nothing was done.');
  }

  protected override fault(refusal: Refusal): PageAnswer {
    // It is no form, or too long for one.
    if (refusal.status < 500) return this.foreignForm();
    const { detail } = refusal;
    process.stderr.write(`openbank view: ${detail instanceof Error ? detail.message : refusal.message}\n`);
    return plain(500, 'The page cannot be shown.');
  }

  /** Refuses what is for another host, and all but the way in where no operator is signed in. */
  private async admit(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    request.bank = beginRequest(request);
    if (this.origin(request) === undefined) return sendPage(reply, plain(421, 'This address is not one that the view was started for.'));
    const { url } = request.routeOptions;
    if (url === '/view.css' || url === '/sign-in/:token' || this.session(request)) return undefined;
    return sendPage(reply, this.page(notSignedIn));
  }

  private signIn(request: FastifyRequest, reply: FastifyReply): PageAnswer {
    const session = this.sessions.signIn(visitParts(request).params['token']!);
    if (!session) return this.page(notSignedIn);
    const origin = this.origin(request)!;
    void reply.header('set-cookie', setCookie(cookieName(origin), session.id, { path: '/', sameSite: 'Strict', secure: isSecure(origin) }));
    return { goTo: '/', headers };
  }

  private signOut({ session }: Visit): { readonly goTo: string } {
    this.sessions.end(session.id);
    return { goTo: '/' };
  }

  private async act({ form, params, session }: Visit): Promise<{ readonly goTo: string }> {
    const { leadsTo, ...notice } = await perform(this.parts, params['act']!, form).then(
      (outcome) => ({ kind: 'done' as const, ...outcome }),
      (error: Error) => ({ kind: 'alert' as const, text: error.message, leadsTo: undefined }),
    );
    session.notice = notice;
    const back = leadsTo ?? form.get('back') ?? '/';
    return { goTo: /^\/(?![/\\])[\x21-\x7e]*$/.test(back) ? back : '/' };
  }

  private page({ title, content, status }: PageResult, session?: Session, path = '/'): PageAnswer {
    const { calls, roles } = this.parts;
    const notice = session?.notice;
    if (session) session.notice = undefined;
    const signedIn = session && { name: calls.name, roles, csrf: this.csrf(session.id) };
    return { status, headers, body: viewPage({ title, content, path, notice, signedIn, sandbox: calls.bank.sandbox ?? true }) };
  }

  private origin({ headers: { host } }: FastifyRequest): string | undefined {
    return this.parts.origins().find((one) => new URL(one).host === host);
  }

  private session(request: FastifyRequest): Session | undefined {
    return this.sessions.find(cookieIn(request.headers.cookie, cookieName(this.origin(request)!)));
  }
}

const isSecure = (origin: string): boolean => origin.startsWith('https:');
const cookieName = (origin: string): string => hostCookie('operator-view', isSecure(origin));

const plain = (status: number, text: string): PageAnswer => ({
  status,
  headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' },
  body: `${text}\n`,
});

const notSignedIn: PageResult = {
  title: 'Not signed in',
  status: 401,
  content: html`<h1>Not signed in</h1><p>Open the link that <code>openbank view</code> has printed. It signs in one browser, once, within ten minutes; press Enter there for a new one.</p>`,
};
const notFound: PageResult = { title: 'Not found', status: 404, content: html`<h1>Not found</h1><p>There is no such page.</p>` };

const problemPage = (error: Error): PageResult => ({
  title: 'Not answered',
  status: error instanceof RefusedCall && error.status < 500 ? error.status : 502,
  content: html`<h1>The bank does not answer this</h1><p>${error.message}</p>`,
});
