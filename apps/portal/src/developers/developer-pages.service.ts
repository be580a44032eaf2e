import type { FastifyInstance, FastifyReply } from 'fastify';
import { Injectable } from '@nestjs/common';
import type { RouteRegistrar } from '@open-banking/http';
import { html, readForm, type Html } from '@open-banking/pages';
import { developerPages } from '@open-banking/spec';
import { clientList } from '../clients/client-content.js';
import { DeveloperClientsService } from '../developer-clients/developer-clients.service.js';
import { portalNotice } from '../visit/portal-page.js';
import { PortalRouter, type Shows, type Visit } from '../visit/portal-router.js';
import { ConfirmationMailService } from './confirmation-mail.service.js';
import { ConfirmationForm, DeveloperSignInForm, DeveloperSignOutForm, SignUpForm } from './developer.forms.js';
import { DeveloperSessionsService } from '../visit/developer-sessions.service.js';
import { DevelopersService } from './developers.service.js';

const leastPassword = 12;
const home = developerPages.showDeveloper.path;

interface Fault {
  readonly field: 'email' | 'password' | 'code';
  readonly says: string;
}

/** Accounts of developers: opening one, confirming its address, signing in and out. */
@Injectable()
export class DeveloperPagesService implements RouteRegistrar {
  constructor(
    private readonly router: PortalRouter,
    private readonly developers: DevelopersService,
    private readonly sessions: DeveloperSessionsService,
    private readonly mail: ConfirmationMailService,
    private readonly clients: DeveloperClientsService,
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

  private async enterOrLeave(visit: Visit, reply: FastifyReply): Promise<Shows> {
    const form = readForm([DeveloperSignInForm, DeveloperSignOutForm], visit.form);
    if (form.step === 'sign-out') {
      await this.sessions.end(visit.browser);
      this.router.name(reply, this.sessions.fresh());
      return { goTo: home };
    }
    const email = form.email.toLowerCase();
    const entered = await this.developers.signIn(email, form.password);
    if ('refused' in entered) {
      const says = {
        wrong: 'The e-mail address or the password is wrong.',
        locked: 'There were too many wrong passwords. Try again in 15 minutes.',
        unconfirmed: 'The address is not confirmed yet. Follow the link in our message, or sign up again to get a new one.',
      }[entered.refused];
      return this.signIn(visit, { email, fault: { field: 'password', says } });
    }
    this.router.name(reply, await this.sessions.begin(entered.developerId));
    return { goTo: home };
  }

  private async open(visit: Visit): Promise<Shows> {
    if (!this.mail.isOpen) return this.signUp(visit);
    const form = readForm([SignUpForm], visit.form);
    const email = form.email.toLowerCase();
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
      return this.signUp(visit, { email, fault: { field: 'email', says: 'An e-mail address is needed, such as you@example.com.' } });
    if (form.password.length < leastPassword)
      return this.signUp(visit, {
        email,
        fault: { field: 'password', says: `A password of at least ${leastPassword} characters is needed.` },
      });
    const code = await this.developers.signUp(email, form.password);
    const shown = code === undefined ? undefined : await this.mail.send(email, code);
    return {
      title: 'Confirm your address',
      narrow: true,
      content: html`<h1>Confirm your address</h1>
${
  visit.frame.sandbox
    ? portalNotice(
        'note',
        shown === undefined
          ? html`<strong>${email}</strong> has an account: <a href="${home}">sign in</a>.`
          : html`The sandbox shows here what it would send to <strong>${email}</strong>. The link is good for a day: <a href="${shown}">confirm the address</a>`,
      )
    : html`<p class="lead">If <strong>${email}</strong> has no account yet, we have sent a message there. Follow its link within a day.</p>`
}`,
    };
  }

  /** The link leads to a button: programs that look at links in messages do not confirm. */
  private confirmation({ csrf }: Visit, code: string, fault?: Fault): Shows {
    return {
      title: 'Confirm your address',
      narrow: true,
      status: fault ? 422 : 200,
      content: html`<h1>Confirm your address</h1>
${fault && portalNotice('alert', fault.says)}
<form method="post" action="${developerPages.answerConfirmation.path}" class="stack"><input type="hidden" name="csrf" value="${csrf}">
<label><span>Code of the message</span><input name="code" value="${code}" maxlength="100" required autocomplete="one-time-code"></label>
<p><button name="step" value="confirm">Confirm and sign in</button></p></form>`,
    };
  }

  private async confirm(visit: Visit, reply: FastifyReply): Promise<Shows> {
    const { code } = readForm([ConfirmationForm], visit.form);
    const developerId = await this.developers.confirm(code.trim());
    if (developerId === undefined)
      return this.confirmation(visit, code, {
        field: 'code',
        says: 'This code is unknown, was used before, or is older than a day. Sign up again to get a new one.',
      });
    this.router.name(reply, await this.sessions.begin(developerId));
    return { goTo: home };
  }

  private async dashboard({ csrf, developer }: Visit): Promise<Shows> {
    const clients = await this.clients.list(developer!.developerId);
    return {
      title: 'Your clients',
      content: html`<h1>Your clients</h1>
${clientList(clients, this.clients.isOpen)}
<h2>Your account</h2>
<p>You are signed in as <strong>${developer!.email}</strong>.</p>
<form method="post" action="${home}"><input type="hidden" name="csrf" value="${csrf}"><button class="plain" name="step" value="sign-out">Sign out</button></form>`,
    };
  }

  private signIn({ csrf }: Visit, { email = '', fault }: { readonly email?: string; readonly fault?: Fault } = {}): Shows {
    return {
      title: 'Sign in',
      narrow: true,
      status: fault ? 422 : 200,
      content: html`<h1>Sign in</h1>
<p>To register clients, try operations and see what became of your requests.</p>
${fault && portalNotice('alert', fault.says)}
<form method="post" action="${home}" class="stack"><input type="hidden" name="csrf" value="${csrf}">
${credentials(email, 'current-password')}
<p><button name="step" value="sign-in">Sign in</button></p></form>
${this.mail.isOpen && html`<p>No account yet? <a href="${developerPages.showSignUp.path}">Sign up</a>.</p>`}`,
    };
  }

  private signUp({ csrf }: Visit, { email = '', fault }: { readonly email?: string; readonly fault?: Fault } = {}): Shows {
    if (!this.mail.isOpen)
      return {
        title: 'Sign up',
        narrow: true,
        status: 403,
        content: html`<h1>Sign up</h1>${portalNotice('note', 'This bank opens no accounts here. Ask it for one.')}`,
      };
    return {
      title: 'Sign up',
      narrow: true,
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

/** The fields of a sign-in or sign-up, with what is wrong at the one that is. */
function credentials(email: string, passwordKind: 'current-password' | 'new-password', fault?: Fault): Html {
  const wrong = (field: Fault['field']) => fault?.field === field && html`aria-invalid="true" aria-describedby="${field}-fault"`;
  const says = (field: Fault['field']) => fault?.field === field && html`<span class="fault" id="${field}-fault">${fault.says}</span>`;
  return html`<label><span>E-mail address</span><input name="email" type="email" value="${email}" required autocomplete="username" ${wrong('email')}>${says('email')}</label>
<label><span>Password</span><input name="password" type="password" required autocomplete="${passwordKind}" ${wrong('password')}>${says('password')}${passwordKind === 'new-password' && html`<small>At least ${leastPassword} characters.</small>`}</label>`;
}
