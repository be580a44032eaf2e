import type { FastifyInstance, FastifyReply } from 'fastify';
import { Injectable } from '@nestjs/common';
import type { RouteRegistrar } from '@open-banking/http';
import { html, readForm, type Html } from '@open-banking/pages';
import { developerPages } from '@open-banking/spec';
import { clientList } from '../clients/client-content.js';
import { DeveloperClientsService } from '../developer-clients/developer-clients.service.js';
import { portalNotice } from '../visit/portal-page.js';
import { PortalRouter, type PageResult, type Visit } from '../visit/portal-router.js';
import { AccountDeletionService, type AccountDeletion } from './account-deletion.service.js';
import { ConfirmationForm, DeleteAccountForm, DeveloperSignInForm, DeveloperSignOutForm, SignUpForm } from './developer.forms.js';
import { DeveloperSessionsService } from '../visit/developer-sessions.service.js';
import { signInAddress, signInTarget } from '../visit/sign-in-target.js';
import { DevelopersService } from './developers.service.js';
import { confirmationPath, SignUpMailsService } from './sign-up-mails.service.js';

const minPassword = 12;
const home = developerPages.showDeveloper.path;

interface Fault {
  readonly field: 'email' | 'password';
  readonly says: string;
}

/** Accounts of developers: opening one, confirming its address, signing in and out. */
@Injectable()
export class DeveloperPagesService implements RouteRegistrar {
  constructor(
    private readonly router: PortalRouter,
    private readonly developers: DevelopersService,
    private readonly sessions: DeveloperSessionsService,
    private readonly mail: SignUpMailsService,
    private readonly clients: DeveloperClientsService,
    private readonly deletion: AccountDeletionService,
  ) {}

  registerRoutes(server: FastifyInstance): Promise<void> {
    return this.router.open(server, [
      [developerPages.showDeveloper, (visit) => (visit.developer ? this.dashboard(visit) : this.signIn(visit))],
      [developerPages.answerDeveloper, (visit, reply) => this.enterOrLeave(visit, reply)],
      [developerPages.showSignUp, (visit) => this.signUp(visit)],
      [developerPages.answerSignUp, (visit) => this.open(visit)],
      [developerPages.showConfirmation, (visit) => this.confirmation(visit, visit.query['code'] ?? '')],
      [developerPages.answerConfirmation, (visit, reply) => this.confirm(visit, reply)],
    ]);
  }

  private async enterOrLeave(visit: Visit, reply: FastifyReply): Promise<PageResult> {
    const form = readForm([DeveloperSignInForm, DeveloperSignOutForm, DeleteAccountForm], visit.form);
    if (form.step === 'delete-account') return this.deleteAccount(visit, form, reply);
    if (form.step === 'sign-out') {
      await this.sessions.end(visit.browser);
      this.router.name(reply, this.sessions.fresh());
      return { goTo: home };
    }
    const email = form.email.toLowerCase();
    const entered = await this.developers.signIn(email, form.password);
    if ('refused' in entered) return this.signIn(visit, { email, fault: { field: 'password', says: refusals[entered.refused] } });
    this.router.name(reply, await this.sessions.begin(entered.developerId));
    return { goTo: signInTarget(visit.query['next']) ?? home };
  }

  /** The password again: a browser that was left open deletes nothing. */
  private async deleteAccount(visit: Visit, { password }: DeleteAccountForm, reply: FastifyReply): Promise<PageResult> {
    if (!visit.developer) return { goTo: home };
    const { developerId, email } = visit.developer;
    const entered = await this.developers.signIn(email, password);
    if ('refused' in entered) return this.dashboard(visit, refusals[entered.refused === 'wrong' ? 'wrongPassword' : 'locked']);
    const done = await this.deletion.delete(developerId);
    if (done !== 'deleted') return this.dashboard(visit, leftoversText(done));
    this.router.name(reply, this.sessions.fresh());
    return {
      title: 'Your account is deleted',
      narrow: true,
      scripts: 'none',
      content: html`<h1>Your account is deleted</h1>
<p>We keep neither your address nor your password. What your clients did stays with the bank under their ids.</p>`,
    };
  }

  private async open(visit: Visit): Promise<PageResult> {
    if (!this.mail.isOpen) return this.signUp(visit);
    const form = readForm([SignUpForm], visit.form);
    const email = form.email.toLowerCase();
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
      return this.signUp(visit, { email, fault: { field: 'email', says: 'An e-mail address is needed, such as you@example.com.' } });
    if (form.password.length < minPassword)
      return this.signUp(visit, {
        email,
        fault: { field: 'password', says: `A password of at least ${minPassword} characters is needed.` },
      });
    const code = await this.developers.signUp(email, form.password);
    return {
      title: 'Confirm your address',
      narrow: true,
      scripts: 'none',
      content: html`<h1>Confirm your address</h1>
${
  visit.frame.sandbox
    ? portalNotice(
        'note',
        code === undefined
          ? html`<strong>${email}</strong> has an account: <a href="${home}">sign in</a>.`
          : html`The sandbox shows here what it would send to <strong>${email}</strong>. The link is valid for one day: <a href="${confirmationPath(code)}">confirm the address</a>`,
      )
    : html`<p class="lead">We send a message to <strong>${email}</strong>, which may take a few minutes. Follow its link within a day.</p>`
}`,
    };
  }

  /**
   * The link leads to a form: programs that look at links in messages do not confirm, and neither does a reader of the message of
   * another person's sign-up, whose password they would share.
   */
  private confirmation({ csrf }: Visit, code: string, fault?: string): PageResult {
    return {
      title: 'Confirm your address',
      narrow: true,
      scripts: 'none',
      status: fault ? 422 : 200,
      content: html`<h1>Confirm your address</h1>
${fault && portalNotice('alert', fault)}
<form method="post" action="${developerPages.answerConfirmation.path}" class="stack"><input type="hidden" name="csrf" value="${csrf}">
<label><span>Code of the message</span><input name="code" value="${code}" maxlength="100" required autocomplete="one-time-code"></label>
<label><span>Password</span><input name="password" type="password" required autocomplete="current-password"><small>The one that you chose when you signed up.</small></label>
<p><button name="step" value="confirm">Confirm and sign in</button></p></form>`,
    };
  }

  private async confirm(visit: Visit, reply: FastifyReply): Promise<PageResult> {
    const { code, password } = readForm([ConfirmationForm], visit.form);
    const confirmed = await this.developers.confirm(code.trim(), password);
    if ('refused' in confirmed) return this.confirmation(visit, code, confirmationRefusals[confirmed.refused]);
    this.router.name(reply, await this.sessions.begin(confirmed.developerId));
    return { goTo: home };
  }

  private async dashboard({ csrf, developer }: Visit, deletionFault?: string): Promise<PageResult> {
    const clients = await this.clients.list(developer!.developerId);
    return {
      title: 'Your clients',
      // The account's deletion asks for the password.
      scripts: 'none',
      status: deletionFault === undefined ? 200 : 422,
      content: html`<h1>Your clients</h1>
${clientList(clients, this.clients.isOpen)}
<h2>Your account</h2>
<p>You are signed in as <strong>${developer!.email}</strong>.</p>
<form method="post" action="${home}"><input type="hidden" name="csrf" value="${csrf}"><button class="plain" name="step" value="sign-out">Sign out</button></form>
${deletionSection(csrf, deletionFault)}`,
    };
  }

  private signIn({ csrf, query }: Visit, { email = '', fault }: { readonly email?: string; readonly fault?: Fault } = {}): PageResult {
    return {
      title: 'Sign in',
      narrow: true,
      scripts: 'none',
      status: fault ? 422 : 200,
      content: html`<h1>Sign in</h1>
<p>To register clients, try operations and see what became of your requests.</p>
${fault && portalNotice('alert', fault.says)}
<form method="post" action="${signInAddress(signInTarget(query['next']))}" class="stack"><input type="hidden" name="csrf" value="${csrf}">
${credentials(email, 'current-password')}
<p><button name="step" value="sign-in">Sign in</button></p></form>
${this.mail.isOpen && html`<p>No account yet? <a href="${developerPages.showSignUp.path}">Sign up</a>.</p>`}`,
    };
  }

  private signUp({ csrf }: Visit, { email = '', fault }: { readonly email?: string; readonly fault?: Fault } = {}): PageResult {
    if (!this.mail.isOpen)
      return {
        title: 'Sign up',
        narrow: true,
        scripts: 'none',
        status: 403,
        content: html`<h1>Sign up</h1>${portalNotice('note', 'This bank opens no accounts here. Ask it for one.')}`,
      };
    return {
      title: 'Sign up',
      narrow: true,
      scripts: 'none',
      status: fault ? 422 : 200,
      content: html`<h1>Sign up</h1>
<p>An account keeps your clients together. Its address is used for nothing but signing in.</p>
<form method="post" action="${developerPages.answerSignUp.path}" class="stack"><input type="hidden" name="csrf" value="${csrf}">
${credentials(email, 'new-password', fault)}
<p><button name="step" value="sign-up">Sign up</button></p></form>
<p>You have an account? <a href="${home}">Sign in</a>.</p>`,
    };
  }
}

const refusals = {
  wrong: 'The e-mail address or the password is wrong, or the address is not confirmed yet: follow the link in our message first.',
  wrongPassword: 'The password is wrong.',
  locked: 'There were too many wrong passwords. Try again in 15 minutes.',
} as const;

const confirmationRefusals = {
  unknown: 'This code is unknown, was used before, or is older than a day. Sign up again to get a new one.',
  wrong:
    'The password is wrong: it must be the one that you chose in the sign-up that this message confirms. If you signed up twice, you got two messages, and each needs its own password. If you did not sign up, ignore the message.',
  locked: refusals.locked,
} as const;

const counted = (count: number, name: string): string[] => (count === 0 ? [] : [count === 1 ? `your ${name}` : `your ${count} ${name}s`]);

const leftoversText = ({ clients, customers }: Exclude<AccountDeletion, 'deleted'>): string =>
  `Remove ${[...counted(clients, 'client'), ...counted(customers, 'sandbox customer')].join(' and ') || 'what was added meanwhile'} first.`;

const deletionSection = (csrf: string, fault?: string): Html => html`<h2>Delete your account</h2>
<p>Remove your clients and, in the sandbox, the customers made for you first. Then your address, password and sandbox keys are deleted, and cannot be brought back.</p>
${fault && portalNotice('alert', fault)}
<form method="post" action="${home}" class="stack"><input type="hidden" name="csrf" value="${csrf}">
<label><span>Password</span><input name="password" type="password" required autocomplete="current-password"></label>
<p><button class="danger" name="step" value="delete-account">Delete the account</button></p></form>`;

/** The fields of a sign-in or sign-up, with what is wrong at the one that is. */
function credentials(email: string, passwordKind: 'current-password' | 'new-password', fault?: Fault): Html {
  const wrong = (field: Fault['field']) => fault?.field === field && html`aria-invalid="true" aria-describedby="${field}-fault"`;
  const says = (field: Fault['field']) => fault?.field === field && html`<span class="fault" id="${field}-fault">${fault.says}</span>`;
  return html`<label><span>E-mail address</span><input name="email" type="email" value="${email}" required autocomplete="username" ${wrong('email')}>${says('email')}</label>
<label><span>Password</span><input name="password" type="password" required autocomplete="${passwordKind}" ${wrong('password')}>${says('password')}${passwordKind === 'new-password' && html`<small>At least ${minPassword} characters.</small>`}</label>`;
}
