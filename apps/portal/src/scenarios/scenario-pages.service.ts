import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import { isUuid, type RouteRegistrar } from '@open-banking/http';
import { BankClock } from '@open-banking/database';
import { codes, Refusal } from '@open-banking/messages';
import { html, readForm, type Html } from '@open-banking/pages';
import { customerEditorPages, developerPages, interfaceServices, objectPages, sandboxOperations, scenarioPages } from '@open-banking/spec';
import type { FastifyInstance } from 'fastify';
import { DeveloperClientsService } from '../developer-clients/developer-clients.service.js';
import { portalNotice } from '../visit/portal-page.js';
import { forDevelopers, PortalRouter, type PageResult, type Visit } from '../visit/portal-router.js';
import type { Developer } from '../visit/developer-sessions.service.js';
import { keysSection } from './keys-section.js';
import { outageSeconds, outagesSection } from './outages-section.js';
import { NewKeyForm, OutageForm, RemoveKeyForm } from './scenario.forms.js';
import { ScenariosService } from './scenarios.service.js';
import { maxKeys, SandboxKeysService } from './sandbox-keys.service.js';

const path = scenarioPages.showScenarios.path;
const malformed = (text: string): Refusal => new Refusal([{ code: 'FORMAT_ERROR', text }]);

/** The page of the sandbox's scenarios: keys of a developer's tests, outages, and the ways to what else can be simulated. Sandbox only. */
@Injectable()
export class ScenarioPagesService implements RouteRegistrar {
  constructor(
    private readonly router: PortalRouter,
    private readonly settings: ServiceSettings,
    private readonly keys: SandboxKeysService,
    private readonly scenarios: ScenariosService,
    private readonly clients: DeveloperClientsService,
    private readonly clock: BankClock,
  ) {}

  async registerRoutes(server: FastifyInstance): Promise<void> {
    if (!this.settings.sandbox) return;
    await this.router.open(server, [
      [scenarioPages.showScenarios, forDevelopers((visit, developer) => this.page(visit, developer))],
      [scenarioPages.answerScenarios, forDevelopers((visit, developer) => this.answer(visit, developer))],
    ]);
  }

  private async answer(visit: Visit, developer: Developer): Promise<PageResult> {
    const form = readForm([NewKeyForm, RemoveKeyForm, OutageForm], visit.form);
    switch (form.step) {
      case 'remove-key':
        if (isUuid(form.keyId)) await this.keys.remove(developer.developerId, form.keyId);
        return { goTo: path };
      case 'make-key':
        return this.makeKey(visit, developer, form);
      default:
        return this.outcomePage(visit, developer, () => this.outage(developer, form));
    }
  }

  /** The result of an act, or the operation's reason for refusing it. */
  private async outcomePage(visit: Visit, developer: Developer, act: () => Promise<string>): Promise<PageResult> {
    try {
      return await this.page(visit, developer, portalNotice('done', await act()));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const says = error.faults.map(({ code, text }) => text ?? codes[code].text).join(' ');
      const { status, hints } = error;
      return { ...(await this.page(visit, developer, portalNotice('alert', says), status)), retryAfterSeconds: hints.retryAfterSeconds };
    }
  }

  private async outage({ developerId }: Developer, { step, client, service, seconds }: OutageForm): Promise<string> {
    const ends = step === 'end-outage';
    if (!isUuid(client) || !(interfaceServices as readonly string[]).includes(service) || (!ends && !Object.hasOwn(outageSeconds, seconds)))
      throw malformed('Choose one of your clients, a service and a duration.');
    await this.scenarios.makeUnavailable(developerId, client, { service, seconds: ends ? 0 : Number(seconds) });
    if (ends) return `The outage has ended: ${service} answers the client again, at the latest a second from now.`;
    return `${service} is unavailable for ${outageSeconds[seconds]}: the client's requests to it answer 503 SERVICE_UNAVAILABLE with Retry-After, at the latest a second from now. Tokens and approvals go on.`;
  }

  private async makeKey(visit: Visit, developer: Developer, form: NewKeyForm): Promise<PageResult> {
    if (form.name === '') return this.page(visit, developer, portalNotice('alert', 'A key needs a name, such as "CI".'), 422);
    const key = await this.keys.make(developer.developerId, form.name);
    if (key === undefined)
      return this.page(visit, developer, portalNotice('alert', `You have ${maxKeys} keys, the most there may be.`), 422);
    const shown = html`${portalNotice('note', 'The key is shown once. Copy it now: the bank keeps only a hash.')}
<dl class="facts"><dt>Key</dt><dd><code>${key}</code></dd></dl>
<pre tabindex="0"><code>${this.call('createSandboxCustomer', key, '{ "seed": "1" }')}</code></pre>`;
    return this.page(visit, developer, shown);
  }

  private async page({ csrf }: Visit, { developerId }: Developer, notice?: Html, status = 200): Promise<PageResult> {
    const [keys, clients] = await Promise.all([this.keys.list(developerId), this.clients.list(developerId)]);
    const content = html`<h1>Sandbox</h1>
<p class="lead">Simulate what happens in a real bank: customers revoke, second owners approve, other banks reject. Each page below has the actions as buttons; your tests do the same with a key.</p>
${notice}
<ul class="cards">${objectLists.map(([path, title, says]) => html`<li class="card"><h2><a href="${path}">${title}</a></h2><p>${says}</p></li>`)}</ul>
<h2>Keys for your tests</h2>
${keysSection(keys, path, csrf)}
<h2>Outages</h2>
<p>For a time, one service answers one of your clients with 503, as in a real outage. Other clients and services are not affected.</p>
${outagesSection(clients, this.clock.now(), path, csrf)}
<h2>Expired certificates</h2>
<p>Certificates are checked by real time. The page of each of <a href="${developerPages.showDeveloper.path}">your clients</a> issues one that expires within seconds, or has expired already, and revokes certificates.</p>
<h2>The bank's day</h2>
<p>The bank's day is <strong>${this.clock.today()}</strong>. Its clock moves for everybody in this sandbox, so only the operator moves it: <code>npx openbank clock advance PT24H</code>.</p>`;
    return { title: 'Sandbox', content, status };
  }

  private call(id: keyof typeof sandboxOperations, key: string, body?: string): string {
    const { method, path: of } = sandboxOperations[id];
    return `curl -s -X ${method} "${this.settings.baseUrl}${of}" \\
  -H "Authorization: Bearer ${key}"${body === undefined ? '' : ` \\\n  -H 'Content-Type: application/json' -d '${body}'`}`;
  }
}

const objectLists = [
  [
    customerEditorPages.showSandboxCustomers.path,
    'Customers',
    'Create customers with data of your own, reset them, and let money come in.',
  ],
  [objectPages.showDeveloperConsents.path, 'Consents', 'Revoke a consent, use up its reads, approve or refuse as its second owner.'],
  [
    objectPages.showDeveloperPayments.path,
    'Payments',
    'Approve or refuse as the second owner; let the other bank reject or return a payment.',
  ],
  [objectPages.showDeveloperMandates.path, 'Mandates', 'Collect as the creditor; suspend, resume or cancel as the customer.'],
] as const;
