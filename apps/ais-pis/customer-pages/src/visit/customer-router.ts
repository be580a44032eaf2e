import { isUuid, plainCookieIn } from '@open-banking/http';
import { answerWatch, deviceCookieOf, setDeviceCookie, type AppState, type SignedIn } from '@open-banking/issuer';
import {
  acceptForms,
  csrfToken,
  errorPage,
  isOurs,
  languageOf,
  messagePage,
  pagePolicy,
  places,
  sentForm,
  stepOf,
  localeOf,
  loginNoticeOf,
  type Frame,
  type LoginProblem,
  type Notice,
  type Outcome,
  type SentForm,
  type Theme,
  answerMarkerCookie,
  answerMarkerOf,
} from '@open-banking/pages';
import { asRoute, customerPages, type Operation } from '@open-banking/spec';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CustomerSessionsService } from './sessions.service.js';

/**
 * The result of a visit: a page, a redirect with what was done, or what the script of a waiting page asks for. `approves` identifies what the
 * page asks to approve; `clientLogos`: it shows some; `waits`: for the bank's app; `onwards`: where the browser goes on to by itself.
 * `leaveFor` is an address of somebody else.
 */
export type PageResult =
  | {
      readonly text: string;
      readonly refused?: boolean;
      readonly approves?: string;
      readonly clientLogos?: boolean;
      readonly waits?: boolean;
      readonly onwards?: string;
    }
  | { readonly goTo: string; readonly done?: string; readonly login?: LoginProblem }
  | { readonly leaveFor: string }
  /** A file of JSON to be kept. */
  | { readonly download: string; readonly fileName: string }
  | { readonly appState: AppState | undefined };

/** A signed-in customer with the end of the session. */
export type Customer = SignedIn & { readonly until: Date };

/** A request to these pages, with the id of its session or browser. */
export interface Visit {
  readonly frame: Frame;
  readonly browser: string;
  /** The browser has never been here, so nobody was signed out. */
  readonly isFirst: boolean;
  readonly csrf: string;
  readonly customer?: Customer;
  readonly form: SentForm;
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

export type PageHandler = (visit: Visit, reply: FastifyReply) => Promise<PageResult>;
type Row = Pick<Operation, 'method' | 'path' | 'limits' | 'id'>;

export interface CustomerRouterParts {
  readonly sessions: CustomerSessionsService;
  readonly formKey: Buffer;
  readonly theme: Theme;
  readonly sandbox: boolean;
  /** Whether the cookie is restricted to https. */
  readonly secure: boolean;
}

const cookieName = 'customer_session';

/** Routes all requests below `/customer`, with one cookie for that path. */
export class CustomerRouter {
  constructor(private readonly parts: CustomerRouterParts) {}

  /** Serves the pages. Forms that do not come from one of them are refused. */
  async open(server: FastifyInstance, pages: readonly (readonly [Row, PageHandler])[]): Promise<void> {
    await server.register(async (scope) => {
      acceptForms(scope);
      scope.setErrorHandler((error, request, reply) => {
        errorPage(this.frame(request), error, request, reply, visitOutcome(request));
      });
      for (const [row, handle] of pages) this.route(scope, row as Operation, handle);
    });
  }

  /** Gives a browser a new id. */
  name(reply: FastifyReply, browser: string): void {
    void reply.header(
      'set-cookie',
      `${cookieName}=${browser}; Path=/customer; HttpOnly; SameSite=Strict${this.parts.secure ? '; Secure' : ''}`,
    );
  }

  /** Marks the browser as one in which this customer has signed in. */
  remember(reply: FastifyReply, deviceCookie: string): void {
    void reply.header('set-cookie', setDeviceCookie(deviceCookie, this.parts.secure));
  }

  private mark(reply: FastifyReply, id: string, language: Frame['language']): void {
    void reply.header('set-cookie', answerMarkerCookie(id, { state: 'shown', language }, { path: '/customer', secure: this.parts.secure }));
  }

  private route(scope: FastifyInstance, row: Operation, handle: PageHandler): void {
    scope.route({
      method: row.method,
      url: asRoute(row.path),
      config: { operation: row, signsIn: (body) => row.id === customerPages.startCustomerLogin.id || stepOf(body) === 'sign-in' },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const visit = await this.visit(request, reply);
        if (row.method === 'POST' && !isOurs(visit.form, this.parts.formKey, visit.browser)) return foreign(visit, reply);
        const result = await handle(visit, reply);
        if ('text' in result && result.approves !== undefined) this.mark(reply, result.approves, visit.frame.language);
        return send(result, visit, reply);
      },
    });
  }

  private async visit(request: FastifyRequest, reply: FastifyReply): Promise<Visit> {
    const { done, login, q: searched } = request.query as { done?: string; login?: unknown; q?: string };
    const brought = plainCookieIn(request.headers.cookie, cookieName);
    const browser = brought ?? this.parts.sessions.fresh();
    if (!brought) this.name(reply, browser);
    return {
      frame: this.frame(request),
      browser,
      isFirst: !brought,
      csrf: csrfToken(this.parts.formKey, browser),
      customer: await this.parts.sessions.find(brought),
      done,
      loginNotice: loginNoticeOf(login),
      search: new URLSearchParams(request.url.split('?')[1]),
      cookies: request.headers.cookie,
      ...(typeof searched === 'string' && { searched: searched.slice(0, 200) }),
      form: sentForm(request.body),
      params: request.params as Record<string, string>,
      deviceCookie: deviceCookieOf(request.headers.cookie, this.parts.secure),
    };
  }

  private frame(request: FastifyRequest): Frame {
    const { lang } = request.query as { lang?: string };
    const { theme, sandbox } = this.parts;
    return { language: languageOf(lang, request.headers['accept-language']), theme, sandbox, switchable: true };
  }
}

/** Form steps without an effect. */
const harmless: readonly unknown[] = ['sign-in', 'sign-out', 'new-code', 'ask-app', 'take-back', 'retry', 'cancel'];
/** Outcomes shown on a list after which nothing was done. */
const undone: readonly unknown[] = ['timeOut', 'changed', 'noAccess', 'noPayment', 'noMandate'];

/** What may have taken effect although this request fails: the submitted form, or the one that redirected here. */
function visitOutcome({ url, method, body, query, params, headers }: FastifyRequest): Outcome | undefined {
  const place = (['payments', 'mandates'] as const).find((name) => url.startsWith(places[name])) ?? 'access';
  const { done } = query as { done?: string };
  const sends = method === 'POST' && !harmless.includes(stepOf(body));
  if (sends || (done !== undefined && !undone.includes(done))) return { state: 'sent', place };
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

function foreign({ frame }: Visit, reply: FastifyReply): FastifyReply {
  const { errors, customer } = localeOf(frame.language);
  return reply
    .code(400)
    .headers(pagePolicy(frame))
    .send(messagePage({ ...frame, switchable: false }, errors.title, customer.foreignForm));
}

/** A page with a refusal has status 422, so that scripts can detect it; browsers show it as usual. */
function send(result: PageResult, { frame }: Visit, reply: FastifyReply): FastifyReply {
  if ('appState' in result) return answerWatch(reply, result.appState);
  if ('text' in result)
    return reply
      .code(result.refused ? 422 : 200)
      .headers({
        ...pagePolicy(frame, { clientLogos: result.clientLogos, waits: result.waits }),
        ...(result.onwards !== undefined && { refresh: `0; url=${result.onwards}` }),
      })
      .send(result.text);
  if ('download' in result)
    return reply
      .headers({
        ...pagePolicy(frame),
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="${result.fileName}"`,
      })
      .send(result.download);
  if ('leaveFor' in result) return reply.code(303).headers(pagePolicy(frame)).header('location', result.leaveFor).send('');
  const { done, login } = result;
  const query = new URLSearchParams({ lang: frame.language, ...(done && { done }), ...(login && { login }) });
  return reply.code(303).headers(pagePolicy(frame)).header('location', `${result.goTo}?${query.toString()}`).send('');
}
