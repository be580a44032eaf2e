import { randomBytes } from 'node:crypto';
import { plainCookieIn, setCookie } from '@open-banking/http';
import { loginMs, type BankLogin, type LoginVisit } from '@open-banking/issuer';
import { languageOf, localeOf, loginPage, onwardPage, problemOf } from '@open-banking/pages';
import { customerPages } from '@open-banking/spec';
import type { FastifyReply } from 'fastify';
import type { CustomerRouter, PageResult, Visit } from './customer-router.js';
import type { CustomerSessionsService } from './sessions.service.js';

export interface CustomerLoginParts {
  readonly login: BankLogin;
  readonly sessions: CustomerSessionsService;
  readonly router: Pick<CustomerRouter, 'name'>;
  readonly baseUrl: string;
  readonly timeZone: string;
}

const home = '/customer';
const path = customerPages.finishCustomerLogin.path;

/** Signing in to the customer's own pages at the bank's OpenID provider, and out of both. */
export class CustomerLogin {
  constructor(private readonly parts: CustomerLoginParts) {}

  get isOn(): boolean {
    return this.parts.login.isOn;
  }

  /** The page that leads to the provider. */
  page({ frame, csrf, done, loginNotice }: Visit): PageResult {
    const { customer } = localeOf(frame.language);
    const said = done === 'timeOut' ? customer.timeOut : undefined;
    return {
      text: loginPage(frame, {
        lead: customer.signIn,
        soft: [],
        action: `${home}?lang=${frame.language}`,
        csrf,
        problem: loginNotice ? problemOf({ notice: loginNotice }, frame.language, this.parts.timeZone) : said,
        startAt: `${customerPages.startCustomerLogin.path}?lang=${frame.language}`,
      }),
      refused: loginNotice !== undefined,
    };
  }

  /** The session's cookie does not come along when the provider sends the browser back (SameSite=Strict): the sign-in has one of its own. */
  async start({ frame }: Visit, reply: FastifyReply): Promise<PageResult> {
    if (!this.isOn) return { goTo: home };
    const browser = randomBytes(32).toString('base64url');
    const begun = await this.parts.login.begin(this.visit(browser), frame.language);
    if ('problem' in begun) return { goTo: home, login: begun.problem };
    void reply.header('set-cookie', this.cookie(browser, loginMs / 1_000));
    return { leaveFor: begun.goTo };
  }

  /** The browser goes on by itself, from a page of ours: a redirect would still be one of the provider, and come without the session's cookie. */
  async finish({ cookies, frame: shown, search }: Visit, reply: FastifyReply): Promise<PageResult> {
    const browser = this.isOn ? plainCookieIn(cookies, this.cookieName) : undefined;
    if (browser === undefined) return { goTo: home, ...(this.isOn && { login: 'stale' }) };
    const finished = await this.parts.login.finish(this.visit(browser), search);
    void reply.header('set-cookie', this.cookie('', 0));
    const frame = { ...shown, language: languageOf(finished.language, shown.language) };
    if ('problem' in finished) return { goTo: home, login: finished.problem };
    this.parts.router.name(reply, await this.parts.sessions.enter(finished.customer, finished.identity));
    const to = `${home}?lang=${frame.language}`;
    const { login } = localeOf(frame.language);
    return { text: onwardPage(frame, { title: login.signedIn, to, link: login.goOn }), onwards: to };
  }

  /** Signed out here already; whether the provider can be asked or not. */
  async signOut({ frame }: Visit, idToken: string): Promise<PageResult> {
    const { baseUrl, login } = this.parts;
    const to = await login.provider.signOutUrl(idToken, `${baseUrl}${home}`).catch(() => undefined);
    const words = localeOf(frame.language).login;
    if (to === undefined) return { goTo: home };
    return { text: onwardPage(frame, { title: words.signedOut, says: words.signedOutHere, to, link: words.signOut }), onwards: to };
  }

  private visit(browser: string): LoginVisit {
    return { place: 'customer', browser, redirectUri: `${this.parts.baseUrl}${path}` };
  }

  private get secure(): boolean {
    return this.parts.baseUrl.startsWith('https:');
  }

  private get cookieName(): string {
    return this.secure ? '__Secure-customer_login' : 'customer_login';
  }

  private cookie(browser: string, seconds: number): string {
    return setCookie(this.cookieName, browser, { path, sameSite: 'Lax', secure: this.secure, maxAgeSeconds: seconds });
  }
}
