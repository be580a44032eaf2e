import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import { RecurringWork } from '@open-banking/http';
import { developerPages } from '@open-banking/spec';
import { PortalSettings } from '../portal.settings.js';
import { unseal } from '../sealing/seal.js';
import { SealingKeysService } from '../sealing/sealing-keys.service.js';
import { DeveloperMailService, type Message } from './developer-mail.service.js';
import { signUpMails, type QueuedMail } from './mail-queue.statements.js';

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
  send(): Promise<void> {
    return this.mail.sendDue(signUpMails, (mail) => (mail.hasAccount ? this.alreadyThere() : this.confirmation(mail)));
  }

  private confirmation({ email, sealedCode }: QueuedMail): Message | 'unreadable' {
    const code = unseal(this.keys.signUpCodes, sealedCode, email);
    if (code === undefined) return 'unreadable';
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
