import { Injectable } from '@nestjs/common';
import type { RouteRegistrar } from '@open-banking/http';
import { html, readForm } from '@open-banking/pages';
import { developerPages, sitePages } from '@open-banking/spec';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { clientList } from '../clients/client-content.js';
import { DeveloperClientsService } from '../developer-clients/developer-clients.service.js';
import { DeveloperSessionsService, type Developer } from '../visit/developer-sessions.service.js';
import { portalNotice } from '../visit/portal-page.js';
import { PortalRouter, type PageResult, type Visit } from '../visit/portal-router.js';
import { signInAddress, signInTarget } from '../visit/sign-in-target.js';
import { confirmationAsked, confirmedNotice, isConfirmed } from './confirmation-content.js';
import { emailField, passwordField } from './credential-fields.js';
import { DeveloperSignInForm, DeveloperSignOutForm } from './developer.forms.js';
import { DevelopersService } from './developers.service.js';
import { PasswordResetsService } from './password-resets.service.js';
import { SignUpMailsService } from './sign-up-mails.service.js';
import { SignUpProofsService } from './sign-up-proofs.service.js';

const home = developerPages.showDeveloper.path;

interface Typed {
  readonly email?: string;
  readonly fault?: string;
}

/** The clients of a developer; without a developer, the sign-in. */
@Injectable()
export class DeveloperPagesService implements RouteRegistrar {
  constructor(
    private readonly router: PortalRouter,
    private readonly developers: DevelopersService,
    private readonly sessions: DeveloperSessionsService,
    private readonly mail: SignUpMailsService,
    private readonly proofs: SignUpProofsService,
    private readonly resets: PasswordResetsService,
    private readonly clients: DeveloperClientsService,
  ) {}

  registerRoutes(server: FastifyInstance): Promise<void> {
    return this.router.open(server, [
      [developerPages.showDeveloper, (visit) => (visit.developer ? this.dashboard(visit, visit.developer) : this.signIn(visit))],
      [developerPages.answerDeveloper, (visit, reply) => this.enterOrLeave(visit, reply)],
    ]);
  }

  private async enterOrLeave(visit: Visit, reply: FastifyReply): Promise<PageResult> {
    const form = readForm([DeveloperSignInForm, DeveloperSignOutForm], visit.form);
    if (form.step === 'sign-out') {
      await this.sessions.end(visit.browser);
      this.router.name(reply, this.sessions.fresh());
      return { goTo: home };
    }
    const email = form.email.toLowerCase();
    const entered = await this.developers.signIn(email, form.password);
    if ('refused' in entered) return this.signIn(visit, { email, fault: refusals[entered.refused] });
    if ('unconfirmed' in entered) {
      const { code } = entered.unconfirmed;
      return confirmationAsked(visit, { email, code, proof: this.proofs.of(code, visit), isSignIn: true });
    }
    this.router.name(reply, await this.sessions.begin(entered.developerId));
    return { goTo: signInTarget(visit.query['next']) ?? home };
  }

  private async dashboard(visit: Visit, { developerId, email }: Developer): Promise<PageResult> {
    const clients = await this.clients.list(developerId);
    return {
      title: 'Your clients',
      content: html`<h1>Your clients</h1>${isConfirmed(visit) && confirmedNotice(email)}${clientList(clients, this.clients.isOpen)}`,
    };
  }

  private signIn({ csrf, query, frame }: Visit, { email = '', fault }: Typed = {}): PageResult {
    const target = signInTarget(query['next']);
    return {
      title: 'Sign in',
      narrow: true,
      scripts: 'none',
      status: fault ? 422 : 200,
      content: html`<h1>Sign in</h1>
<p>Register clients, try operations, and see why a request was refused.</p>
${fault && portalNotice('alert', fault)}
<form method="post" action="${signInAddress(target)}" class="stack"><input type="hidden" name="csrf" value="${csrf}">
${emailField(email)}
${passwordField('current-password')}
<p><button name="step" value="sign-in">Sign in</button></p></form>
<p>${this.resets.isOpen && html`<a href="${signInAddress(target, developerPages.showPasswordReset.path)}">Forgot your password?</a>`}</p>
${this.mail.isOpen && html`<p>No account yet? <a href="${signInAddress(target, developerPages.showSignUp.path)}">Sign up</a>${frame.sandbox && html`, or <a href="${sitePages.showHome.path}">create a sandbox account</a> in one click`}.</p>`}`,
    };
  }
}

const refusals = {
  wrong: 'The e-mail address or the password is wrong.',
  locked: 'There were too many wrong passwords. Try again in 15 minutes.',
} as const;
