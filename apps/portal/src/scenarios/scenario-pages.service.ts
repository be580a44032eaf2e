import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import { isUuid, type RouteRegistrar } from '@open-banking/http';
import { BankClock } from '@open-banking/database';
import { codes, Refusal } from '@open-banking/messages';
import { html, readForm, type Html } from '@open-banking/pages';
import { developerPages, sandboxOperations, scenarioPages } from '@open-banking/spec';
import type { FastifyInstance } from 'fastify';
import { DeveloperClientsService } from '../developer-clients/developer-clients.service.js';
import { portalNotice } from '../visit/portal-page.js';
import { forDevelopers, PortalRouter, type PageResult, type Visit } from '../visit/portal-router.js';
import type { Developer } from '../visit/developer-sessions.service.js';
import { DeveloperCustomersService } from './developer-customers.service.js';
import { actForm, scenarioActs, type Choices } from './scenario-acts.js';
import { ActForm, NewCustomerForm, NewKeyForm, RemoveKeyForm } from './scenario.forms.js';
import { longestOutageSeconds, type SandboxCustomer } from './scenarios.messages.js';
import { ScenariosService } from './scenarios.service.js';
import { maxKeys, SandboxKeysService } from './sandbox-keys.service.js';
import type { SandboxKeyRow } from './scenarios.statements.js';

const path = scenarioPages.showScenarios.path;
const malformed = (text: string): Refusal => new Refusal([{ code: 'FORMAT_ERROR', text }]);
const day = (at: Date): string => at.toISOString().slice(0, 10);

/** The page of the sandbox's scenarios: the keys of a developer's tests, and what they can bring about. Sandbox only. */
@Injectable()
export class ScenarioPagesService implements RouteRegistrar {
  constructor(
    private readonly router: PortalRouter,
    private readonly settings: ServiceSettings,
    private readonly keys: SandboxKeysService,
    private readonly customers: DeveloperCustomersService,
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
    const form = readForm([NewKeyForm, RemoveKeyForm, NewCustomerForm, ActForm], visit.form);
    switch (form.step) {
      case 'remove-key':
        if (isUuid(form.keyId)) await this.keys.remove(developer.developerId, form.keyId);
        return { goTo: path };
      case 'make-key':
        return this.makeKey(visit, developer, form);
      case 'createSandboxCustomer':
        return this.outcomePage(visit, developer, async () => {
          const { seed = '' } = form;
          if (!/^[A-Za-z0-9._-]*$/.test(seed))
            throw malformed('A seed has letters without accents, digits, dots, underscores and hyphens.');
          await this.customers.create(developer.developerId, { seed: seed || '1' });
          return 'The customer is made.';
        });
      default:
        return this.outcomePage(visit, developer, () => this.act(developer, form));
    }
  }

  /** The result of an act, or the operation's reason for refusing it. */
  private async outcomePage(visit: Visit, developer: Developer, act: () => Promise<string>): Promise<PageResult> {
    try {
      return await this.page(visit, developer, portalNotice('note', await act()));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const says = error.faults.map(({ code, text }) => text ?? codes[code].text).join(' ');
      const { status, hints } = error;
      return { ...(await this.page(visit, developer, portalNotice('alert', says), status)), retryAfterSeconds: hints.retryAfterSeconds };
    }
  }

  private async act({ developerId }: Developer, { step, subject, choice, seconds }: ActForm): Promise<string> {
    const { says, subject: kind } = scenarioActs.find(({ operation }) => operation === step)!;
    if (kind !== 'client' && !isUuid(subject)) throw malformed(`The id of a ${kind} is a UUID.`);
    if (Number(seconds) > longestOutageSeconds) throw malformed(`An outage lasts ${longestOutageSeconds} seconds at most.`);
    const { scenarios, customers } = this;
    const acts: Readonly<Record<ActForm['step'], () => Promise<unknown>>> = {
      resetSandboxCustomer: () => customers.reset(developerId, subject),
      deleteSandboxCustomer: () => customers.remove(developerId, subject),
      revokeConsentAsCustomer: () => scenarios.revokeConsent(developerId, subject),
      useUpConsentReads: () => scenarios.useUpReads(developerId, subject),
      answerConsentAsSecondOwner: () => scenarios.answerConsent(developerId, subject, choice),
      answerPaymentAsSecondOwner: () => scenarios.answerPayment(developerId, subject, choice),
      setPaymentClearingAnswer: () => scenarios.setClearingAnswer(developerId, subject, { answer: choice }),
      changeMandateAsCustomer: () => scenarios.changeMandate(developerId, subject, { change: choice }),
      makeServiceUnavailable: () => scenarios.makeUnavailable(developerId, subject, { service: choice, seconds: Number(seconds) }),
    };
    await acts[step]();
    return `Done: ${says[0]!.toLowerCase()}${says.slice(1)}.`;
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
    const [keys, customers, clients] = await Promise.all([
      this.keys.list(developerId),
      this.customers.list(developerId),
      this.clients.list(developerId),
    ]);
    const choices: Choices = {
      customer: customers.map(({ customerId, logins }) => [customerId, logins[0]?.name ?? customerId]),
      client: clients.map(({ clientId, name }) => [clientId, name]),
    };
    const content = html`<h1>Scenarios</h1>
<p class="lead">Your tests can create their own customers and make them revoke, approve or refuse. Each of these takes one call, and affects only your own clients and customers.</p>
${notice}
<h2>Keys</h2>
<p>A key lets your tests call the operations below. It opens nothing of the bank's interface.</p>
${keyTable(keys, csrf)}
<form method="post" action="${path}" class="stack"><input type="hidden" name="csrf" value="${csrf}">
<label><span>Name</span><input name="name" maxlength="100" required autocomplete="off"><small>For you, such as "CI".</small></label>
<p><button name="step" value="make-key">Make a key</button></p></form>
<h2>Your customers</h2>
${customerTable(customers)}
<form method="post" action="${path}" class="stack"><input type="hidden" name="csrf" value="${csrf}">
<label><span>Seed</span><input name="seed" maxlength="64" pattern="[A-Za-z0-9._\\-]*" autocomplete="off"><small>The same seed gives the same data. Empty: 1.</small></label>
<p><button name="step" value="createSandboxCustomer">Make a customer</button></p></form>
<pre tabindex="0"><code>${this.call('createSandboxCustomer', '$SANDBOX_KEY', '{ "seed": "1", "secondOwner": true }')}</code></pre>
<h2>Acts</h2>
<p>Each button does what its call does. The reference has <a href="/reference#sandbox">all calls</a>; the key is in <code>SANDBOX_KEY</code>.</p>
${scenarioActs.map(
  (one) => html`<h3>${one.says}</h3>${actForm(one, choices, path, csrf)}
<details><summary>The call</summary><pre tabindex="0"><code>${this.call(one.operation, '$SANDBOX_KEY', one.body)}</code></pre></details>`,
)}
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
