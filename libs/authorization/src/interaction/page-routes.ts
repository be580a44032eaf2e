import type { Limits } from '@open-banking/limits';
import { asRoute, type Operation } from '@open-banking/spec';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import type { IssuerFacts } from '../issuer/issuer-facts.js';
import { approvalPage } from '../pages/approval.page.js';
import { errorPage } from '../pages/error.page.js';
import type { Frame } from '../pages/layout.js';
import { messagePage } from '../pages/message.page.js';
import { pagePolicy } from '../pages/policy.js';
import { signInPage } from '../pages/sign-in.page.js';
import { problemOf } from '../pages/problem.js';
import { isolated, languageOf, wordsOf } from '../pages/words.js';
import { Authorization } from './authorization.js';
import { csrfToken, isOurs, readForms } from './form.js';
import type { Interactions, Next } from './interactions.js';

export interface PageParts {
  readonly home: IssuerFacts;
  readonly provider: Provider;
  readonly interactions: Interactions;
  readonly rows: { readonly showInteraction: Operation; readonly answerInteraction: Operation };
  readonly limits: Limits;
  readonly formKey: Buffer;
  readonly bankName: string;
  readonly sandbox: boolean;
  readonly timeZone: string;
  readonly interactionMinutes: number;
}

type PageRequest = FastifyRequest<{ Params: { uid: string }; Querystring: { lang?: string } }>;

/** The pages of one issuer: what a browser sends, as a step of its interaction; what comes of it, as a page or the way back. */
export class PageRoutes {
  constructor(private readonly parts: PageParts) {}

  async mount(server: FastifyInstance): Promise<void> {
    await server.register(async (scope) => {
      readForms(scope);
      scope.setErrorHandler((error, request, reply) => { errorPage(this.frame(request), error, request, reply); });
      const { showInteraction, answerInteraction } = this.parts.rows;
      this.route(scope, showInteraction, (authorization) => this.parts.interactions.show(authorization));
      this.route(scope, answerInteraction, (authorization, request) => this.answer(authorization, request.body as URLSearchParams));
    });
  }

  private route(scope: FastifyInstance, row: Operation, handle: (authorization: Authorization, request: PageRequest) => Promise<Next>): void {
    scope.route({
      method: row.method, url: asRoute(row.path), config: { operation: row },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        await this.parts.limits.charge(row, { address: request.bank.address }, reply);
        const asked = request as PageRequest;
        const { uid } = asked.params;
        const authorization = await Authorization.of(this.parts.provider, this.parts.home, uid, request.raw, reply.raw);
        const form = request.body as URLSearchParams | undefined;
        if (!authorization || (row.method === 'POST' && !isOurs(form?.get('csrf') ?? null, this.parts.formKey, uid))) return this.ended(request, reply);
        return this.send(authorization, await handle(authorization, asked), asked, reply);
      },
    });
  }

  private answer(authorization: Authorization, form: URLSearchParams): Promise<Next> {
    const { interactions } = this.parts;
    const text = (name: string): string => form.get(name) ?? '';
    switch (form.get('step')) {
      case 'sign-in': return interactions.signIn(authorization, text('login').trim(), text('password'));
      case 'approve': return interactions.approve(authorization, { code: text('code'), about: text('about'), chosen: form.getAll('account') });
      case 'refuse': return interactions.refuse(authorization);
      case 'cancel': return interactions.cancel(authorization);
      case 'new-code': return interactions.newCode(authorization);
      case 'leave-out': return interactions.leaveOut(authorization, form.getAll('silent'));
      default: return interactions.show(authorization);
    }
  }

  /** A page that says no has status 422, so that a scripted customer can tell; browsers show it all the same. */
  private send(authorization: Authorization, next: Next, request: PageRequest, reply: FastifyReply): FastifyReply {
    if ('goTo' in next) return reply.code(303).headers(pagePolicy()).header('location', next.goTo).send('');
    const frame = this.frame(request);
    const words = wordsOf(frame.language);
    if (next.show === 'answered') return reply.code(409).headers(pagePolicy()).send(messagePage(frame, words.answered.title, words.answered.says));
    const { uid } = request.params;
    const clientName = isolated(authorization.clientName);
    const form = { leave: words.cancel(clientName), action: `${this.parts.home.path}/interaction/${uid}?lang=${frame.language}`, csrf: csrfToken(this.parts.formKey, uid) };
    const problem = next.notice && problemOf({ notice: next.notice, lockedUntil: next.lockedUntil }, frame.language, this.parts.timeZone);
    const text = next.show === 'sign-in'
      ? signInPage(frame, { ...form, lead: words.signIn.asks[this.parts.home.id](clientName), soft: [words.signIn.why[this.parts.home.id], words.signIn.time(this.parts.interactionMinutes)], problem, login: next.login })
      : approvalPage(frame, { ...form, clientName, problem, view: next.view, chosen: next.chosen, timeZone: this.parts.timeZone });
    return reply.code(next.notice ? 422 : 200).headers(pagePolicy(authorization.redirectUri)).send(text);
  }

  private ended(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const frame = this.frame(request);
    const { errors } = wordsOf(frame.language);
    return reply.code(400).headers(pagePolicy()).send(messagePage(frame, errors.title, errors.ended));
  }

  private frame(request: FastifyRequest): Frame {
    const { lang } = request.query as { lang?: string };
    return { language: languageOf(lang, request.headers['accept-language']), bankName: this.parts.bankName, sandbox: this.parts.sandbox, switchable: true };
  }
}
