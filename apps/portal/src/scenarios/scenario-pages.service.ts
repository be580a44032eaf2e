import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import { isUuid, type RouteRegistrar } from '@open-banking/http';
import { BankClock } from '@open-banking/database';
import { html, readForm, type Html } from '@open-banking/pages';
import { developerPages, sandboxOperations, scenarioPages } from '@open-banking/spec';
import type { FastifyInstance } from 'fastify';
import { portalNotice } from '../visit/portal-page.js';
import { forDevelopers, PortalRouter, type Shows, type Visit } from '../visit/portal-router.js';
import type { Developer } from '../visit/developer-sessions.service.js';
import { DeveloperCustomersService } from './developer-customers.service.js';
import { NewKeyForm, RemoveKeyForm } from './scenario.forms.js';
import type { SandboxCustomer } from './scenarios.messages.js';
import { mostKeys, SandboxKeysService } from './sandbox-keys.service.js';
import type { SandboxKeyRow } from './scenarios.statements.js';

const path = scenarioPages.showScenarios.path;
const day = (at: Date): string => at.toISOString().slice(0, 10);

/** The page of the sandbox's scenarios: the keys of a developer's tests, and what they can bring about. Sandbox only. */
@Injectable()
export class ScenarioPagesService implements RouteRegistrar {
  constructor(
    private readonly router: PortalRouter,
    private readonly settings: ServiceSettings,
    private readonly keys: SandboxKeysService,
    private readonly customers: DeveloperCustomersService,
    private readonly clock: BankClock,
  ) {}

  async registerRoutes(server: FastifyInstance): Promise<void> {
    if (!this.settings.sandbox) return;
    await this.router.open(server, [
      [scenarioPages.showScenarios, forDevelopers((visit, developer) => this.page(visit, developer))],
      [scenarioPages.answerScenarios, forDevelopers((visit, developer) => this.answer(visit, developer))],
    ]);
  }

  private async answer(visit: Visit, developer: Developer): Promise<Shows> {
    const form = readForm([NewKeyForm, RemoveKeyForm], visit.form);
    if (form.step === 'remove-key') {
      if (isUuid(form.keyId)) await this.keys.remove(developer.developerId, form.keyId);
      return { goTo: path };
    }
    if (form.name === '') return this.page(visit, developer, portalNotice('alert', 'A key needs a name, such as "CI".'), 422);
    const key = await this.keys.make(developer.developerId, form.name);
    if (key === undefined)
      return this.page(visit, developer, portalNotice('alert', `You have ${mostKeys} keys, the most there may be.`), 422);
    const shown = html`${portalNotice('note', 'The key is shown once. Copy it now: the bank keeps only a hash.')}
<dl class="facts"><dt>Key</dt><dd><code>${key}</code></dd></dl>
<pre tabindex="0"><code>${this.call('createSandboxCustomer', key, '{ "seed": "1" }')}</code></pre>`;
    return this.page(visit, developer, shown);
  }

  private async page({ csrf }: Visit, { developerId }: Developer, notice?: Html, status = 200): Promise<Shows> {
    const [keys, customers] = await Promise.all([this.keys.list(developerId), this.customers.list(developerId)]);
    const content = html`<h1>Scenarios</h1>
<p class="lead">What a real bank's days bring, on demand: your tests make customers of their own, and let them revoke, approve or refuse. Each is one call, and acts on your clients and customers alone.</p>
${notice}
<h2>Keys</h2>
<p>A key lets your tests call the operations below. It opens nothing of the bank's interface.</p>
${keyTable(keys, csrf)}
<form method="post" action="${path}" class="stack"><input type="hidden" name="csrf" value="${csrf}">
<label><span>Name</span><input name="name" maxlength="100" required autocomplete="off"><small>For you, such as "CI".</small></label>
<p><button name="step" value="make-key">Make a key</button></p></form>
<h2>Your customers</h2>
${customerTable(customers)}
<h2>Calls</h2>
<p>The reference has <a href="/reference#sandbox">all of them</a>. With the key in <code>SANDBOX_KEY</code>:</p>
${scenarios.map(([id, says, body]) => html`<h3>${says}</h3><pre tabindex="0"><code>${this.call(id, '$SANDBOX_KEY', body)}</code></pre>`)}
<h2>An expired certificate</h2>
<p>Certificates are checked by real time. A call gives a client one that expires in so many seconds, or expired that long ago (less than 0); so does the page of each of <a href="${developerPages.showDeveloper.path}">your clients</a>, where they can be revoked too.</p>
<pre tabindex="0"><code>${this.call('issueSandboxCertificate', '$SANDBOX_KEY', '{ "request": "-----BEGIN PUBLIC KEY-----…", "use": "seal", "expiresInSeconds": 60 }')}</code></pre>
<h2>The clock</h2>
<p>The bank's day is <strong>${this.clock.today()}</strong>. Its clock moves for everybody in this sandbox, so only the operator moves it: <code>npx openbank clock advance PT24H</code>.</p>`;
    return { title: 'Scenarios', content, status };
  }

  private call(id: keyof typeof sandboxOperations, key: string, body?: string): string {
    const { method, path: of } = sandboxOperations[id];
    return `curl -s -X ${method} "${this.settings.baseUrl}${of}" \\
  -H "Authorization: Bearer ${key}"${body === undefined ? '' : ` \\\n  -H 'Content-Type: application/json' -d '${body}'`}`;
  }
}

const scenarios: readonly (readonly [id: keyof typeof sandboxOperations, says: string, body?: string])[] = [
  ['createSandboxCustomer', 'Make a customer; the same seed gives the same data', '{ "seed": "1", "secondOwner": true }'],
  ['resetSandboxCustomer', 'Take a customer back to the beginning'],
  ['revokeConsentAsCustomer', 'The customer revokes a consent'],
  ['answerConsentAsSecondOwner', 'The second owner answers a consent', '{ "answer": "approve" }'],
  ['answerPaymentAsSecondOwner', 'The second owner answers a payment', '{ "answer": "refuse" }'],
];

const keyTable = (keys: readonly SandboxKeyRow[], csrf: string): Html | false =>
  keys.length > 0 &&
  html`<div class="scroll"><table><thead><tr><th scope="col">Name</th><th scope="col">Made</th><th scope="col">Remove</th></tr></thead><tbody>
${keys.map(
  ({ keyId, name, createdAt }) => html`<tr><td>${name}</td><td>${day(createdAt)}</td>
<td><form method="post" action="${path}"><input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="keyId" value="${keyId}"><button class="plain" name="step" value="remove-key">Remove ${name}</button></form></td></tr>`,
)}</tbody></table></div>`;

function customerTable(customers: readonly SandboxCustomer[]): Html {
  if (customers.length === 0) return html`<p>You have made none yet.</p>`;
  return html`<div class="scroll"><table><thead><tr><th scope="col">Id</th><th scope="col">Seed</th><th scope="col">User name</th><th scope="col">Password</th></tr></thead><tbody>
${customers.map(
  ({ customerId, seed, logins }) =>
    html`<tr><td><code>${customerId}</code></td><td>${seed}</td><td>${logins.map(({ login }) => html`<code>${login}</code><br>`)}</td><td><code>${logins[0]?.password ?? ''}</code></td></tr>`,
)}</tbody></table></div>`;
}
