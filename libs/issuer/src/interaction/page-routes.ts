import type { BankClock, Database } from '@open-banking/database';
import type { Refusal } from '@open-banking/messages';
import type { issuerRows, Operation } from '@open-banking/spec';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import type { IssuerFacts } from '../issuer-facts.js';
import {
  answerMarkerCookie,
  answerMarkerOf,
  type AnswerState,
  errorPage,
  faultPage,
  type Frame,
  homeOf,
  bidiIsolate,
  localeOf,
  loginNoticeOf,
  messagePage,
  type Outcome,
  type PageAnswer,
  type PageContent,
  pageFrame,
  pagePolicy,
  PageRouter,
  placeOf,
  reportedPage,
  stepOf,
  suspendedPage,
  type Theme,
  visitParts,
} from '@open-banking/pages';
import type { AuthorizationResponses } from '../issuer/authorization-response.js';
import type { BankLogin } from '../login/bank-login.js';
import type { AppState } from './app-approvals.js';
import type { AppInteractions } from './app-interactions.js';
import { watchAnswer } from './app-routes.js';
import { answeredBefore } from './answered-interaction.js';
import { Authorization } from './authorization.js';
import { setDeviceCookie } from './device-cookie.js';
import type { InteractionVisit } from './interaction-visit.js';
import { takeAnswer } from './interaction-answers.js';
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

/** The pages of one issuer: what a browser sends, as a step of its interaction; what comes of it, as a page or the way back. */
export class PageRoutes extends PageRouter<InteractionVisit, PageAnswer> {
  private readonly headers: ReturnType<typeof pagePolicy>;

  constructor(private readonly parts: PageParts) {
    super(parts.formKey);
    this.headers = pagePolicy(parts);
  }

  async mount(server: FastifyInstance): Promise<void> {
    const { answerInteraction, finishLogin, showInteraction, startLogin, watchInteraction } = this.parts.rows;
    const login = new LoginRoutes(this.parts);
    await this.open(server, [
      [showInteraction, (visit, reply) => this.step(visit, reply, (authorization) => this.shown(authorization, visit))],
      [answerInteraction, (visit, reply) => this.step(visit, reply, (authorization) => takeAnswer(this.parts, authorization, visit))],
      [startLogin, async (visit, reply) => this.goTo(await login.start(visit, reply))],
      [finishLogin, async (visit, reply) => this.goTo(await login.finish(visit, reply))],
      [watchInteraction, async (visit, reply) => watchAnswer(await this.appState(visit, reply))],
    ]);
  }

  protected override signsIn({ id }: Partial<Operation>, step: string | undefined): boolean {
    return step === 'sign-in' || id === this.parts.rows.startLogin.id;
  }

  protected override visit(request: FastifyRequest): InteractionVisit {
    const { form, params } = visitParts(request);
    return { browser: params['uid'] ?? '', form, frame: pageFrame(this.parts, request), request };
  }

  protected override answer(answer: PageAnswer): PageAnswer {
    return answer;
  }

  /** An interaction that has ended has no form either. */
  protected override foreignForm(visit: InteractionVisit, reply: FastifyReply): Promise<PageAnswer> {
    return this.ended(visit, reply);
  }

  protected override fault(refusal: Refusal, request: FastifyRequest, reply: FastifyReply): PageAnswer {
    const visit = this.visit(request);
    const isSent = approves(request) && refusal.status >= 500;
    // Nobody can say whether it was stored before the fault.
    if (isSent) this.mark(visit, reply, 'sent');
    const outcome: Outcome | undefined = isSent ? { state: 'sent', place: placeOf[this.parts.home.id] } : this.outcome(visit);
    return errorPage(visit.frame, refusal, request.bank.requestId, outcome);
  }

  private authorization({ browser, request }: InteractionVisit, reply: FastifyReply): Promise<Authorization | undefined> {
    const { clock, home, provider } = this.parts;
    return Authorization.of(provider, home, clock, browser, request.raw, reply.raw);
  }

  private async step(
    visit: InteractionVisit,
    reply: FastifyReply,
    handle: (authorization: Authorization) => Promise<InteractionStep>,
  ): Promise<PageAnswer> {
    const authorization = await this.authorization(visit, reply);
    if (!authorization) return this.ended(visit, reply);
    if (authorization.reported) return this.reported(visit);
    if (authorization.suspended) return { status: 403, headers: this.headers, body: suspendedPage(visit.frame, authorization.clientName) };
    const next = await this.next(authorization, () => handle(authorization));
    // The same button pressed twice: the other press may have been a report.
    const isLate = 'show' in next && next.show === 'answered';
    if (isLate && (await this.authorization(visit, reply))?.reported) return this.reported(visit);
    return this.send(authorization, next, visit, reply);
  }

  private async appState(visit: InteractionVisit, reply: FastifyReply): Promise<AppState | undefined> {
    const { app, clock } = this.parts;
    const authorization = app && (await this.authorization(visit, reply));
    return authorization && !authorization.suspended && authorization.answerBy > clock.now() ? app.state(authorization) : undefined;
  }

  private next(authorization: Authorization, handle: () => Promise<InteractionStep>): Promise<InteractionStep> {
    if (authorization.resumeAt !== undefined) return Promise.resolve({ goTo: authorization.resumeAt });
    return authorization.answerBy > this.parts.clock.now() ? handle() : this.parts.interactions.late(authorization);
  }

  /** A sign-in at the bank's login that failed comes back with why. */
  private async shown(authorization: Authorization, { request }: InteractionVisit): Promise<InteractionStep> {
    const step = await this.parts.interactions.show(authorization);
    const { login } = request.query as { readonly login?: unknown };
    const notice = this.parts.login.isOn ? loginNoticeOf(login) : undefined;
    return 'show' in step && step.show === 'sign-in' && notice ? { ...step, notice } : step;
  }

  /** A page that says no has status 422, so that a scripted customer can tell; browsers show it all the same. */
  private send(authorization: Authorization, next: InteractionStep, visit: InteractionVisit, reply: FastifyReply): PageAnswer {
    const { browser, frame, request } = visit;
    if (next.deviceCookie !== undefined) void reply.header('set-cookie', setDeviceCookie(next.deviceCookie, this.parts.secure));
    if ('goTo' in next && approves(request)) this.mark(visit, reply, 'sent');
    if ('goTo' in next) return this.goTo(next.goTo);
    if (next.show === 'answered') return this.answered(authorization, frame);
    if (next.show === 'reported') return this.reported(visit);
    if (next.show === 'approval' && !next.view.facts.blocked) this.mark(visit, reply, 'shown');
    return {
      status: next.notice ? 422 : 200,
      headers: pagePolicy(frame, pageNeeds(authorization, next)),
      body: interactionPage(this.parts, authorization, next, frame, browser),
    };
  }

  /** The same page for every request to a reported interaction. It leads nowhere, least of all to the client. */
  private reported({ frame }: InteractionVisit): PageAnswer {
    return { headers: this.headers, body: reportedPage(frame) };
  }

  private goTo(goTo: string): PageAnswer {
    return { goTo, headers: this.headers };
  }

  /** There is nothing here to answer (any more): back to the client where that was told an error, or a page that says why not. */
  private async ended(visit: InteractionVisit, reply: FastifyReply): Promise<PageAnswer> {
    const { database, home, provider, responses } = this.parts;
    const { browser, frame, request } = visit;
    const before = await answeredBefore(provider, home, database, browser, request.raw, reply.raw, responses);
    if (before?.reported) return this.reported(visit);
    if (before?.goTo !== undefined) return this.goTo(before.goTo);
    if (before) return this.answered(before, frame);
    const { errors } = localeOf(frame.language);
    return { status: 400, headers: this.headers, body: faultPage(frame, errors.ended, {}, this.outcome(visit)) };
  }

  /**
   * What this browser has been told of its answer, for error pages: they must not say that nothing was done where something may have been.
   */
  private mark({ browser, frame: { language } }: InteractionVisit, reply: FastifyReply, state: AnswerState): void {
    const { home, secure } = this.parts;
    void reply.header('set-cookie', answerMarkerCookie(browser, { state, language }, { path: home.path, secure }));
  }

  private outcome({ browser, request }: InteractionVisit): Outcome | undefined {
    const marker = answerMarkerOf(request.headers.cookie, browser);
    return marker && { state: marker.state, place: placeOf[this.parts.home.id] };
  }

  private answered({ clientName, redirectUri }: Pick<Authorization, 'clientName' | 'redirectUri'>, frame: Frame): PageAnswer {
    const { answered } = localeOf(frame.language);
    const name = bidiIsolate(clientName);
    const back = { address: homeOf(redirectUri), says: answered.back(name) };
    return { status: 409, headers: this.headers, body: messagePage(frame, answered.title, answered.says(name), { kind: 'note', back }) };
  }
}
