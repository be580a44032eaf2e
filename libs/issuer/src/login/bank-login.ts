import { createHmac, randomBytes } from 'node:crypto';
import { type Database, purgeAll } from '@open-banking/database';
import { RecurringWork } from '@open-banking/http';
import type { Language, LoginProblem } from '@open-banking/pages';
import type { Customer, Customers } from '../customers.js';
import { idHash } from '../storage/hashed.js';
import type { FailedLogins } from './failed-logins.js';
import type { LoginPlace } from './login-place.js';
import { LoginRefused } from './login-refused.js';
import type { LoginChallenge, LoginIdentity, OpenIdProvider } from './openid-provider.js';
import { beginLogin, finishLogin, purgeLogins } from './provider-logins.statements.js';

/** One browser at one place: what its cookie there names, and where the provider sends it back. */
export interface LoginVisit {
  readonly place: LoginPlace;
  readonly browser: string;
  readonly redirectUri: string;
}

export interface BankLoginParts {
  readonly database: Database;
  readonly customers: Pick<Customers, 'signInSubject'>;
  /** Absent where customers sign in on the pages here. */
  readonly provider?: OpenIdProvider | undefined;
  /** Nonces and verifiers are computed with it; the same in all replicas. */
  readonly key: Buffer;
  readonly failed: Pick<FailedLogins, 'report'>;
}

/** `language`: that of the page which the customer came from, where it is known. */
export type FinishedLogin = { readonly language?: string | undefined } & (
  { readonly customer: Customer; readonly identity: LoginIdentity } | { readonly problem: LoginProblem }
);

/** How long a customer may take at the provider. On real time: the bank's clock may have moved. */
export const loginMs = 15 * 60_000;

/**
 * Sign-ins at the bank's OpenID provider. `state` is random and stored as its hash; `nonce` and the PKCE verifier are computed from it, the
 * place and the browser, so that an answer is worth something in the browser that began, once, and nothing in the database makes one.
 */
export class BankLogin {
  constructor(private readonly parts: BankLoginParts) {}

  get isOn(): boolean {
    return this.parts.provider !== undefined;
  }

  get provider(): OpenIdProvider {
    if (!this.parts.provider) throw new Error('no OpenID provider is set');
    return this.parts.provider;
  }

  /** Where the browser goes, unless the provider cannot be asked. */
  async begin(visit: LoginVisit, language: Language): Promise<{ readonly goTo: string } | { readonly problem: LoginProblem }> {
    const { place, browser, redirectUri } = visit;
    const [state, startedAt] = [randomBytes(32).toString('base64url'), new Date()];
    try {
      const goTo = await this.provider.signInUrl(this.challenge(visit, state, startedAt), redirectUri, language);
      await this.parts.database.rows(beginLogin, idHash(browser), place, idHash(state), language, startedAt);
      return { goTo };
    } catch (error) {
      return { problem: this.loginProblem(place, error) };
    }
  }

  /** Who comes back from the provider with this answer, or why nobody does. */
  async finish(visit: LoginVisit, answer: URLSearchParams): Promise<FinishedLogin> {
    const { place, browser } = visit;
    const state = answer.get('state') ?? '';
    const now = new Date();
    const since = new Date(now.getTime() - loginMs);
    const begun = await this.parts.database.row(finishLogin, idHash(browser), place, idHash(state), now, since);
    const language = begun?.language;
    try {
      if (!begun) throw new LoginRefused('stale', 'no sign-in of this browser waits for this state');
      const url = new URL(`${visit.redirectUri}?${answer.toString()}`);
      const identity = await this.provider.identityIn(url, this.challenge(visit, state, begun.startedAt));
      return { language, identity, customer: await this.customerOf(identity) };
    } catch (error) {
      return { language, problem: this.loginProblem(place, error) };
    }
  }

  /** What can no longer be completed. */
  @RecurringWork('purge-logins', { everyMs: 3_600_000 })
  async purge(): Promise<void> {
    await purgeAll(this.parts.database, purgeLogins, new Date(Date.now() - loginMs));
  }

  private async customerOf({ issuer, subject }: LoginIdentity): Promise<Customer> {
    const found = await this.parts.customers.signInSubject(issuer, subject);
    if ('refused' in found) throw new LoginRefused(found.refused, `the customer of this subject is ${found.refused}`);
    return found.customer;
  }

  private loginProblem(place: LoginPlace, error: unknown): LoginProblem {
    if (!(error instanceof LoginRefused)) throw error;
    this.parts.failed.report(place, error);
    return error.problem;
  }

  private challenge({ place, browser }: LoginVisit, state: string, startedAt: Date): LoginChallenge {
    const bound = (use: string): string =>
      createHmac('sha256', this.parts.key)
        .update(JSON.stringify([use, place, browser, state]))
        .digest('base64url');
    return { state, nonce: bound('nonce'), verifier: bound('verifier'), startedAt };
  }
}
