import { isUuid, plainCookieIn, setCookie } from '@open-banking/http';
import { deviceCookieOf, setDeviceCookie, watchAnswer, type AppState, type SignedIn } from '@open-banking/issuer';
import type { Refusal } from '@open-banking/messages';
import {
  answerMarkerCookie,
  answerMarkerOf,
  errorPage,
  localeOf,
  loginNoticeOf,
  messagePage,
  pageFrame,
  pagePolicy,
  PageRouter,
  places,
  stepOf,
  visitParts,
  type Frame,
  type LoginProblem,
  type Notice,
  type Outcome,
  type PageAnswer,
  type PageVisit,
  type Theme,
} from '@open-banking/pages';
import { customerPages, type Operation } from '@open-banking/spec';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CustomerSessionsService } from './sessions.service.js';
import { undoneOutcomes } from './undone-outcomes.js';

interface ShownPage {
  readonly text: string;
  readonly refused?: boolean;
  readonly approves?: string;
  readonly clientLogos?: boolean;
  readonly waits?: boolean;
  readonly onwards?: string;
}

/**
 * The result of a visit: a page, a redirect with what was done, or what the script of a waiting page asks for. `approves` identifies what the
 * page asks to approve; `clientLogos`: it shows some; `waits`: for the bank's app; `onwards`: where the browser goes on to by itself.
 * `leaveFor` is an address of somebody else.
 */
export type PageResult =
  | ShownPage
  | { readonly goTo: string; readonly done?: string; readonly login?: LoginProblem }
  | { readonly leaveFor: string }
  /** A file of JSON to be kept. */
  | { readonly download: string; readonly fileName: string }
  | { readonly appState: AppState | undefined };

/** A signed-in customer with the end of the session. */
export type Customer = SignedIn & { readonly until: Date };

/** A request to these pages, with the id of its session or browser. */
export interface Visit extends PageVisit {
  readonly frame: Frame;
  /** The browser has never been here, so nobody was signed out. */
  readonly isFirst: boolean;
  readonly csrf: string;
  readonly customer?: Customer;
  readonly params: Readonly<Record<string, string>>;
  readonly done?: string;
  /** Why a sign-in at the bank's login has failed. */
  readonly loginNotice?: Notice | undefined;
  /** What the address says after its question mark, and the cookies, for what reads its own. */
  readonly search: URLSearchParams;
  readonly cookies: string | undefined;
  /** What the customer searches a list for. */
  readonly searched?: string;
  readonly deviceCookie?: string;
}

/** The id that a parameter of the address names; undefined if there is none, or it is malformed. */
export const idIn = ({ search }: Visit, name: string): string | undefined => {
  const id = search.get(name);
  return id !== null && isUuid(id) ? id : undefined;
};

export interface CustomerRouterParts {
  readonly sessions: CustomerSessionsService;
  readonly formKey: Buffer;
  readonly theme: Theme;
  readonly sandbox: boolean;
  /** Whether the cookie is restricted to https. */
  readonly secure: boolean;
}

const cookieName = 'customer_session';

/** All pages below `/customer`, with one cookie for that path. */
export class CustomerRouter extends PageRouter<Visit, PageResult> {
  constructor(private readonly parts: CustomerRouterParts) {
    super(parts.formKey);
  }

  /** Gives a browser a new id. */
  name(reply: FastifyReply, browser: string): void {
    const { secure } = this.parts;
    void reply.header('set-cookie', setCookie(cookieName, browser, { path: '/customer', sameSite: 'Strict', secure }));
  }

  /** Marks the browser as one in which this customer has signed in. */
  remember(reply: FastifyReply, deviceCookie: string): void {
    void reply.header('set-cookie', setDeviceCookie(deviceCookie, this.parts.secure));
  }

  protected override signsIn({ id }: Partial<Operation>, step: string | undefined): boolean {
    return step === 'sign-in' || id === customerPages.startCustomerLogin.id;
  }

  protected override async visit(request: FastifyRequest, reply: FastifyReply): Promise<Visit> {
    const { sessions, secure } = this.parts;
    const { cookies, form, params, query, search } = visitParts(request);
    const brought = plainCookieIn(cookies, cookieName);
    const browser = brought ?? sessions.fresh();
    if (!brought) this.name(reply, browser);
    return {
      frame: pageFrame(this.parts, request),
      browser,
      isFirst: !brought,
      csrf: this.csrf(browser),
      customer: await sessions.find(brought),
      done: query['done'],
      loginNotice: loginNoticeOf(query['login']),
      search,
      cookies,
      ...(typeof query['q'] === 'string' && { searched: query['q'].slice(0, 200) }),
      form,
      params,
      deviceCookie: deviceCookieOf(cookies, secure),
    };
  }

  protected override answer(result: PageResult, { frame }: Visit, reply: FastifyReply): PageAnswer {
    if ('appState' in result) return watchAnswer(result.appState);
    const headers = pagePolicy(frame);
    if ('leaveFor' in result) return { goTo: result.leaveFor, headers };
    if ('download' in result) return { body: result.download, headers: { ...headers, ...downloadHeaders(result.fileName) } };
    if ('text' in result) return this.page(result, frame, reply);
    const { done, goTo, login } = result;
    const query = new URLSearchParams({ lang: frame.language, ...(done && { done }), ...(login && { login }) });
    return { goTo: `${goTo}?${query.toString()}`, headers };
  }

  protected override foreignForm({ frame }: Visit): PageAnswer {
    const { errors, customer } = localeOf(frame.language);
    return {
      status: 400,
      headers: pagePolicy(frame),
      body: messagePage({ ...frame, switchable: false }, errors.title, customer.foreignForm),
    };
  }

  protected override fault(refusal: Refusal, request: FastifyRequest): PageAnswer {
    return errorPage(pageFrame(this.parts, request), refusal, request.bank.requestId, visitOutcome(request));
  }

  /** A page with a refusal has status 422, so that scripts can detect it; browsers show it as usual. */
  private page({ text, refused, approves, clientLogos, waits, onwards }: ShownPage, frame: Frame, reply: FastifyReply): PageAnswer {
    if (approves !== undefined) {
      const place = { path: '/customer', secure: this.parts.secure };
      void reply.header('set-cookie', answerMarkerCookie(approves, { state: 'shown', language: frame.language }, place));
    }
    const headers = { ...pagePolicy(frame, { clientLogos, waits }), ...(onwards !== undefined && { refresh: `0; url=${onwards}` }) };
    return { status: refused ? 422 : 200, headers, body: text };
  }
}

const downloadHeaders = (fileName: string) => ({
  'content-type': 'application/json; charset=utf-8',
  'content-disposition': `attachment; filename="${fileName}"`,
});

/** Form steps without an effect. */
const harmless: readonly unknown[] = [
  'sign-in',
  'sign-out',
  'new-code',
  'ask-app',
  'take-back',
  'retry',
  'cancel',
  'select-all',
  'other-customer',
];

/** What may have taken effect although this request fails: the submitted form, or the one that redirected here. */
function visitOutcome({ url, method, body, query, params, headers }: FastifyRequest): Outcome | undefined {
  const place = (['payments', 'mandates'] as const).find((name) => url.startsWith(places[name])) ?? 'access';
  const { done } = query as { done?: string };
  const sends = method === 'POST' && !harmless.includes(stepOf(body));
  if (sends || (done !== undefined && !undoneOutcomes.includes(done))) return { state: 'sent', place };
  const [id] = Object.values(params as Record<string, string>);
  const marker = answerMarkerOf(headers.cookie, id);
  return marker && { state: marker.state, place };
}

/** Asks for sign-in if there is no session or it has ended. */
export const signedIn =
  (handle: (visit: Visit, customer: Customer) => Promise<PageResult>) =>
  (visit: Visit): Promise<PageResult> =>
    visit.customer ? handle(visit, visit.customer) : Promise.resolve({ goTo: '/customer', ...(!visit.isFirst && { done: 'timeOut' }) });

/** For the script of a page that waits; without a session there is nothing (any more) to wait for. */
export const watching =
  (handle: (visit: Visit, customer: Customer) => Promise<PageResult>) =>
  (visit: Visit): Promise<PageResult> =>
    visit.customer ? handle(visit, visit.customer) : Promise.resolve({ appState: undefined });
