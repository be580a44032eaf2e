import { asRefusal, plainCookieIn } from '@open-banking/http';
import { codes, type Code } from '@open-banking/messages';
import { acceptForms, csrfToken, html, isOurs, sentForm, stepOf, type SentForm } from '@open-banking/pages';
import { asRoute, type Operation } from '@open-banking/spec';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Developer, DeveloperSessionsService } from './developer-sessions.service.js';
import { portalNotice, portalPage, type Frame } from './portal-page.js';

/** The result of a visit: a page, a redirect, or a file. Status of a page: 200; 422 where a form was refused. */
export type PageResult =
  | {
      readonly title: string;
      readonly content: ReturnType<typeof html>;
      readonly narrow?: boolean;
      readonly status?: number;
      /** After how many seconds what is refused may be asked for again. */
      readonly retryAfterSeconds?: number | undefined;
    }
  | { readonly goTo: string }
  | {
      readonly file: string | Buffer;
      readonly type: string;
      /** Only signed-in developers may see it. */
      readonly isOwn?: boolean;
    };

/** A request to these pages. */
export interface Visit {
  readonly frame: Frame;
  /** The id of the browser's session, signed in or not: forms are bound to it. */
  readonly browser: string;
  readonly csrf: string;
  readonly developer?: Developer;
  readonly form: SentForm;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly requestId: string;
  /** The value that `keep` has left in the browser under this name. */
  readonly kept: (name: string) => string | undefined;
}

export type PageHandler = (visit: Visit, reply: FastifyReply) => PageResult | Promise<PageResult>;
type Row = Pick<Operation, 'method' | 'path' | 'limits' | 'id'>;

export interface PortalRouterParts {
  readonly sessions: DeveloperSessionsService;
  readonly formKey: Buffer;
  readonly bankName: string;
  readonly sandbox: boolean;
  /** Whether cookies are restricted to https. */
  readonly secure: boolean;
}

/** Steps of which each hashes a password, and of which one sends a message to an address that anybody may type. */
const asSignIn: readonly unknown[] = ['sign-in', 'sign-up', 'confirm', 'delete-account'];

/** Nothing from elsewhere, no inline style or script, in no frame. */
const policy = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** Routes the portal's pages: limits by address, one session cookie, forms only from our own pages. */
export class PortalRouter {
  constructor(private readonly parts: PortalRouterParts) {}

  /** `accept`: which bodies these pages take. */
  async open(server: FastifyInstance, pages: readonly (readonly [Row, PageHandler])[], accept = acceptForms): Promise<void> {
    await server.register(async (scope) => {
      accept(scope);
      scope.setErrorHandler((error, request, reply) => this.fault(error, request, reply));
      for (const [row, handle] of pages) this.route(scope, row as Operation, handle);
    });
  }

  /** Gives the browser a new session id: at its first visit, and at each sign-in and sign-out. */
  name(reply: FastifyReply, browser: string): void {
    this.keep(reply, 'portal', browser);
  }

  /** Leaves something in the browser until it is closed: letters, digits, `-` and `_`. Empty: nothing any more. */
  keep(reply: FastifyReply, name: string, value: string): void {
    const attributes = `Path=/; HttpOnly; SameSite=Lax${this.parts.secure ? '; Secure' : ''}${value === '' ? '; Max-Age=0' : ''}`;
    void reply.header('set-cookie', `${this.cookieName(name)}=${value}; ${attributes}`);
  }

  /** The prefix binds a cookie to this host and to https (RFC 6265bis §4.1.3.2). */
  private cookieName(name: string): string {
    return this.parts.secure ? `__Host-${name}` : name;
  }

  private route(scope: FastifyInstance, row: Operation, handle: PageHandler): void {
    scope.route({
      method: row.method,
      url: asRoute(row.path),
      config: { operation: row, signsIn: (body) => asSignIn.includes(stepOf(body)) },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const visit = await this.visit(request, reply);
        if (row.method === 'POST' && !isOurs(visit.form, this.parts.formKey, visit.browser)) return this.send(foreignForm, visit, reply);
        return this.send(await handle(visit, reply), visit, reply);
      },
    });
  }

  private async visit(request: FastifyRequest, reply: FastifyReply): Promise<Visit> {
    const { sessions, formKey, bankName, sandbox } = this.parts;
    const brought = plainCookieIn(request.headers.cookie, this.cookieName('portal'));
    const browser = brought ?? sessions.fresh();
    if (brought === undefined) this.name(reply, browser);
    const developer = await sessions.find(brought);
    return {
      frame: { bankName, sandbox, path: request.url.split('?')[0]!, signedInAs: developer?.email },
      browser,
      csrf: csrfToken(formKey, browser),
      developer,
      form: sentForm(request.body),
      params: request.params as Record<string, string>,
      query: request.query as Record<string, string | undefined>,
      requestId: request.bank.requestId,
      kept: (name) => plainCookieIn(request.headers.cookie, this.cookieName(name)),
    };
  }

  private send(result: PageResult, { frame }: Pick<Visit, 'frame'>, reply: FastifyReply): FastifyReply {
    if ('goTo' in result) return reply.code(303).headers(policy).header('location', result.goTo).send('');
    if ('file' in result) {
      void reply.headers(policy);
      // A cache that others share may keep it, and would give the cookie of one visitor to all (RFC 9111 §7.3).
      if (!result.isOwn) void reply.removeHeader('set-cookie').header('cache-control', 'max-age=300');
      return reply.type(result.type).send(result.file);
    }
    const wait = result.retryAfterSeconds;
    if (wait !== undefined) void reply.header('retry-after', String(wait));
    return reply
      .code(result.status ?? 200)
      .headers(policy)
      .type('text/html; charset=utf-8')
      .send(portalPage(frame, result.title, result.content, { narrow: result.narrow }));
  }

  /** Any error of these pages, as a page with its code and the id to report. */
  private fault(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const refusal = asRefusal(error);
    request.bank.error = refusal;
    const { bankName, sandbox } = this.parts;
    const content = html`<h1>${refusal.status === 404 ? 'There is no such page' : 'This did not work'}</h1>
${portalNotice('alert', refusal.faults.map(({ code, text }) => text ?? textOfPage(code)).join(' '))}
<p>Code <a href="/errors/${refusal.faults[0]!.code}"><code>${refusal.faults[0]!.code}</code></a>, request <code>${request.bank.requestId}</code>.</p>`;
    const frame = { bankName, sandbox, path: request.url.split('?')[0]! };
    const { status, hints } = refusal;
    void this.send({ title: 'Error', content, narrow: true, status, retryAfterSeconds: hints.retryAfterSeconds }, { frame }, reply);
  }
}

/** The page's text for a code without further details: the texts of the table are for clients. */
const textOfPage = (code: Code): string =>
  code === 'RESOURCE_UNKNOWN' ? 'The address is wrong, or what it led to has ended or is not yours.' : codes[code].text;

const foreignForm: PageResult = {
  title: 'Form out of date',
  status: 400,
  narrow: true,
  content: html`<h1>This form is out of date</h1>${portalNotice('alert', 'It was not sent by a page of this browser session. Go back, load the page again, and send it once more.')}`,
};

/** Asks for sign-in if no developer is signed in. */
export const forDevelopers =
  (handle: (visit: Visit, developer: Developer, reply: FastifyReply) => PageResult | Promise<PageResult>): PageHandler =>
  (visit, reply) =>
    visit.developer ? handle(visit, visit.developer, reply) : { goTo: '/developer' };
