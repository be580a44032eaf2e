import { csrfToken, errorPage, isOurs, languageOf, messagePage, pagePolicy, readForms, wordsOf, type Frame, type SignedIn } from '@open-banking/authorization';
import type { OnServer } from '@open-banking/http';
import type { Limits } from '@open-banking/limits';
import { asRoute, customerPages, type Operation } from '@open-banking/spec';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CustomerSessions } from './sessions.service.js';
import type { CustomerViews, Shows } from './customer-views.service.js';

export interface CustomerPageParts {
  readonly limits: Limits;
  readonly sessions: CustomerSessions;
  readonly views: CustomerViews;
  readonly formKey: Buffer;
  readonly bankName: string;
  readonly sandbox: boolean;
  /** The cookie is for https alone. */
  readonly secure: boolean;
}

/** A request of these pages: who asks, by the name of their session or of their browser. */
export interface Visit { readonly frame: Frame; readonly browser: string; readonly csrf: string; readonly customer?: SignedIn & { readonly until: Date }; readonly form: URLSearchParams; readonly consentId: string; readonly done?: string }

const cookieName = 'customer_session';

/** `/customer`: who has access to my accounts. Forms and pages only, one cookie at that path. */
export class CustomerPages implements OnServer {
  constructor(private readonly parts: CustomerPageParts) {}

  async onServer(server: FastifyInstance): Promise<void> {
    const { views } = this.parts;
    await server.register(async (scope) => {
      readForms(scope);
      scope.setErrorHandler((error, request, reply) => { errorPage(this.frame(request), error, request, reply); });
      this.route(scope, customerPages.showCustomer, async (visit) => (visit.customer ? views.list(visit, visit.customer) : views.signIn(visit)));
      this.route(scope, customerPages.answerCustomer, (visit, reply) => this.enterOrLeave(visit, reply));
      this.route(scope, customerPages.showAccess, signedIn((visit, customer) => views.access(visit, customer)));
      this.route(scope, customerPages.endAccess, signedIn((visit, customer) => views.end(visit, customer)));
      this.route(scope, customerPages.showPending, signedIn((visit, customer) => views.pending(visit, customer)));
      this.route(scope, customerPages.answerPending, signedIn((visit, customer) => views.answer(visit, customer)));
    });
  }

  private route(scope: FastifyInstance, given: Pick<Operation, 'method' | 'path' | 'limits' | 'id'>, handle: (visit: Visit, reply: FastifyReply) => Promise<Shows>): void {
    const row = given as Operation;
    scope.route({
      method: row.method, url: asRoute(row.path), config: { operation: row },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        await this.parts.limits.charge(row, { address: request.bank.address }, reply);
        const visit = await this.visit(request, reply);
        if (row.method === 'POST' && !isOurs(visit.form.get('csrf'), this.parts.formKey, visit.browser)) return this.foreign(visit, reply);
        return send(await handle(visit, reply), visit, reply);
      },
    });
  }

  private async visit(request: FastifyRequest, reply: FastifyReply): Promise<Visit> {
    const { lang, done } = request.query as { lang?: string; done?: string };
    const brought = cookieOf(request.headers.cookie);
    const browser = brought ?? this.parts.sessions.fresh();
    if (!brought) this.name(reply, browser);
    return {
      frame: this.frame(request, lang), browser, csrf: csrfToken(this.parts.formKey, browser), customer: await this.parts.sessions.of(brought), done,
      form: request.body instanceof URLSearchParams ? request.body : new URLSearchParams(), consentId: (request.params as { consentId?: string }).consentId ?? '',
    };
  }

  private async enterOrLeave(visit: Visit, reply: FastifyReply): Promise<Shows> {
    const { sessions, views } = this.parts;
    if (visit.form.get('step') === 'sign-out') {
      await sessions.end(visit.browser);
      this.name(reply, sessions.fresh());
      return { goTo: '/customer' };
    }
    const login = (visit.form.get('login') ?? '').trim();
    const entered = await sessions.signIn(login, visit.form.get('password') ?? '');
    if ('refused' in entered) return views.signIn(visit, login, entered.refused === 'locked' ? { notice: 'locked', lockedUntil: entered.until } : { notice: 'wrong-password' });
    this.name(reply, entered.id);
    return { goTo: '/customer' };
  }

  private foreign({ frame }: Visit, reply: FastifyReply): FastifyReply {
    const { errors, customer } = wordsOf(frame.language);
    return reply.code(400).headers(pagePolicy()).send(messagePage({ ...frame, switchable: false }, errors.title, customer.timeOut));
  }

  private name(reply: FastifyReply, browser: string): void {
    void reply.header('set-cookie', `${cookieName}=${browser}; Path=/customer; HttpOnly; SameSite=Strict${this.parts.secure ? '; Secure' : ''}`);
  }

  private frame(request: FastifyRequest, lang?: string): Frame {
    const { bankName, sandbox } = this.parts;
    return { language: languageOf(lang, request.headers['accept-language']), bankName, sandbox, switchable: true };
  }
}

/** Whoever is not signed in, or no longer, is asked to sign in. */
const signedIn = (handle: (visit: Visit, customer: SignedIn & { readonly until: Date }) => Promise<Shows>) => (visit: Visit): Promise<Shows> =>
  (visit.customer ? handle(visit, visit.customer) : Promise.resolve({ goTo: '/customer', done: 'timeOut' }));

/** A page that says no has status 422, so that a scripted customer can tell; browsers show it all the same. */
function send(shows: Shows, { frame }: Visit, reply: FastifyReply): FastifyReply {
  if ('text' in shows) return reply.code(shows.refused ? 422 : 200).headers(pagePolicy()).send(shows.text);
  const query = new URLSearchParams({ lang: frame.language, ...(shows.done && { done: shows.done }) });
  return reply.code(303).headers(pagePolicy()).header('location', `${shows.goTo}?${query.toString()}`).send('');
}

const cookieOf = (header = ''): string | undefined =>
  header.split(';').map((pair) => pair.trim()).find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1).replace(/[^A-Za-z0-9_-]/g, '') || undefined;
