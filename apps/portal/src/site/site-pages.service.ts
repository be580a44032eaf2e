import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import type { RouteRegistrar } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { html, type Html } from '@open-banking/pages';
import { consolePages, developerPages, operations, products, sitePages } from '@open-banking/spec';
import type { FastifyInstance } from 'fastify';
import { SandboxCustomersService } from '../customers/sandbox-customers.service.js';
import { portalUrl } from '../portal-url.js';
import { PortalSettings } from '../portal.settings.js';
import { codeBlock } from '../samples/samples-section.js';
import { browserScript } from '../visit/browser-script.js';
import { portalStyle } from '../visit/portal-style.js';
import { PortalRouter, type PageResult } from '../visit/portal-router.js';

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><rect width="28" height="28" rx="8" fill="#0b4f6c"/><path d="M6 12 14 6.5 22 12v1.5H6zM8 15.5h2.4V20H8zm4.8 0h2.4V20h-2.4zm4.8 0H20V20h-2.4zM6 21.2h16v1.6H6z" fill="#fff"/></svg>';

const script = browserScript('portal');

/** Pages about customers stay out of search results; the rest may be found. */
const robots = ['User-agent: *', 'Disallow: /customer', 'Disallow: /developer', ''].join('\n');

const validForMs = 180 * 86_400_000;

/** The first page, and the small files that browsers and others ask for. */
@Injectable()
export class SitePagesService implements RouteRegistrar {
  constructor(
    private readonly router: PortalRouter,
    private readonly service: ServiceSettings,
    private readonly portal: PortalSettings,
    private readonly customers: SandboxCustomersService,
  ) {}

  registerRoutes(server: FastifyInstance): Promise<void> {
    return this.router.open(server, [
      [sitePages.showHome, () => this.home()],
      [sitePages.showStyle, () => ({ file: portalStyle, type: 'text/css; charset=utf-8' })],
      [sitePages.showScript, () => ({ file: script, type: 'text/javascript; charset=utf-8' })],
      [sitePages.showIcon, () => ({ file: icon, type: 'image/svg+xml' })],
      [sitePages.showRobots, () => ({ file: robots, type: 'text/plain; charset=utf-8' })],
      [sitePages.showSecurityContact, () => this.securityContact()],
    ]);
  }

  private home(): PageResult {
    const { bankName } = this.portal;
    const content = html`<h1>${bankName} for developers</h1>
<p class="lead">Accounts, savings, loans, cards, securities and payments of customers who have agreed, over one interface: ${operations.length} operations of ${products.length} products under <code>${this.service.baseUrl}</code>.</p>
<ul class="cards">
<li class="card"><h2><a href="${sitePages.showReference.path}">Reference</a></h2><p>Every operation with its fields, limits, errors and an example from the demo bank.</p></li>
<li class="card"><h2><a href="${sitePages.showGuides.path}">Guides</a></h2><p>Whole programs to run, in curl, Node, Python, Java and Go: consent, accounts, payment, mandate, notifications.</p></li>
<li class="card"><h2><a href="${sitePages.showErrors.path}">Errors</a></h2><p>What each code means, and what would have been right.</p></li>
<li class="card"><h2><a href="${sitePages.showReading.path}">Reading</a></h2><p>Paging, pending and booked, how long access lasts, limits.</p></li>
<li class="card"><h2><a href="${sitePages.showVersions.path}">Versions</a></h2><p>Which changes are compatible, and <a href="${sitePages.showChangelog.path}">what has changed</a>.</p></li>
<li class="card"><h2><a href="${developerPages.showDeveloper.path}">Your clients</a></h2><p>Sign in, or <a href="${developerPages.showSignUp.path}">open an account</a>, to register clients and manage what is yours.</p></li>
${this.service.sandbox && html`<li class="card"><h2><a href="${consolePages.showConsole.path}">Console</a></h2><p>Try any operation: the consent, the approval as a customer, and the call to paste.</p></li>`}
</ul>
${this.service.sandbox ? this.sandbox() : html`<h2>Access</h2><p>The bank registers clients of authorised third parties.</p>`}`;
    return { title: 'Start', content };
  }

  /** Programs that end with a customer's balances, and a customer who can approve what they ask for. */
  private sandbox(): Html {
    const [customer] = this.customers.all();
    const { baseUrl } = this.service;
    const guides = `${portalUrl(baseUrl, this.portal.portalHost)}${sitePages.showGuides.path}`;
    return html`<h2 id="balances">A customer's balances</h2>
<p>Paste one of these into a terminal. The program registers a client, asks for a consent, prints an address to open in a browser, and ends with the balances of the customer who approves there.</p>
${
  customer &&
  html`<p>Sign in on the bank's pages, or on <a href="${baseUrl}/customer">the customer's own pages</a>, as this customer of the sandbox:</p>
<dl class="facts"><dt>User name</dt><dd><code>${customer.login}</code></dd><dt>Password</dt><dd><code>${customer.password}</code></dd></dl>`
}
${balancePrograms.map(({ language, guide, program, run }) => html`<h3>${language}</h3>${codeBlock(`curl -sSO ${guides}/${program} && ${run} balances`, `Balances with ${language}`)}<p><a href="${sitePages.showGuides.path}/${guide}">What the program does, step by step</a></p>`)}
<h3>Without a browser</h3>
<p>A script that stands for the customer approves in the place of the browser, with any of the three:</p>
${codeBlock(`curl -sSO ${guides}/approve.sh && chmod +x approve.sh && export OPEN_BROWSER=./approve.sh`, 'Approve without a browser')}`;
  }

  /** RFC 9116. It must name the day until which it holds, so it always says the same time ahead. */
  private securityContact(): PageResult {
    const { securityContact } = this.portal;
    if (securityContact === undefined) throw new Refusal('RESOURCE_UNKNOWN', 'SECURITY_CONTACT is not set');
    const expires = new Date(Math.ceil((Date.now() + validForMs) / 86_400_000) * 86_400_000).toISOString();
    const canonical = `${portalUrl(this.service.baseUrl, this.portal.portalHost)}${sitePages.showSecurityContact.path}`;
    const file = [`Contact: ${securityContact}`, `Expires: ${expires}`, `Canonical: ${canonical}`, 'Preferred-Languages: en', ''].join(
      '\n',
    );
    return { file, type: 'text/plain; charset=utf-8' };
  }
}

/** The guides' programs, which end after the balances when asked to. */
const balancePrograms = [
  { language: 'curl', guide: 'curl', program: 'client.sh', run: 'sh client.sh' },
  { language: 'Node', guide: 'node', program: 'client.mjs', run: 'node client.mjs' },
  { language: 'Python', guide: 'python', program: 'client.py', run: 'python3 client.py' },
] as const;
