import { Injectable } from '@nestjs/common';
import type { RouteRegistrar } from '@open-banking/http';
import { html, readForm } from '@open-banking/pages';
import { developerPages } from '@open-banking/spec';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { DeveloperSessionsService } from '../visit/developer-sessions.service.js';
import { portalNotice } from '../visit/portal-page.js';
import { PortalRouter, type PageResult, type Visit } from '../visit/portal-router.js';
import { signInAddress, signInTarget } from '../visit/sign-in-target.js';
import { emailField, newCredentialFault, passwordField, type CredentialFault } from './credential-fields.js';
import { AskPasswordResetForm, NewPasswordForm } from './developer.forms.js';
import { newPasswordPath, PasswordResetsService } from './password-resets.service.js';

const form = { narrow: true, scripts: 'none' } as const;

/** Asking for the link with which a new password is chosen, and choosing it. */
@Injectable()
export class PasswordPagesService implements RouteRegistrar {
  constructor(
    private readonly router: PortalRouter,
    private readonly resets: PasswordResetsService,
    private readonly sessions: DeveloperSessionsService,
  ) {}

  registerRoutes(server: FastifyInstance): Promise<void> {
    return this.router.open(server, [
      [developerPages.showPasswordReset, (visit) => this.show(visit)],
      [developerPages.answerPasswordReset, (visit) => this.ask(visit)],
      [developerPages.showNewPassword, (visit) => this.newPassword(visit, visit.query['code'] ?? '')],
      [developerPages.answerNewPassword, (visit, reply) => this.setPassword(visit, reply)],
    ]);
  }

  private show(
    { csrf, developer, query }: Visit,
    email = developer?.hasPassword ? developer.email : '',
    fault?: CredentialFault,
  ): PageResult {
    const title = 'Choose a new password';
    if (!this.resets.isOpen)
      return {
        ...form,
        title,
        status: 403,
        content: html`<h1>${title}</h1>${portalNotice('note', 'This bank sends no messages from here. Ask it for a new password.')}`,
      };
    return {
      ...form,
      title,
      status: fault ? 422 : 200,
      content: html`<h1>${title}</h1>
<p>Type the address of your account. We send it a link that is valid for an hour.</p>
<form method="post" action="${signInAddress(signInTarget(query['next']), developerPages.answerPasswordReset.path)}" class="stack"><input type="hidden" name="csrf" value="${csrf}">
${emailField(email, fault)}
<p><button name="step" value="ask-reset">Send the link</button></p></form>`,
    };
  }

  /** The answer is the same whether the address has an account or not. */
  private async ask(visit: Visit): Promise<PageResult> {
    if (!this.resets.isOpen) return this.show(visit);
    const email = readForm([AskPasswordResetForm], visit.form).email.toLowerCase();
    const fault = newCredentialFault({ email });
    if (fault) return this.show(visit, email, fault);
    const target = signInTarget(visit.query['next']);
    const code = await this.resets.ask(email, target);
    const isSent = this.resets.sends;
    return {
      ...form,
      title: 'The link is on its way',
      content: html`<h1>${isSent ? 'The link is on its way' : 'The link to a new password'}</h1>
${isSent && html`<p class="lead">If <strong>${email}</strong> has an account, a message with a link is on its way there. It may take a few minutes.</p>`}
${code !== undefined && html`<p>This sandbox sends no messages. It would send this link to <strong>${email}</strong>, if that has an account: <a href="${newPasswordPath(code)}">choose a new password</a>.</p>`}
${!isSent && code === undefined && portalNotice('note', 'Several links for this address are valid already. Use one of them, or wait an hour.')}`,
    };
  }

  private async newPassword({ csrf, query }: Visit, code: string, fault?: CredentialFault): Promise<PageResult> {
    const title = 'Choose a new password';
    const target = signInTarget(query['next']);
    if (!(await this.resets.isOpenCode(code)))
      return {
        ...form,
        title,
        status: 422,
        content: html`<h1>${title}</h1>${portalNotice('alert', 'This link is unknown, was used before, or is older than an hour.')}
<p><a href="${signInAddress(target, developerPages.showPasswordReset.path)}">Get a new link</a></p>`,
      };
    return {
      ...form,
      title,
      status: fault ? 422 : 200,
      content: html`<h1>${title}</h1>
<p>It replaces the password of your account. All browsers that are signed in there are signed out.</p>
<form method="post" action="${signInAddress(target, developerPages.answerNewPassword.path)}" class="stack"><input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="code" value="${code}">
${passwordField('new-password', fault, 'New password')}
<p><button name="step" value="set-password">Set the password and sign in</button></p></form>`,
    };
  }

  private async setPassword(visit: Visit, reply: FastifyReply): Promise<PageResult> {
    const { code, password } = readForm([NewPasswordForm], visit.form);
    const fault = newCredentialFault({ password });
    if (fault) return this.newPassword(visit, code, fault);
    const changed = await this.resets.setPassword(code, password);
    if (!changed) return this.newPassword(visit, '');
    this.router.name(reply, await this.sessions.begin(changed.developerId));
    return { goTo: signInTarget(visit.query['next']) ?? developerPages.showDeveloper.path };
  }
}
