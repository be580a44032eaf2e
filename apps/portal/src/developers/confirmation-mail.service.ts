import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import { Refusal } from '@open-banking/messages';
import { developerPages } from '@open-banking/spec';
import { portalUrl } from '../portal-url.js';
import { PortalSettings } from '../portal.settings.js';

const timeoutMs = 3_000;

/** Sends confirmations of e-mail addresses: through the bank's own mail outside the sandbox, which shows them instead. */
@Injectable()
export class ConfirmationMailService {
  constructor(
    private readonly service: ServiceSettings,
    private readonly portal: PortalSettings,
  ) {}

  /** Whether somebody can open an account: nobody could confirm an address where no message can be sent. */
  get isOpen(): boolean {
    return this.portal.portalSignUp && (this.service.sandbox || this.portal.portalMailUrl !== undefined);
  }

  /**
   * Posts `{"to", "subject", "text", "link"}` to PORTAL_MAIL_URL and waits for its 2xx. Returns what the sandbox's page shows in place of
   * the message.
   */
  async send(to: string, code: string): Promise<string | undefined> {
    const path = `${developerPages.showConfirmation.path}?code=${code}`;
    if (this.service.sandbox) return path;
    const link = `${portalUrl(this.service.baseUrl, this.portal.portalHost)}${path}`;
    const subject = `Your developer account at ${this.portal.bankName}`;
    const text = `Confirm your address within a day, with the password that you have chosen: ${link}\n\nIf you have not asked for an account, ignore this message.`;
    const answer = await fetch(this.portal.portalMailUrl!, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to, subject, text, link }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    }).catch((error: unknown) => {
      throw new Refusal('SERVICE_UNAVAILABLE', `PORTAL_MAIL_URL does not answer: ${String(error)}`, { retryAfterSeconds: 60 });
    });
    if (!answer.ok) throw new Refusal('SERVICE_UNAVAILABLE', `PORTAL_MAIL_URL answered ${answer.status}`, { retryAfterSeconds: 60 });
    return undefined;
  }
}
