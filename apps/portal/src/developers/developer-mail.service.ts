import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import { Database } from '@open-banking/database';
import { outgoingFetch, takesClientsOnLoopback } from '@open-banking/http';
import { portalUrl } from '../portal-url.js';
import { PortalSettings } from '../portal.settings.js';
import type { MailQueue, QueuedMail } from './mail-queue.statements.js';

const timeoutMs = 3_000;
/** Statuses that another try would not change. 401, 403, 404, 408 and 429 come from the bank's set-up, or pass. */
const final: readonly number[] = [400, 409, 410, 413, 422];

export interface Message {
  readonly text: string;
  readonly link: string;
}

/** The message of a queued mail. `none`: nothing is to be sent. `unreadable`: its code was sealed with a former key. */
export type MessageOf = (mail: QueuedMail) => Message | 'none' | 'unreadable';

/** True for a message that was taken, or was refused for good. */
const isSettled = (status: number): boolean => status < 300 || final.includes(status);

/** The bank's own mail, to which the portal posts what it has to say to a developer's address. */
@Injectable()
export class DeveloperMailService {
  constructor(
    private readonly service: ServiceSettings,
    private readonly portal: PortalSettings,
    private readonly database: Database,
  ) {}

  get isConfigured(): boolean {
    return this.portal.portalMailUrl !== undefined;
  }

  /** A sandbox for the people at this machine alone: what it would send to an address, a page may show to any of them. */
  get isOfOneMachine(): boolean {
    return takesClientsOnLoopback(this.service);
  }

  /** Tries each message of a queue that is due, and throws the first failure after all of them. */
  async sendDue(queue: MailQueue, messageOf: MessageOf): Promise<void> {
    const due = await this.database.rows(queue.take, new Date());
    const outcomes = await Promise.allSettled(due.map((mail) => this.sendOne(queue, mail, messageOf(mail))));
    const failed = outcomes.find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
  }

  private async sendOne({ settle, subject }: MailQueue, { email, codeHash }: QueuedMail, message: ReturnType<MessageOf>): Promise<void> {
    const status = typeof message === 'string' ? undefined : await this.post(email, message);
    if (status === undefined || isSettled(status)) await this.database.rows(settle, codeHash);
    if (message === 'unreadable') throw new Error(`The code of a ${subject} was sealed with a former key: its message cannot be sent.`);
    if (status !== undefined && status >= 300) throw new Error(`PORTAL_MAIL_URL answered ${status}`);
  }

  /** `{"to", "subject", "text", "link"}` to PORTAL_MAIL_URL; its status. */
  private async post(to: string, { text, link }: Message): Promise<number> {
    const subject = `Your developer account at ${this.portal.bankName}`;
    const { status } = await outgoingFetch(this.portal.portalMailUrl!, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to, subject, text, link }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
    return status;
  }

  pageUrl(path: string): string {
    return `${portalUrl(this.service.baseUrl, this.portal.portalHost)}${path}`;
  }
}
