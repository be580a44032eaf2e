import { hostCookie, plainCookieIn, setCookie } from '@open-banking/http';
import type { Refusal } from '@open-banking/messages';
import { html, ownSitePolicy, PageRouter, visitParts, type PageAnswer, type PageVisit } from '@open-banking/pages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Developer, DeveloperSessionsService } from './developer-sessions.service.js';
import { errorContent } from './error-content.js';
import type { Frame } from './frame.js';
import { portalNotice, portalPage } from './portal-page.js';
import { signInAddress, signInTarget } from './sign-in-target.js';

interface ShownPage {
  readonly title: string;
  readonly content: ReturnType<typeof html>;
  readonly narrow?: boolean;
  readonly status?: number;
  /** The path of the page as Markdown. */
  readonly markdown?: string;
  /** The paths of the scripts that the page runs besides the portal's own. `none`: it runs no script, as a password is typed there. */
  readonly scripts?: readonly string[] | 'none';
  /** The visit has ended the session: the page is that of a visitor. */
  readonly isSignedOut?: true;
  /** After how many seconds what is refused may be asked for again. */
  readonly retryAfterSeconds?: number | undefined;
  /** After how many seconds the browser loads the page again by itself. */
  readonly refreshAfterSeconds?: number | undefined;
}

/** The result of a visit: a page, a redirect, or a file. Status of a page: 200; 422 where a form was refused. */
export type PageResult =
  | ShownPage
  | { readonly goTo: string }
  | {
      readonly file: string | Buffer;
      readonly type: string;
      /** Only signed-in developers may see it. */
      readonly isOwn?: boolean;
    };

/** A request to these pages. */
export interface Visit extends PageVisit {
  /** The address that limits count by: the client's own, behind the proxies that the bank trusts. */
  readonly address: string;
  readonly frame: Frame;
  readonly csrf: string;
  readonly developer?: Developer;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly requestId: string;
  /** The value that `keep` has left in the browser under this name. */
  readonly kept: (name: string) => string | undefined;
}

export type PageHandler = (visit: Visit, reply: FastifyReply) => PageResult | Promise<PageResult>;

export interface PortalRouterParts {
  readonly sessions: DeveloperSessionsService;
  readonly formKey: Buffer;
  readonly bankName: string;
  readonly sandbox: boolean;
  /** The portal's address, without a slash at its end. */
  readonly site: string;
  /** Whether cookies are restricted to https. */
  readonly secure: boolean;
}

/** Steps of which each hashes a password, makes an account, or sends a message to an address that anybody may type. */
const asSignIn: readonly unknown[] = [
  'sign-in',
  'sign-up',
  'confirm',
  'ask-reset',
  'set-password',
  'give-address',
  'delete-account',
  'open-sandbox-account',
  'reopen',
];

/** The portal's pages, with one session cookie. */
export class PortalRouter extends PageRouter<Visit, PageResult> {
  /** The frames of the requests under way. Of one whose session could not be read, without the account. */
  private readonly frames = new WeakMap<object, Frame>();

  constructor(private readonly parts: PortalRouterParts) {
    super(parts.formKey);
  }

  /** Gives the browser a new session id: at its first visit, and at each sign-in and sign-out. */
  name(reply: FastifyReply, browser: string): void {
    this.keep(reply, 'portal', browser);
  }

  /** Leaves something in the browser until it is closed: letters, digits, `-` and `_`. Empty: nothing any more. */
  keep(reply: FastifyReply, name: string, value: string): void {
    const { secure } = this.parts;
    const maxAgeSeconds = value === '' ? 0 : undefined;
    void reply.header('set-cookie', setCookie(hostCookie(name, secure), value, { path: '/', sameSite: 'Lax', secure, maxAgeSeconds }));
  }

  protected override signsIn(_row: object, step: string | undefined): boolean {
    return asSignIn.includes(step);
  }

  protected override async visit(request: FastifyRequest, reply: FastifyReply): Promise<Visit> {
    const { cookies, path: _, ...parts } = visitParts(request);
    const kept = (name: string) => plainCookieIn(cookies, hostCookie(name, this.parts.secure));
    const brought = kept('portal');
    const browser = brought ?? this.parts.sessions.fresh();
    if (brought === undefined) this.name(reply, browser);
    const { frame, developer } = await this.framed(request, brought);
    const { requestId, address } = request.bank;
    return { ...parts, address, frame, browser, csrf: this.csrf(browser), developer, requestId, kept };
  }

  protected override answer(result: PageResult, { frame }: Pick<Visit, 'frame'>, reply: FastifyReply): PageAnswer {
    if ('goTo' in result) return { goTo: result.goTo, headers: ownSitePolicy };
    if (!('file' in result)) return pageAnswer(result, result.isSignedOut ? { ...frame, account: undefined } : frame);
    const headers = { ...ownSitePolicy, 'content-type': result.type };
    if (result.isOwn) return { body: result.file, headers };
    // A cache that others share may keep it, and would give the cookie of one visitor to all (RFC 9111 §7.3).
    void reply.removeHeader('set-cookie');
    return { body: result.file, headers: { ...headers, 'cache-control': 'max-age=300' } };
  }

  protected override foreignForm({ frame }: Visit): PageAnswer {
    return pageAnswer(foreignForm, frame);
  }

  /** Any error of these pages, as a page that leads on. */
  protected override fault(refusal: Refusal, request: FastifyRequest): Promise<PageAnswer> {
    return this.errorPage(refusal, request);
  }

  /** The page of an error, also at an address of the portal that nothing serves. A session that cannot be read is taken for none. */
  async errorPage(refusal: Refusal, request: FastifyRequest): Promise<Exclude<PageAnswer, { goTo: string }>> {
    const brought = plainCookieIn(request.headers.cookie, hostCookie('portal', this.parts.secure));
    if (!this.frames.has(request)) await this.framed(request, brought).catch(() => undefined);
    return pageAnswer(errorContent(refusal, request.bank.requestId), this.frames.get(request)!);
  }

  /** The developer who is signed in, and the frame of the request's page, which is kept for an error's. */
  private async framed(request: FastifyRequest, brought: string | undefined): Promise<{ frame: Frame; developer?: Developer | undefined }> {
    const plain = this.frame(visitParts(request).path);
    this.frames.set(request, plain);
    const developer = await this.parts.sessions.find(brought);
    const frame = { ...plain, account: developer && { name: developer.email, csrf: this.csrf(brought!) } };
    this.frames.set(request, frame);
    return { frame, developer };
  }

  private frame(path: string): Frame {
    const { bankName, sandbox, site } = this.parts;
    return { bankName, sandbox, site, path };
  }
}

function pageAnswer(
  { title, content, narrow, markdown, scripts, status, ...waits }: ShownPage,
  frame: Frame,
): Exclude<PageAnswer, { goTo: string }> {
  const { retryAfterSeconds: wait, refreshAfterSeconds: refresh } = waits;
  const headers = {
    ...ownSitePolicy,
    ...(wait !== undefined && { 'retry-after': String(wait) }),
    // HTML's own way to reload without script (https://html.spec.whatwg.org/#the-refresh-header).
    // With its address: a page with a fragment, which a redirect keeps, would not be loaded again.
    ...(refresh !== undefined && { refresh: `${refresh}; url=${frame.path}` }),
  };
  return { status, headers, body: portalPage(frame, title, content, { narrow, markdown, scripts }) };
}

const foreignForm: ShownPage = {
  title: 'Form out of date',
  status: 400,
  narrow: true,
  content: html`<h1>This form is out of date</h1>${portalNotice('alert', 'It was not sent by a page of this browser session. Go back, load the page again, and send it once more.')}`,
};

/** A form, and the query of an issuer's answer, are not sent again after a sign-in. */
const pageToReturnTo = ({ form, frame, query }: Visit): string | undefined =>
  form.size === 0 && Object.keys(query).length === 0 ? signInTarget(frame.path) : undefined;

/** Asks for sign-in if no developer is signed in; afterwards the sign-in leads to the page. */
export const forDevelopers =
  (handle: (visit: Visit, developer: Developer, reply: FastifyReply) => PageResult | Promise<PageResult>): PageHandler =>
  (visit, reply) =>
    visit.developer ? handle(visit, visit.developer, reply) : { goTo: signInAddress(pageToReturnTo(visit)) };
