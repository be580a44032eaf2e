import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import type { RouteRegistrar } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { sitePages } from '@open-banking/spec';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { SandboxCustomersService } from '../customers/sandbox-customers.service.js';
import { SignUpMailsService } from '../developers/sign-up-mails.service.js';
import { portalUrl } from '../portal-url.js';
import { PortalSettings } from '../portal.settings.js';
import { firstRedirectUris } from '../sandbox-accounts/first-client.js';
import { OpenedAccountsService } from '../sandbox-accounts/opened-accounts.service.js';
import { reopeningPath } from '../sandbox-accounts/sandbox-account-pages.service.js';
import { SandboxAccountsService } from '../sandbox-accounts/sandbox-accounts.service.js';
import { PortalRouter, type PageResult, type Visit } from '../visit/portal-router.js';
import { startContent } from './start-content.js';

/** Pages about customers stay out of search results; the rest may be found. */
const robots = ['User-agent: *', 'Disallow: /customer', 'Disallow: /developer', ''].join('\n');

const validForMs = 180 * 86_400_000;

/** The first page, and the small files that software asks every site for. */
@Injectable()
export class SitePagesService implements RouteRegistrar {
  constructor(
    private readonly router: PortalRouter,
    private readonly service: ServiceSettings,
    private readonly portal: PortalSettings,
    private readonly customers: SandboxCustomersService,
    private readonly accounts: SandboxAccountsService,
    private readonly opened: OpenedAccountsService,
    private readonly mail: SignUpMailsService,
  ) {}

  registerRoutes(server: FastifyInstance): Promise<void> {
    return this.router.open(server, [
      [sitePages.showHome, (visit, reply) => this.home(visit, reply)],
      [sitePages.showRobots, () => ({ file: robots, type: 'text/plain; charset=utf-8' })],
      [sitePages.showSecurityContact, () => this.securityContact()],
    ]);
  }

  private home(visit: Visit, reply: FastifyReply): PageResult {
    const { baseUrl, sandbox, profile } = this.service;
    const { csrf, developer, frame } = visit;
    const site = this.site;
    const reopening = developer && this.opened.takeReopening(visit, reply);
    return {
      title: 'Start',
      content: startContent({
        csrf,
        baseUrl,
        portalUrl: site,
        sandbox,
        isOneClickOpen: this.accounts.isOpen,
        isSignUpOpen: this.mail.isOpen,
        isSignedIn: developer !== undefined,
        reopening: reopening && frame.site + reopeningPath(reopening),
        redirectUri: profile === 'baseline' ? firstRedirectUris(this.service, site)[0] : undefined,
        client: developer && this.opened.client(visit),
        customer: sandbox ? this.customers.all()[0] : undefined,
      }),
    };
  }

  private get site(): string {
    return portalUrl(this.service.baseUrl, this.portal.portalHost);
  }

  /** RFC 9116. It must name the day until which it holds, so it always says the same time ahead. */
  private securityContact(): PageResult {
    const { securityContact } = this.portal;
    if (securityContact === undefined) throw new Refusal('RESOURCE_UNKNOWN', 'SECURITY_CONTACT is not set');
    const expires = new Date(Math.ceil((Date.now() + validForMs) / 86_400_000) * 86_400_000).toISOString();
    const canonical = `${this.site}${sitePages.showSecurityContact.path}`;
    const file = [`Contact: ${securityContact}`, `Expires: ${expires}`, `Canonical: ${canonical}`, 'Preferred-Languages: en', ''].join(
      '\n',
    );
    return { file, type: 'text/plain; charset=utf-8' };
  }
}
