import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import { Database } from '@open-banking/database';
import { RecurringWork } from '@open-banking/http';
import { developerPages } from '@open-banking/spec';
import { PortalSettings } from '../portal.settings.js';
import { unseal } from '../sealing/seal.js';
import { SealingKeysService } from '../sealing/sealing-keys.service.js';
import { DeveloperMailService, isSettled, type Message } from './developer-mail.service.js';
import { settleSignUpMail, takeSignUpMails, type SignUpMail } from './developers.statements.js';

const lookMs = 2_000;

export const confirmationPath = (code: string): string => `${developerPages.showConfirmation.path}?code=${code}`;

/**
 * Sends the messages of sign-ups through the bank's own mail, at least once, again and again for a day. The page does not wait for it:
 * whether an address has an account shows in its message alone.
 */
@Injectable()
export class SignUpMailsService {
  constructor(
    private readonly service: ServiceSettings,
    private readonly portal: PortalSettings,
    private readonly database: Database,
    private readonly keys: SealingKeysService,
    private readonly mail: DeveloperMailService,
  ) {}

  /** True if developers can open accounts: without messages an address cannot be confirmed. */
  get isOpen(): boolean {
    return this.portal.portalSignUp && (this.service.sandbox || this.sends);
  }

  /** The sandbox shows the messages instead. */
  get sends(): boolean {
    return !this.service.sandbox && this.mail.isConfigured;
  }

  @RecurringWork('send-sign-up-mails', { everyMs: ({ sends }: SignUpMailsService) => (sends ? lookMs : undefined) })
  async send(): Promise<void> {
    const due = await this.database.rows(takeSignUpMails, new Date());
    const outcomes = await Promise.allSettled(due.map((mail) => this.sendOne(mail)));
    const failed = outcomes.find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
  }

  private async sendOne(mail: SignUpMail): Promise<void> {
    const message = mail.hasAccount ? this.alreadyThere() : this.confirmation(mail);
    const status = message ? await this.mail.post(mail.email, message) : undefined;
    if (status === undefined || isSettled(status)) await this.database.rows(settleSignUpMail, mail.codeHash);
    if (status === undefined) throw new Error('The code of a sign-up was sealed with a former key: its message cannot be sent.');
    if (status >= 300) throw new Error(`PORTAL_MAIL_URL answered ${status}`);
  }

  private confirmation({ email, sealedCode }: SignUpMail): Message | undefined {
    const code = unseal(this.keys.signUpCodes, sealedCode, email);
    if (code === undefined) return undefined;
    const link = this.mail.pageUrl(confirmationPath(code));
    const text = `Confirm your address within a day, with the password that you have chosen: ${link}\n\nIf you have not asked for an account, ignore this message.`;
    return { text, link };
  }

  private alreadyThere(): Message {
    const link = this.mail.pageUrl(developerPages.showDeveloper.path);
    const text = `Somebody has signed up with your address, which has an account already. If it was you, sign in with the password of your account: ${link}\n\nIf it was not you, ignore this message: nothing has changed.`;
    return { text, link };
  }
}
