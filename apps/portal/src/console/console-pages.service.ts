import { Injectable } from '@nestjs/common';
import { isFapi2, ServiceSettings } from '@open-banking/config';
import type { RouteRegistrar } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { html, readForm } from '@open-banking/pages';
import { aisPis, consolePages, mandates, operations, type Operation } from '@open-banking/spec';
import type { FastifyInstance } from 'fastify';
import { portalNotice } from '../visit/portal-page.js';
import { forDevelopers, PortalRouter, type PageHandler, type PageResult } from '../visit/portal-router.js';
import { ConsoleCallsService, type Progress } from './console-calls.service.js';
import { clientSection } from './console-client-section.js';
import { ConsoleClientsService } from './console-clients.service.js';
import { approvalPage, approveForm, consoleOverview, operationPath, consoleQuery } from './console-page.js';
import {
  consoleCookie,
  emptyState,
  grantOf,
  openState,
  sealState,
  withCreated,
  withGrant,
  type ConsoleState,
  type Subject,
} from './console-state.js';
import { AskApprovalForm, AskConsentForm, ChooseClientForm, ForgetForm, OwnClientForm, SendCallForm } from './console.forms.js';
import { exchangeSection, parseBody } from './exchange-section.js';
import type { Exchange } from './gateway-calls.service.js';
import { variablePartsOf } from './operation-needs.js';
import { approvalNames, OperationPageService, queryParametersOf, type Turn } from './operation-page.service.js';
import { SandboxCustomersService } from '../customers/sandbox-customers.service.js';
import { SealingKeysService } from '../sealing/sealing-keys.service.js';
import { IssuerError, TokenRequestsService } from './token-requests.service.js';

const statusPath = consolePages.showConsoleStatus.path;
/** A page refreshes itself every two seconds, this many times: a dated payment is not final for days. */
const refreshSeconds = 2;
const maxRefreshes = 30;

/** The console: what a third party's software does, done by a developer step by step. In the sandbox only. */
@Injectable()
export class ConsolePagesService implements RouteRegistrar {
  constructor(
    private readonly router: PortalRouter,
    private readonly settings: ServiceSettings,
    private readonly operations: OperationPageService,
    private readonly calls: ConsoleCallsService,
    private readonly clients: ConsoleClientsService,
    private readonly tokens: TokenRequestsService,
    private readonly keys: SealingKeysService,
    private readonly customers: SandboxCustomersService,
  ) {}

  async registerRoutes(server: FastifyInstance): Promise<void> {
    if (!this.settings.sandbox) return;
    await this.router.open(server, [
      [consolePages.showConsole, this.turn((turn) => this.overview(turn))],
      [consolePages.answerConsole, this.turn((turn) => this.answer(turn))],
      [consolePages.showConsoleOperation, this.turn((turn) => this.operations.show(turn, requestedOperation(turn)))],
      [consolePages.answerConsoleOperation, this.turn((turn) => this.act(turn, requestedOperation(turn)))],
      [consolePages.showConsoleCallback, this.turn((turn) => this.callback(turn))],
      [consolePages.showConsoleStatus, this.turn((turn) => this.status(turn))],
    ]);
  }

  /** Every page is for developers and begins with what their browser keeps. What an issuer refuses is shown in its words. */
  private turn(handle: (turn: Turn) => PageResult | Promise<PageResult>): PageHandler {
    return forDevelopers(async (visit, developer, reply) => {
      if (isFapi2(this.settings.profile)) return noConsole;
      const state = openState(this.keys.browserState, visit.kept(consoleCookie), visit.browser, Date.now());
      try {
        return await handle({ visit, developer, reply, state });
      } catch (error) {
        if (error instanceof IssuerError) return issuerFault(error);
        throw error;
      }
    });
  }

  private keep({ visit, reply }: Turn, state: ConsoleState): void {
    this.router.keep(reply, consoleCookie, state === emptyState ? '' : sealState(this.keys.browserState, state, visit.browser, Date.now()));
  }

  /** `refused`: the client whose secret was refused. */
  private async overview({ visit, developer: { developerId }, state }: Turn, refused?: string): Promise<PageResult> {
    const [calling, choices] = await Promise.all([this.clients.calling(developerId), this.clients.choices(developerId)]);
    const client = clientSection({ csrf: visit.csrf, calling, choices, redirectUri: this.tokens.redirectUri, refused });
    return { title: 'Console', status: refused === undefined ? 200 : 422, content: consoleOverview(visit.csrf, state, client) };
  }

  private async answer(turn: Turn): Promise<PageResult> {
    const form = readForm([ForgetForm, ChooseClientForm, OwnClientForm], turn.visit.form);
    const { developerId } = turn.developer;
    if (form.step === 'choose-client') {
      const choice = (await this.clients.choices(developerId)).find(({ client }) => client.clientId === form.client);
      if (!choice || choice.unfit !== undefined)
        throw new Refusal('RESOURCE_UNKNOWN', 'not a client of this developer that the console can use');
      if (!(await this.clients.choose(developerId, choice.client, form.secret))) return this.overview(turn, form.client);
    } else if (form.step === 'own-client') await this.clients.chooseOwn(developerId);
    // Approvals belong to the client that asked for them.
    this.keep(turn, emptyState);
    return { goTo: consolePages.showConsole.path };
  }

  private act(turn: Turn, row: Operation): Promise<PageResult> {
    const form = readForm([SendCallForm, AskConsentForm, AskApprovalForm], turn.visit.form);
    if (form.step === 'ask') return this.ask(turn, row, form);
    if (form.step === 'approve') return this.approve(turn, row, form);
    return this.send(turn, row, form);
  }

  private async ask(turn: Turn, row: Operation, { login, permission }: AskConsentForm): Promise<PageResult> {
    const exchange = await this.calls.askConsent(turn.developer.developerId, permission);
    const { consentId } = (parseBody(exchange.text) ?? {}) as { consentId?: string };
    if (consentId === undefined) return this.operations.show(turn, row, exchangeSection(exchange, 'The consent was refused'));
    const subject: Subject = { issuer: 'consents', id: consentId, permissions: permission };
    return this.toBank({ ...turn, state: withCreated(turn.state, subject) }, row, subject, login, exchange);
  }

  private approve(turn: Turn, row: Operation, { id, login }: AskApprovalForm): Promise<PageResult> {
    const created = turn.state.created.find((subject) => subject.id === id);
    if (!created) throw new Refusal('RESOURCE_UNKNOWN', 'not created in this session');
    const subject: Subject = row.id === mandates.deleteMandate.id ? { ...created, issuer: 'cancellation' } : created;
    return this.toBank(turn, row, subject, login);
  }

  /** The customer decides on the bank's own pages. */
  private async toBank(
    turn: Turn,
    { id: operationId }: Operation,
    subject: Subject,
    login: string,
    exchange?: Exchange,
  ): Promise<PageResult> {
    const customer = this.customers.find(login);
    if (!customer) throw new Refusal('RESOURCE_UNKNOWN', 'DEMO_CUSTOMERS_FILE has no customers');
    const pending = { subject, login: customer.login, operationId, ...this.tokens.fresh() };
    const url = await this.tokens.approvalUrl(pending, await this.clients.forDeveloper(turn.developer.developerId));
    this.keep(turn, { ...turn.state, pending });
    const below = exchange && exchangeSection(exchange, 'The consent that was asked for');
    return { title: 'Approve as the customer', content: approvalPage(url, customer, below) };
  }

  private async send(turn: Turn, row: Operation, form: SendCallForm): Promise<PageResult> {
    const { visit, developer } = turn;
    const parts = variablePartsOf(row);
    const values = new Map(parts.map((part) => [part, visit.form.get(part) ?? '']));
    const query = consoleQuery(queryParametersOf(row), visit.form);
    const body = row.method === 'POST' ? form.body : undefined;
    const exchange = await this.calls.send(developer.developerId, row, turn.state, {
      values,
      query,
      body,
      attended: form.attended.length > 0,
    });
    const subject = exchangeSubject(row, exchange, values);
    const state = subject && exchange.status === 201 ? withCreated(turn.state, subject) : turn.state;
    if (state !== turn.state) this.keep(turn, state);
    const next = subject && exchange.status < 300 && approveForm(visit.csrf, row, subject.id, form.login, approvalNames[row.id]!);
    return this.operations.show({ ...turn, state }, row, html`${next}${exchangeSection(exchange)}`);
  }

  /** The redirect from the bank's pages: the customer has approved, or not. */
  private async callback(turn: Turn): Promise<PageResult> {
    const { visit, developer, state } = turn;
    const { pending } = state;
    if (!pending || visit.query['state'] !== pending.state) return unknownApproval;
    const answer = new URLSearchParams(visit.query as Record<string, string>);
    const token = await this.tokens.redeem(pending, await this.clients.forDeveloper(developer.developerId), answer);
    const { subject, login, operationId } = pending;
    this.keep(turn, withGrant(state, { subject, login, token }));
    return { goTo: subject.issuer === 'consents' ? operationPath(operationId) : `${statusPath}?id=${subject.id}` };
  }

  /** A payment or a mandate until it is final. */
  private async status(turn: Turn): Promise<PageResult> {
    const { visit, developer, reply, state } = turn;
    const id = visit.query['id'] ?? '';
    const created = state.created.find((one) => one.id === id && one.issuer !== 'consents');
    if (!created) throw new Refusal('RESOURCE_UNKNOWN', 'not created in this session');
    const cancelled = grantOf(state, 'cancellation')?.subject.id === id;
    const progress = await this.calls.progress(developer.developerId, state, cancelled ? { ...created, issuer: 'cancellation' } : created);
    const again = againPath(id, visit.query['seen']);
    if (!progress.isFinal && again.refreshes) void reply.header('refresh', `${refreshSeconds}; url=${again.path}`);
    return progressPage(created, progress, again);
  }
}

/** The thing that a response has created, or asks the customer about. */
function exchangeSubject(row: Operation, { status, text }: Exchange, values: ReadonlyMap<string, string>): Subject | undefined {
  const created = (parseBody(text) ?? {}) as Readonly<Record<string, string | undefined>>;
  if (row.id === aisPis.createConsent.id && created['consentId']) return { issuer: 'consents', id: created['consentId'] };
  if (row.id === aisPis.createPayment.id && created['paymentId'])
    return { issuer: 'payments', id: created['paymentId'], product: values.get('{payment-product}')! };
  if (row.id === mandates.createMandate.id && created['resourceId']) return { issuer: 'mandates', id: created['resourceId'] };
  // 202: an active mandate ends when its customer agrees.
  if (row.id === mandates.deleteMandate.id && status === 202) return { issuer: 'mandates', id: values.get('{resourceId}')! };
  return undefined;
}

function requestedOperation({ visit }: Turn): Operation {
  const row = operations.find(({ id }) => id === visit.params['operationId']);
  if (!row) throw new Refusal('RESOURCE_UNKNOWN', 'no operation has this id');
  return row;
}

const againPath = (id: string, seen = '0') => ({
  path: `${statusPath}?id=${encodeURIComponent(id)}&seen=${Number(seen) + 1}`,
  refreshes: Number(seen) < maxRefreshes,
});

function progressPage({ issuer, id }: Subject, { status, isFinal, exchange }: Progress, again: ReturnType<typeof againPath>): PageResult {
  const what = issuer === 'payments' ? 'payment' : 'mandate';
  const content = html`<p><a href="${consolePages.showConsole.path}">Console</a></p><h1>Your ${what}</h1>
<dl class="facts"><dt>Id</dt><dd><code>${id}</code></dd><dt>Status</dt><dd><strong>${status}</strong>${isFinal ? ' (final)' : ' (not final yet)'}</dd></dl>
${!isFinal && html`<p>${again.refreshes && 'This page asks again every two seconds. '}<a href="${again.path}">Ask now</a></p>`}
${exchangeSection(exchange)}`;
  return { title: `Your ${what}`, content };
}

const unknownApproval: PageResult = {
  title: 'Unknown approval',
  status: 400,
  narrow: true,
  content: html`<h1>This approval is unknown</h1>${portalNotice('alert', 'It was not asked for in this browser session, was answered already, or is older than an hour.')}
<p><a href="${consolePages.showConsole.path}">Back to the console</a></p>`,
};

const noConsole: PageResult = {
  title: 'Console',
  status: 403,
  narrow: true,
  content: html`<h1>Console</h1>${portalNotice('note', 'This bank runs the profile FAPI 2.0, in which each call proves a key: calls to paste would not work. Start it with PROFILE=baseline to use the console.')}`,
};

const issuerFault = ({ code, description }: IssuerError): PageResult => ({
  title: 'The issuer refused',
  status: 422,
  narrow: true,
  content: html`<h1>${code === 'access_denied' ? 'The customer did not approve' : 'The issuer refused'}</h1>
${portalNotice('alert', html`<code>${code}</code>${description !== undefined && html`: ${description}`}`)}
<p><a href="${consolePages.showConsole.path}">Back to the console</a></p>`,
});
