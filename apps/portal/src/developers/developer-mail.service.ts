import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import { outgoingFetch, takesClientsOnLoopback } from '@open-banking/http';
import { portalUrl } from '../portal-url.js';
import { PortalSettings } from '../portal.settings.js';

const timeoutMs = 3_000;
/** Statuses that another try would not change. 401, 403, 404, 408 and 429 come from the bank's set-up, or pass. */
const final: readonly number[] = [400, 409, 410, 413, 422];

export interface Message {
  readonly text: string;
  readonly link: string;
}

/** True for a message that was taken, or was refused for good. */
export const isSettled = (status: number): boolean => status < 300 || final.includes(status);

/** The bank's own mail, to which the portal posts what it has to say to a developer's address. */
@Injectable()
export class DeveloperMailService {
  constructor(
    private readonly service: ServiceSettings,
    private readonly portal: PortalSettings,
  ) {}

  get isConfigured(): boolean {
    return this.portal.portalMailUrl !== undefined;
  }

  /** A sandbox for the people at this machine alone: what it would send to an address, a page may show to any of them. */
  get isOfOneMachine(): boolean {
    return takesClientsOnLoopback(this.service);
  }

  /** `{"to", "subject", "text", "link"}` to PORTAL_MAIL_URL; its status. */
  async post(to: string, { text, link }: Message): Promise<number> {
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
