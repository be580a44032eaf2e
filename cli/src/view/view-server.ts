import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { csrfToken, html, isOurs, type Html } from '@open-banking/pages';
import type { OperatorRole } from '@open-banking/spec';
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
import type { PageHandler, PageResult } from './visit.js';

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
const routes = pages.map(([method, path, handle]) => ({
  method,
  handle,
  pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}));

/** Nothing from elsewhere, no inline style or script, in no frame. */
const headers = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;
const formLimitBytes = 32_768;

export interface ViewParts {
  readonly calls: OperatorCalls;
  readonly roles: readonly OperatorRole[];
  /** Where browsers reach it: any other Host is refused, so that no name of somebody else's leads here (DNS rebinding). */
  readonly origins: () => readonly string[];
}

/** The operator's view: pages for the one operator whose key this process was started with. */
export class ViewServer {
  readonly sessions = new ViewSessions();
  readonly server: Server;
  private readonly formKey = randomBytes(32);

  constructor(private readonly parts: ViewParts) {
    this.server = createServer((request, response) => {
      this.answer(request, response).catch((error: unknown) => {
        this.fault(response, error);
      });
    });
    this.server.requestTimeout = 15_000;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const origin = this.parts.origins().find((one) => new URL(one).host === request.headers.host);
    if (origin === undefined) return this.plain(response, 421, 'This address is not one that the view was started for.');
    const { pathname, searchParams } = new URL(request.url ?? '/', origin);
    if (pathname === '/view.css') return this.send(response, 200, viewStyle, 'text/css; charset=utf-8');
    const [, token] = /^\/sign-in\/([\w-]+)$/.exec(pathname) ?? [];
    if (token !== undefined && request.method === 'GET') return this.signIn(response, token, origin);
    const session = this.sessions.find(cookieIn(request.headers.cookie, cookieName(origin)));
    if (!session) return this.page(response, { title: 'Not signed in', status: 401, content: notSignedIn }, undefined);
    if (request.method === 'POST') return this.post(request, response, { pathname, session, origin });
    return this.show(response, { method: 'GET', pathname, query: searchParams, session });
  }

  private signIn(response: ServerResponse, token: string, origin: string): void {
    const session = this.sessions.signIn(token);
    if (!session) return this.page(response, { title: 'Not signed in', status: 401, content: notSignedIn }, undefined);
    const secure = origin.startsWith('https:') ? '; Secure' : '';
    response.setHeader('set-cookie', `${cookieName(origin)}=${session.id}; Path=/; HttpOnly; SameSite=Strict${secure}`);
    this.goTo(response, '/');
  }

  private async post(
    request: IncomingMessage,
    response: ServerResponse,
    { pathname, session, origin }: { readonly pathname: string; readonly session: Session; readonly origin: string },
  ): Promise<void> {
    const form = await sentForm(request);
    if (!form || isForeign(request, origin) || !isOurs(form, this.formKey, session.id))
      return this.plain(response, 403, 'This form is not from these pages. Nothing was done.');
    if (pathname === '/sign-out') {
      this.sessions.end(session.id);
      return this.goTo(response, '/');
    }
    const [, act] = /^\/acts\/(\w+)$/.exec(pathname) ?? [];
    if (act === undefined) return this.show(response, { method: 'POST', pathname, query: new URLSearchParams(), session });
    const { leadsTo, ...notice } = await perform(this.parts, act, form).then(
      (outcome) => ({ kind: 'done' as const, ...outcome }),
      (error: Error) => ({ kind: 'alert' as const, text: error.message, leadsTo: undefined }),
    );
    session.notice = notice;
    const back = leadsTo ?? form.get('back') ?? '/';
    this.goTo(response, /^\/(?![/\\])[\x21-\x7e]*$/.test(back) ? back : '/');
  }

  private async show(
    response: ServerResponse,
    {
      method,
      pathname,
      query,
      session,
    }: { readonly method: string; readonly pathname: string; readonly query: URLSearchParams; readonly session: Session },
  ): Promise<void> {
    for (const { method: its, pattern, handle } of routes) {
      const found = its === method ? pattern.exec(pathname) : null;
      if (!found) continue;
      const params = Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]));
      const here = query.size > 0 ? `${pathname}?${query.toString()}` : pathname;
      const result = await handle({ ...this.parts, path: pathname, query, params, here, csrf: csrfToken(this.formKey, session.id) }).catch(
        problemPage,
      );
      return 'goTo' in result ? this.goTo(response, result.goTo) : this.page(response, result, session, pathname);
    }
    this.page(
      response,
      { title: 'Not found', status: 404, content: html`<h1>Not found</h1><p>There is no such page.</p>` },
      session,
      pathname,
    );
  }

  private page(response: ServerResponse, { title, content, status = 200 }: PageResult, session: Session | undefined, path = '/'): void {
    const notice = session?.notice;
    if (session) session.notice = undefined;
    const signedIn = session && { name: this.parts.calls.name, roles: this.parts.roles, csrf: csrfToken(this.formKey, session.id) };
    this.send(
      response,
      status,
      viewPage({ title, content, path, notice, signedIn, sandbox: this.parts.calls.bank.sandbox ?? true }),
      'text/html; charset=utf-8',
    );
  }

  private goTo(response: ServerResponse, location: string): void {
    response.writeHead(303, { ...headers, location }).end();
  }

  private plain(response: ServerResponse, status: number, text: string): void {
    this.send(response, status, `${text}\n`, 'text/plain; charset=utf-8');
  }

  private send(response: ServerResponse, status: number, text: string, type: string): void {
    response.writeHead(status, { ...headers, 'content-type': type }).end(text);
  }

  private fault(response: ServerResponse, error: unknown): void {
    process.stderr.write(`openbank view: ${error instanceof Error ? error.message : String(error)}\n`);
    if (!response.headersSent) this.plain(response, 500, 'The page cannot be shown.');
  }
}

const notSignedIn: Html = html`<h1>Not signed in</h1><p>Open the link that <code>openbank view</code> has printed. It signs in one browser, once, within ten minutes; press Enter there for a new one.</p>`;

const problemPage = (error: Error): PageResult => ({
  title: 'Not answered',
  status: error instanceof RefusedCall && error.status < 500 ? error.status : 502,
  content: html`<h1>The bank does not answer this</h1><p>${error.message}</p>`,
});

/** Whether a browser says that another site has sent this. */
const isForeign = ({ headers: { origin: from } }: IncomingMessage, origin: string): boolean =>
  from !== undefined && from !== 'null' && from !== origin;

/** The prefix binds a cookie to this host and to https (RFC 6265bis §4.1.3.2). */
const cookieName = (origin: string): string => (origin.startsWith('https:') ? '__Host-operator-view' : 'operator-view');

const cookieIn = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split(/; */)
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** Undefined: what was sent is no form, or too long. */
async function sentForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  if (!/^application\/x-www-form-urlencoded\b/.test(request.headers['content-type'] ?? '')) return undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > formLimitBytes) return undefined;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
