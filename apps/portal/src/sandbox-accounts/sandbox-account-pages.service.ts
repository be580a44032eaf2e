import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import type { RouteRegistrar } from '@open-banking/http';
import { html, readForm } from '@open-banking/pages';
import { developerPages, sitePages } from '@open-banking/spec';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { DeveloperClientsService } from '../developer-clients/developer-clients.service.js';
import { AccountDeletionService } from '../developers/account-deletion.service.js';
import { portalUrl } from '../portal-url.js';
import { PortalSettings } from '../portal.settings.js';
import { DeveloperSessionsService } from '../visit/developer-sessions.service.js';
import { portalNotice } from '../visit/portal-page.js';
import { PortalRouter, type PageResult, type Visit } from '../visit/portal-router.js';
import { firstRedirectUris } from './first-client.js';
import { OpenedAccountsService } from './opened-accounts.service.js';
import { OpenSandboxAccountForm, ReopeningForm } from './sandbox-account.forms.js';
import { SandboxAccountsService } from './sandbox-accounts.service.js';

const start = sitePages.showHome.path;

export const reopeningPath = (code: string): string => `${developerPages.showReopening.path}?code=${code}`;

/** Makes accounts in one click, each with a client, and opens them again by their links. */
@Injectable()
export class SandboxAccountPagesService implements RouteRegistrar {
  constructor(
    private readonly router: PortalRouter,
    private readonly sessions: DeveloperSessionsService,
    private readonly accounts: SandboxAccountsService,
    private readonly opened: OpenedAccountsService,
    private readonly clients: DeveloperClientsService,
    private readonly deletion: AccountDeletionService,
    private readonly service: ServiceSettings,
    private readonly portal: PortalSettings,
  ) {}

  async registerRoutes(server: FastifyInstance): Promise<void> {
    if (!this.service.sandbox) return;
    await this.router.open(server, [
      [developerPages.openSandboxAccount, (visit, reply) => this.open(visit, reply)],
      [developerPages.showReopening, (visit) => this.reopening(visit, visit.query['code'] ?? '')],
      [developerPages.answerReopening, (visit, reply) => this.reopen(visit, reply)],
    ]);
  }

  private async open(visit: Visit, reply: FastifyReply): Promise<PageResult> {
    readForm([OpenSandboxAccountForm], visit.form);
    if (visit.developer) return { goTo: start };
    const { developerId, reopening } = await this.accounts.open(visit.address);
    const client = await this.registerClient(developerId).catch(async (error: unknown) => {
      await this.deletion.delete(developerId);
      throw error;
    });
    const browser = await this.enter(developerId, reply);
    this.opened.keepReopening(browser, reply, reopening);
    if (client) this.opened.keepClient(browser, reply, client);
    return { goTo: start };
  }

  /** Undefined where developers register no clients, or clients have no secrets. */
  private async registerClient(developerId: string) {
    const { profile, baseUrl } = this.service;
    if (!this.clients.isOpen || profile !== 'baseline') return undefined;
    const { clientId, clientSecret } = await this.clients.register(developerId, {
      name: 'My first client',
      roles: ['PSP_AI', 'PSP_PI'],
      redirectUris: firstRedirectUris(this.service, portalUrl(baseUrl, this.portal.portalHost)),
      authMethod: 'client_secret_basic',
    });
    return clientSecret === undefined ? undefined : { clientId, clientSecret };
  }

  private async enter(developerId: string, reply: FastifyReply): Promise<string> {
    const browser = await this.sessions.begin(developerId);
    this.router.name(reply, browser);
    return browser;
  }

  /** A form, as programs that look at the links in a message must not use up this one. */
  private reopening({ csrf }: Visit, code: string, isUnknown = false): PageResult {
    return {
      title: 'Open your account',
      narrow: true,
      scripts: 'none',
      status: isUnknown ? 422 : 200,
      content: html`<h1>Open your sandbox account</h1>
${isUnknown && portalNotice('alert', html`This link was used before, or its account was deleted. If the account is open in another browser, get a new link on its account page; otherwise <a href="${start}">create another account</a>.`)}
${
  !isUnknown &&
  html`<p>The link opens the account once. You get a new link for the next time.</p>
<form method="post" action="${developerPages.answerReopening.path}" class="stack"><input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="code" value="${code}">
<p><button name="step" value="reopen">Open the account</button></p></form>`
}`,
    };
  }

  private async reopen(visit: Visit, reply: FastifyReply): Promise<PageResult> {
    const { code } = readForm([ReopeningForm], visit.form);
    const account = await this.accounts.reopen(code);
    if (!account) return this.reopening(visit, '', true);
    if (visit.developer) await this.sessions.end(visit.browser);
    const browser = await this.enter(account.developerId, reply);
    this.opened.keepReopening(browser, reply, account.reopening);
    return { goTo: developerPages.showAccount.path };
  }
}
