import type { BankClock, Database } from '@open-banking/database';
import { asRefusal } from '@open-banking/http';
import { asRoute, type issuerRows, type Operation } from '@open-banking/spec';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import type { IssuerFacts } from '../issuer-facts.js';
import {
  acceptForms,
  answerMarkerCookie,
  answerMarkerOf,
  type AnswerState,
  ApprovalForm,
  errorPage,
  faultPage,
  type Frame,
  homeOf,
  bidiIsolate,
  isOurs,
  languageOf,
  LeaveOutForm,
  localeOf,
  loginNoticeOf,
  messagePage,
  NavigationForm,
  type Outcome,
  type PageContent,
  pagePolicy,
  placeOf,
  readForm,
  reportedPage,
  RefusalForm,
  ReportForm,
  sentForm,
  SignInForm,
  stepOf,
  suspendedPage,
  type Theme,
} from '@open-banking/pages';
import type { AuthorizationResponses } from '../issuer/authorization-response.js';
import type { BankLogin } from '../login/bank-login.js';
import type { AppInteractions } from './app-interactions.js';
import { answerInApp, isAppStep, watchApp } from './app-routes.js';
import { answeredBefore } from './answered-interaction.js';
import { Authorization } from './authorization.js';
import { deviceCookieOf, setDeviceCookie } from './device-cookie.js';
import { interactionPage } from './interaction-page.js';
import type { Interactions, InteractionStep } from './interactions.js';
import { LoginRoutes } from './login-routes.js';

export interface PageParts {
  readonly home: IssuerFacts;
  readonly provider: Provider;
  readonly responses: AuthorizationResponses;
  readonly interactions: Interactions;
  /** The steps with the bank's own app, where it is asked and no code is. */
  readonly app?: AppInteractions | undefined;
  readonly rows: ReturnType<typeof issuerRows>;
  readonly login: BankLogin;
  readonly database: Database;
  readonly clock: BankClock;
  readonly formKey: Buffer;
  readonly theme: Theme;
  readonly sandbox: boolean;
  /** Cookies are for https alone. */
  readonly secure: boolean;
}

/** An approval may take effect with this request: with a code, or with what the app has answered. */
const approves = ({ body }: FastifyRequest): boolean => ['approve', 'go-on'].includes(stepOf(body) ?? '');

/** What the policy of a page must allow. */
const pageNeeds = ({ redirectUri, logo }: Authorization, next: InteractionStep): PageContent => ({
  redirectUri,
  clientLogos: logo !== undefined,
  waits: 'view' in next && next.view.app?.asked !== undefined,
});

type PageRequest = FastifyRequest<{ Params: { uid: string }; Querystring: { lang?: string; login?: unknown } }>;

const answerForms = [ApprovalForm, RefusalForm, ReportForm, LeaveOutForm, NavigationForm];

/** The pages of one issuer: what a browser sends, as a step of its interaction; what comes of it, as a page or the way back. */
export class PageRoutes {
  constructor(private readonly parts: PageParts) {}

  async mount(server: FastifyInstance): Promise<void> {
    await server.register(async (scope) => {
      acceptForms(scope);
      scope.setErrorHandler((error, request, reply) => {
        // Whether it was stored before the fault nobody can say.
        const sent = approves(request) && asRefusal(error).status >= 500;
        if (sent) this.mark(request as PageRequest, reply, 'sent');
        errorPage(
          this.frame(request),
          error,
          request,
          reply,
          sent ? { state: 'sent', place: placeOf[this.parts.home.id] } : this.outcome(request as PageRequest),
        );
      });
      const { showInteraction, answerInteraction } = this.parts.rows;
      this.route(scope, showInteraction, (authorization, request) => this.shown(authorization, request));
      new LoginRoutes(this.parts).mount(scope);
      watchApp(scope, this.parts.rows.watchInteraction, this.parts);
      this.route(scope, answerInteraction, (authorization, request) => this.answer(authorization, request));
    });
  }

  private route(
    scope: FastifyInstance,
    row: Operation,
    handle: (authorization: Authorization, request: PageRequest) => Promise<InteractionStep>,
  ): void {
    scope.route({
      method: row.method,
      url: asRoute(row.path),
      config: { operation: row, signsIn: (body) => stepOf(body) === 'sign-in' },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const asked = request as PageRequest;
        const { uid } = asked.params;
        const { clock, formKey, home, provider } = this.parts;
        const authorization = await Authorization.of(provider, home, clock, uid, request.raw, reply.raw);
        if (!authorization || (row.method === 'POST' && !isOurs(sentForm(request.body), formKey, uid))) return this.ended(asked, reply);
        if (authorization.suspended)
          return reply
            .code(403)
            .headers(pagePolicy(this.parts))
            .send(suspendedPage(this.frame(asked), authorization.clientName));
        return this.send(authorization, await this.next(authorization, () => handle(authorization, asked)), asked, reply);
      },
    });
  }

  private next(authorization: Authorization, handle: () => Promise<InteractionStep>): Promise<InteractionStep> {
    if (authorization.resumeAt !== undefined) return Promise.resolve({ goTo: authorization.resumeAt });
    return authorization.answerBy > this.parts.clock.now() ? handle() : this.parts.interactions.late(authorization);
  }

  /** A sign-in at the bank's login that failed comes back with why. */
  private async shown(authorization: Authorization, { query }: PageRequest): Promise<InteractionStep> {
    const step = await this.parts.interactions.show(authorization);
    const notice = this.parts.login.isOn ? loginNoticeOf(query.login) : undefined;
    return 'show' in step && step.show === 'sign-in' && notice ? { ...step, notice } : step;
  }

  private answer(authorization: Authorization, request: PageRequest): Promise<InteractionStep> {
    const { app, interactions, login, secure } = this.parts;
    const { body, headers } = request;
    if (app && isAppStep(body)) return answerInApp(app, authorization, sentForm(body), this.frame(request).language);
    // Where the bank's login signs customers in, no page has a form that does.
    const form = readForm(login.isOn ? answerForms : [SignInForm, ...answerForms], sentForm(body));
    switch (form.step) {
      case 'sign-in':
        return interactions.signIn(authorization, {
          login: form.login,
          password: form.password,
          deviceCookie: deviceCookieOf(headers.cookie, secure),
        });
      case 'approve':
        return interactions.approve(authorization, { code: form.code, about: form.about, chosen: form.account });
      case 'refuse':
        return interactions.refuse(authorization);
      case 'report':
        return interactions.report(authorization);
      case 'cancel':
        return interactions.cancel(authorization);
      case 'new-code':
        return interactions.newCode(authorization);
      case 'leave-out':
        return interactions.leaveOut(authorization, form.silent);
      case 'retry':
        return interactions.show(authorization);
    }
  }

  /** A page that says no has status 422, so that a scripted customer can tell; browsers show it all the same. */
  private send(authorization: Authorization, next: InteractionStep, request: PageRequest, reply: FastifyReply): FastifyReply {
    if (next.deviceCookie !== undefined) void reply.header('set-cookie', setDeviceCookie(next.deviceCookie, this.parts.secure));
    if ('goTo' in next && approves(request)) this.mark(request, reply, 'sent');
    if ('goTo' in next) return reply.code(303).headers(pagePolicy(this.parts)).header('location', next.goTo).send('');
    const frame = this.frame(request);
    if (next.show === 'answered') return this.answered(authorization, frame, reply);
    if (next.show === 'reported') return reply.headers(pagePolicy(frame)).send(reportedPage(frame));
    if (next.show === 'approval' && !next.view.facts.blocked) this.mark(request, reply, 'shown');
    return reply
      .code(next.notice ? 422 : 200)
      .headers(pagePolicy(frame, pageNeeds(authorization, next)))
      .send(interactionPage(this.parts, authorization, next, frame, request.params.uid));
  }

  /** There is nothing here to answer (any more): back to the client where that was told an error, or a page that says why not. */
  private async ended(request: PageRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { database, home, provider, responses } = this.parts;
    const frame = this.frame(request);
    const before = await answeredBefore(provider, home, database, request.params.uid, request.raw, reply.raw, responses);
    if (before?.goTo !== undefined) return reply.code(303).headers(pagePolicy(this.parts)).header('location', before.goTo).send('');
    if (before) return this.answered(before, frame, reply);
    const { errors } = localeOf(frame.language);
    return reply
      .code(400)
      .headers(pagePolicy(this.parts))
      .send(faultPage(frame, errors.ended, {}, this.outcome(request)));
  }

  /**
   * What this browser has been told of its answer, for error pages: they must not say that nothing was done where something may have been.
   */
  private mark(request: PageRequest, reply: FastifyReply, state: AnswerState): void {
    const { home, secure } = this.parts;
    void reply.header(
      'set-cookie',
      answerMarkerCookie(request.params.uid, { state, language: this.frame(request).language }, { path: home.path, secure }),
    );
  }

  private outcome({ headers, params: { uid } }: PageRequest): Outcome | undefined {
    const marker = answerMarkerOf(headers.cookie, uid);
    return marker && { state: marker.state, place: placeOf[this.parts.home.id] };
  }

  private answered(
    { clientName, redirectUri }: Pick<Authorization, 'clientName' | 'redirectUri'>,
    frame: Frame,
    reply: FastifyReply,
  ): FastifyReply {
    const { answered } = localeOf(frame.language);
    const name = bidiIsolate(clientName);
    return reply
      .code(409)
      .headers(pagePolicy(this.parts))
      .send(
        messagePage(frame, answered.title, answered.says(name), {
          kind: 'note',
          back: { address: homeOf(redirectUri), says: answered.back(name) },
        }),
      );
  }

  private frame(request: FastifyRequest): Frame {
    const { lang } = request.query as { lang?: string };
    const { theme, sandbox } = this.parts;
    return { language: languageOf(lang, request.headers['accept-language']), theme, sandbox, switchable: true };
  }
}
