import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { HashingQueue, hashPassword } from '@open-banking/access';
import { ServiceSettings } from '@open-banking/config';
import { Database, purgeAll } from '@open-banking/database';
import { RecurringWork } from '@open-banking/http';
import { developerPages } from '@open-banking/spec';
import { seal, unseal } from '../sealing/seal.js';
import { SealingKeysService } from '../sealing/sealing-keys.service.js';
import { sessionHash } from '../visit/developer-sessions.service.js';
import { DeveloperMailService, type Message } from './developer-mail.service.js';
import { forgetDeveloperTries } from './developers.statements.js';
import { insertPasswordReset, isOpenPasswordReset, purgePasswordResets, resetPassword } from './password-resets.statements.js';
import { passwordResetMails, type QueuedMail } from './mail-queue.statements.js';

const lookMs = 2_000;
const validMs = 3_600_000;

export const newPasswordPath = (code: string): string => `${developerPages.showNewPassword.path}?code=${code}`;

/** The code, and the page that the developer wanted, which follows the new password, as the query of the link has them. */
const queryOf = (code: string, target: string | undefined): string =>
  code + (target === undefined ? '' : `&next=${encodeURIComponent(target)}`);

/**
 * New passwords in the place of forgotten ones. A link goes to the address by a message that is sent later; an address without an account
 * is answered and stored alike, and gets none. A sandbox without mail shows the link in the page, but only where its base URL is of this
 * machine: anybody who may open that page could otherwise take over every account.
 */
@Injectable()
export class PasswordResetsService {
  private readonly queue = new HashingQueue();

  constructor(
    private readonly service: ServiceSettings,
    private readonly database: Database,
    private readonly keys: SealingKeysService,
    private readonly mail: DeveloperMailService,
  ) {}

  get isOpen(): boolean {
    return this.sends || this.shows;
  }

  get sends(): boolean {
    return this.mail.isConfigured;
  }

  private get shows(): boolean {
    return this.service.sandbox && !this.sends && this.mail.isOfOneMachine;
  }

  /**
   * The end of the link that the page shows in place of the message: the code, and the page to open afterwards. Undefined: there is none to
   * show.
   */
  async ask(email: string, target?: string): Promise<string | undefined> {
    const code = randomBytes(32).toString('base64url');
    const now = new Date();
    const sealedCode = this.sends ? seal(this.keys.passwordResets, queryOf(code, target), email) : null;
    const expiresAt = new Date(now.getTime() + validMs);
    const asked = await this.database.row(
      insertPasswordReset,
      sessionHash(code),
      email,
      expiresAt,
      sealedCode,
      this.sends ? now : null,
      now,
    );
    return asked && this.shows ? queryOf(code, target) : undefined;
  }

  async isOpenCode(code: string): Promise<boolean> {
    return (await this.database.row(isOpenPasswordReset, sessionHash(code), new Date())) !== undefined;
  }

  /** Gives the account of the code's address a new password, and ends its sessions. Undefined: no account follows from the code. */
  async setPassword(code: string, password: string): Promise<{ readonly developerId: string } | undefined> {
    const passwordHash = await this.queue.run(() => hashPassword(password));
    const changed = await this.database.row(resetPassword, sessionHash(code), passwordHash, new Date());
    if (changed) await this.database.rows(forgetDeveloperTries, sessionHash(changed.email));
    return changed;
  }

  @RecurringWork('send-password-resets', { everyMs: ({ sends }: PasswordResetsService) => (sends ? lookMs : undefined) })
  send(): Promise<void> {
    return this.mail.sendDue(passwordResetMails, (mail) => (mail.hasAccount ? this.message(mail) : 'none'));
  }

  private message({ email, sealedCode }: QueuedMail): Message | 'unreadable' {
    const code = unseal(this.keys.passwordResets, sealedCode, email);
    if (code === undefined) return 'unreadable';
    const link = this.mail.pageUrl(newPasswordPath(code));
    const text = `Choose a new password within an hour: ${link}\n\nIf you have not asked for one, ignore this message: your password stays.`;
    return { text, link };
  }

  @RecurringWork('purge-password-resets', { everyMs: 3_600_000 })
  async purge(): Promise<void> {
    await purgeAll(this.database, purgePasswordResets, new Date());
  }
}
