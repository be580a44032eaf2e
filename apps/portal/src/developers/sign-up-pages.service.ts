import { Injectable } from '@nestjs/common';
import type { RouteRegistrar } from '@open-banking/http';
import { html, readForm } from '@open-banking/pages';
import { developerPages } from '@open-banking/spec';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { DeveloperSessionsService } from '../visit/developer-sessions.service.js';
import { portalNotice } from '../visit/portal-page.js';
import { PortalRouter, type PageResult, type Visit } from '../visit/portal-router.js';
import { signInAddress, signInTarget } from '../visit/sign-in-target.js';
import { confirmationAsked, confirmedQuery } from './confirmation-content.js';
import { emailField, newCredentialFault, passwordField, type CredentialFault } from './credential-fields.js';
import { ConfirmationForm, ConfirmHereForm, SignUpForm } from './developer.forms.js';
import { DevelopersService } from './developers.service.js';
import { SignUpMailsService } from './sign-up-mails.service.js';
import { SignUpProofsService } from './sign-up-proofs.service.js';

const home = developerPages.showDeveloper.path;

interface Typed {
  readonly email?: string;
  readonly fault?: CredentialFault;
}

/** Opening an account with an e-mail address, and confirming the address. The page that the visitor wanted comes after that. */
@Injectable()
export class SignUpPagesService implements RouteRegistrar {
  constructor(
    private readonly router: PortalRouter,
    private readonly developers: DevelopersService,
    private readonly sessions: DeveloperSessionsService,
    private readonly mail: SignUpMailsService,
    private readonly proofs: SignUpProofsService,
  ) {}

  registerRoutes(server: FastifyInstance): Promise<void> {
    return this.router.open(server, [
      [developerPages.showSignUp, (visit) => this.signUp(visit)],
      [developerPages.answerSignUp, (visit) => this.open(visit)],
      [developerPages.showConfirmation, (visit) => this.confirmation(visit, visit.query['code'] ?? '')],
      [developerPages.answerConfirmation, (visit, reply) => this.answerConfirmation(visit, reply)],
    ]);
  }

  private async open(visit: Visit): Promise<PageResult> {
    if (!this.mail.isOpen) return this.signUp(visit);
    const form = readForm([SignUpForm], visit.form);
    const email = form.email.toLowerCase();
    const fault = newCredentialFault({ email, password: form.password });
    if (fault) return this.signUp(visit, { email, fault });
    const code = await this.developers.signUp(email, form.password, { target: signInTarget(visit.query['next']) });
    return confirmationAsked(visit, { email, code, proof: this.proofs.of(code, visit) });
  }

  private answerConfirmation(visit: Visit, reply: FastifyReply): Promise<PageResult> {
    const form = readForm([ConfirmationForm, ConfirmHereForm], visit.form);
    return form.step === 'confirm' ? this.confirm(visit, form, reply) : this.confirmHere(visit, form, reply);
  }

  private async confirm(visit: Visit, { code, password }: ConfirmationForm, reply: FastifyReply): Promise<PageResult> {
    const confirmed = await this.developers.confirm(code.trim(), password);
    if ('refused' in confirmed) return this.confirmation(visit, code, confirmationRefusals[confirmed.refused]);
    return this.enter(confirmed, reply);
  }

  private async confirmHere(visit: Visit, { proof }: ConfirmHereForm, reply: FastifyReply): Promise<PageResult> {
    const code = this.proofs.codeIn(proof, visit);
    const confirmed = code === undefined ? undefined : await this.developers.confirmHere(code);
    return confirmed ? this.enter(confirmed, reply) : this.confirmation(visit, code ?? '', confirmationRefusals.unknown);
  }

  private async enter({ developerId, target }: { developerId: string; target: string | null }, reply: FastifyReply): Promise<PageResult> {
    this.router.name(reply, await this.sessions.begin(developerId));
    return { goTo: (signInTarget(target) ?? home) + confirmedQuery };
  }

  /**
   * The link leads to a form: programs that look at links in messages do not confirm, and neither does a reader of the message of
   * another person's sign-up, whose password they would share.
   */
  private confirmation({ csrf, frame }: Visit, code: string, fault?: string): PageResult {
    return {
      title: 'Confirm your address',
      narrow: true,
      scripts: 'none',
      status: fault ? 422 : 200,
      content: html`<h1>Confirm your address</h1>
${fault && portalNotice('alert', fault)}
<form method="post" action="${developerPages.answerConfirmation.path}" class="stack"><input type="hidden" name="csrf" value="${csrf}">
<label><span>${frame.sandbox ? 'Code of the link' : 'Code from the message'}</span><input name="code" value="${code}" maxlength="100" required autocomplete="one-time-code"></label>
<label><span>Password</span><input name="password" type="password" required autocomplete="current-password"><small>The one that you chose when you signed up.</small></label>
<p><button name="step" value="confirm">Confirm and sign in</button></p></form>
${this.mail.isOpen && html`<p>${frame.sandbox ? 'An old link?' : 'No message, or an old one?'} <a href="${home}">Sign in</a> with your address and password to get a fresh one, or <a href="${developerPages.showSignUp.path}">sign up</a> again.</p>`}`,
    };
  }

  private signUp({ csrf, query }: Visit, { email = '', fault }: Typed = {}): PageResult {
    const target = signInTarget(query['next']);
    if (!this.mail.isOpen)
      return {
        title: 'Sign up',
        narrow: true,
        scripts: 'none',
        status: 403,
        content: html`<h1>Sign up</h1>${portalNotice('note', 'Accounts cannot be created here. Ask the bank for one.')}`,
      };
    return {
      title: 'Sign up',
      narrow: true,
      scripts: 'none',
      status: fault ? 422 : 200,
      content: html`<h1>Sign up</h1>
<p>An account keeps your clients together. Its address is used for signing in and for a new password.</p>
<form method="post" action="${signInAddress(target, developerPages.answerSignUp.path)}" class="stack"><input type="hidden" name="csrf" value="${csrf}">
${emailField(email, fault)}
${passwordField('new-password', fault)}
<p><button name="step" value="sign-up">Sign up</button></p></form>
<p>You have an account? <a href="${signInAddress(target)}">Sign in</a>.</p>`,
    };
  }
}

const confirmationRefusals = {
  unknown: 'This code is unknown, was used before, or is older than a day.',
  wrong:
    'The password is wrong: it must be the one that you chose in the sign-up that this message confirms. If you signed up twice, you got two messages, and each needs its own password. If you did not sign up, ignore the message.',
  locked: 'There were too many wrong passwords. Try again in 15 minutes.',
} as const;
