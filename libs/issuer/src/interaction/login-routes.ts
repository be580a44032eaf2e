import type { BankClock } from '@open-banking/database';
import type { LoginProblem } from '@open-banking/pages';
import type { Operation } from '@open-banking/spec';
import type { FastifyReply } from 'fastify';
import type Provider from 'oidc-provider';
import { Authorization, interactionOf } from './authorization.js';
import type { Interactions } from './interactions.js';
import type { IssuerFacts } from '../issuer-facts.js';
import type { BankLogin, LoginVisit } from '../login/bank-login.js';
import type { InteractionVisit } from './interaction-visit.js';

export interface LoginRouteParts {
  readonly home: IssuerFacts;
  readonly provider: Provider;
  readonly interactions: Interactions;
  readonly rows: { readonly startLogin: Operation; readonly finishLogin: Operation };
  readonly clock: BankClock;
  readonly login: BankLogin;
}

/**
 * The way to the bank's OpenID provider and back, for one issuer. Where there is nothing to sign in to, the page of the interaction says
 * why.
 */
export class LoginRoutes {
  constructor(private readonly parts: LoginRouteParts) {}

  /** The address of the provider, with what the customer is to sign in for. */
  async start({ browser: uid, frame: { language }, request }: InteractionVisit, reply: FastifyReply): Promise<string> {
    const { login } = this.parts;
    if (!(await this.waiting(request, reply, uid))) return this.page(uid, { lang: language });
    const begun = await login.begin(this.visit(uid), language);
    return 'goTo' in begun ? begun.goTo : this.page(uid, { lang: language, login: begun.problem });
  }

  /** The customer comes back: the address of the page that they left. */
  async finish({ request }: InteractionVisit, reply: FastifyReply): Promise<string> {
    const { interactions, login, provider } = this.parts;
    const uid = interactionOf(provider, request.raw, reply.raw);
    const authorization = uid === undefined ? undefined : await this.waiting(request, reply, uid);
    if (uid === undefined || !authorization) return this.page(uid ?? 'none', {});
    const finished = await login.finish(this.visit(uid), new URLSearchParams(request.url.split('?')[1]));
    const { language: lang } = finished;
    if ('problem' in finished) return this.page(uid, { lang, login: finished.problem });
    await interactions.enter(authorization, finished.customer);
    return this.page(uid, { lang });
  }

  /** The authorization of this browser, while it waits for its customer. */
  private async waiting(request: InteractionVisit['request'], reply: FastifyReply, uid: string): Promise<Authorization | undefined> {
    const { clock, home, login, provider } = this.parts;
    if (!login.isOn) return undefined;
    const found = await Authorization.of(provider, home, clock, uid, request.raw, reply.raw);
    return found && !found.suspended && found.resumeAt === undefined && found.answerBy > clock.now() ? found : undefined;
  }

  private visit(uid: string): LoginVisit {
    const { home, rows } = this.parts;
    return { place: home.id, browser: uid, redirectUri: `${home.baseUrl}${rows.finishLogin.path}` };
  }

  private page(uid: string, { lang, login }: { readonly lang?: string | undefined; readonly login?: LoginProblem }): string {
    const asked = new URLSearchParams({ ...(lang !== undefined && { lang }), ...(login && { login }) }).toString();
    return `${this.parts.home.path}/interaction/${encodeURIComponent(uid)}${asked && `?${asked}`}`;
  }
}
