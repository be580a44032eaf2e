import { Injectable } from '@nestjs/common';
import type { RouteRegistrar } from '@open-banking/http';
import { readForm } from '@open-banking/pages';
import { developerPages } from '@open-banking/spec';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AccountDeletionService } from '../developers/account-deletion.service.js';
import { confirmationAsked, isConfirmed } from '../developers/confirmation-content.js';
import { newCredentialFault } from '../developers/credential-fields.js';
import { DevelopersService } from '../developers/developers.service.js';
import { PasswordResetsService } from '../developers/password-resets.service.js';
import { SignUpMailsService } from '../developers/sign-up-mails.service.js';
import { SignUpProofsService } from '../developers/sign-up-proofs.service.js';
import { OpenedAccountsService } from '../sandbox-accounts/opened-accounts.service.js';
import { reopeningPath } from '../sandbox-accounts/sandbox-account-pages.service.js';
import { SandboxAccountsService } from '../sandbox-accounts/sandbox-accounts.service.js';
import { DeveloperSessionsService, type Developer } from '../visit/developer-sessions.service.js';
import { forDevelopers, PortalRouter, type PageResult, type Visit } from '../visit/portal-router.js';
import { accountContent, deletedContent, deletionQuestion, leftoversText, type AccountView } from './account-content.js';
import { DeleteAccountForm, DeleteSandboxAccountForm, GiveAddressForm, NewReopeningForm } from './account.forms.js';

const own = developerPages.showAccount.path;

type Shown = Partial<Pick<AccountView, 'reopening' | 'isConfirmed' | 'typedEmail' | 'credentialFault' | 'deletionFault'>>;

/** The account of a signed-in developer: how it is opened again, and its deletion. */
@Injectable()
export class AccountPagesService implements RouteRegistrar {
  constructor(
    private readonly router: PortalRouter,
    private readonly developers: DevelopersService,
    private readonly sessions: DeveloperSessionsService,
    private readonly accounts: SandboxAccountsService,
    private readonly opened: OpenedAccountsService,
    private readonly deletion: AccountDeletionService,
    private readonly resets: PasswordResetsService,
    private readonly mail: SignUpMailsService,
    private readonly proofs: SignUpProofsService,
  ) {}

  registerRoutes(server: FastifyInstance): Promise<void> {
    return this.router.open(server, [
      [developerPages.showAccount, forDevelopers((visit, developer, reply) => this.show(visit, developer, reply))],
      [developerPages.answerAccount, forDevelopers((visit, developer, reply) => this.answer(visit, developer, reply))],
    ]);
  }

  private show(visit: Visit, developer: Developer, reply: FastifyReply): PageResult {
    const code = developer.hasPassword ? undefined : this.opened.takeReopening(visit, reply);
    return this.account(visit, developer, { reopening: code && visit.frame.site + reopeningPath(code), isConfirmed: isConfirmed(visit) });
  }

  private account({ csrf }: Visit, developer: Developer, shown: Shown = {}): PageResult {
    const view = { csrf, isSignUpOpen: this.mail.isOpen, isResetOpen: this.resets.isOpen, ...shown };
    return {
      title: 'Your account',
      narrow: true,
      scripts: 'none',
      status: shown.credentialFault || shown.deletionFault !== undefined ? 422 : 200,
      content: accountContent(developer, view),
    };
  }

  private answer(visit: Visit, developer: Developer, reply: FastifyReply): PageResult | Promise<PageResult> {
    const form = readForm([NewReopeningForm, GiveAddressForm, DeleteAccountForm, DeleteSandboxAccountForm], visit.form);
    if (form.step === 'delete-account') return this.deleteAccount(visit, developer, form, reply);
    // An account with a password has no such forms.
    if (developer.hasPassword) return { goTo: own };
    if (form.step === 'new-reopening') return this.renewReopening(visit, developer, reply);
    if (form.step === 'give-address') return this.giveAddress(visit, developer, form);
    return form.confirmed === 'yes'
      ? this.delete(visit, developer, reply)
      : { title: 'Delete your account?', narrow: true, scripts: 'none', content: deletionQuestion(developer, visit.csrf) };
  }

  private async renewReopening({ browser }: Visit, { developerId }: Developer, reply: FastifyReply): Promise<PageResult> {
    const code = await this.accounts.renewReopening(developerId);
    if (code !== undefined) this.opened.keepReopening(browser, reply, code);
    return { goTo: own };
  }

  private async giveAddress(visit: Visit, developer: Developer, form: GiveAddressForm): Promise<PageResult> {
    if (!this.mail.isOpen) return { goTo: own };
    const email = form.email.toLowerCase();
    const credentialFault = newCredentialFault({ email, password: form.password });
    if (credentialFault) return this.account(visit, developer, { typedEmail: email, credentialFault });
    const code = await this.developers.signUp(email, form.password, { developerId: developer.developerId, target: own });
    return confirmationAsked(visit, { email, code, proof: this.proofs.of(code, visit) });
  }

  /** The password again: a browser that was left open deletes nothing. */
  private async deleteAccount(
    visit: Visit,
    developer: Developer,
    { password }: DeleteAccountForm,
    reply: FastifyReply,
  ): Promise<PageResult> {
    const entered = await this.developers.signIn(developer.email, password);
    if ('developerId' in entered) return this.delete(visit, developer, reply);
    const isLocked = 'refused' in entered && entered.refused === 'locked';
    return this.account(visit, developer, { deletionFault: isLocked ? lockedText : 'The password is wrong.' });
  }

  private async delete(visit: Visit, developer: Developer, reply: FastifyReply): Promise<PageResult> {
    const done = await this.deletion.delete(developer.developerId);
    if (done !== 'deleted') return this.account(visit, developer, { deletionFault: leftoversText(done) });
    this.router.name(reply, this.sessions.fresh());
    return { title: 'Your account is deleted', narrow: true, scripts: 'none', content: deletedContent, isSignedOut: true };
  }
}

const lockedText = 'There were too many wrong passwords. Try again in 15 minutes.';
