import { Injectable } from '@nestjs/common';
import { BankClock } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { html } from '@open-banking/pages';
import { aisPis, consolePages, mandates, operations, type Operation } from '@open-banking/spec';
import { DeveloperObjectsService, type DeveloperObject } from '../objects/developer-objects.service.js';
import { portalNotice } from '../visit/portal-page.js';
import type { PageResult } from '../visit/portal-router.js';
import { ConsoleCallsService } from './console-calls.service.js';
import { ConsoleClientsService } from './console-clients.service.js';
import { ConsoleCustomersService, customerNamed } from './console-customers.service.js';
import { ConsoleHistoryService } from './console-history.service.js';
import { approvalPage } from './console-page.js';
import { withCreated, withGrant, type PendingApproval, type Subject } from './console-state.js';
import { ConsoleStatesService } from './console-states.service.js';
import type { AskApprovalForm, AskConsentForm } from './console.forms.js';
import { exchangeSubject } from './created-subject.js';
import { noEarlierCall } from './earlier-calls.service.js';
import { exchangeSection, tokenOfCall } from './exchange-section.js';
import type { Exchange } from '../gateway-calls/gateway-calls.service.js';
import { kindOf } from './next-steps.js';
import { needsCustomer } from './operation-needs.js';
import { OperationPageService } from './operation-page.service.js';
import type { Turn } from './turn.js';
import { operationPath } from './operation-path.js';
import { isSettled, notApprovedPage, progressPage, statusAddress, subjectOfObject } from './progress-page.js';
import { IssuerError, TokenRequestsService } from './token-requests.service.js';

/** A page refreshes itself this often, for a while after the last change: a dated payment is not final for days. */
const refreshSeconds = 2;
const refreshedForMs = 60_000;
const noValues: ReadonlyMap<string, string> = new Map();

/** The way of a customer to the bank's pages and back, and the pages that show its outcome. */
@Injectable()
export class ApprovalPagesService {
  constructor(
    private readonly operations: OperationPageService,
    private readonly calls: ConsoleCallsService,
    private readonly clients: ConsoleClientsService,
    private readonly history: ConsoleHistoryService,
    private readonly tokens: TokenRequestsService,
    private readonly customers: ConsoleCustomersService,
    private readonly states: ConsoleStatesService,
    private readonly objects: DeveloperObjectsService,
    private readonly clock: BankClock,
  ) {}

  /** Creates a consent and leads to its approval. */
  async ask(turn: Turn, row: Operation, { login, permission }: AskConsentForm): Promise<PageResult> {
    const { developerId } = turn.developer;
    const exchange = await this.calls.askConsent(developerId, permission);
    await this.history.record(developerId, aisPis.createConsent, exchange);
    const created = exchangeSubject(aisPis.createConsent, exchange, noValues);
    if (!created) {
      const response = exchangeSection(exchange, tokenOfCall(exchange.call), { heading: 'The bank refused the consent' });
      return this.operations.show(turn, row, { ...noEarlierCall, response });
    }
    const subject: Subject = { ...created, permissions: permission };
    return this.toBank({ ...turn, state: withCreated(turn.state, subject) }, row, subject, login, exchange);
  }

  /** Leads to the approval of a consent, payment or mandate, or of a mandate's cancellation. */
  async approve(turn: Turn, row: Operation, { id, login }: AskApprovalForm): Promise<PageResult> {
    const created = turn.state.created.find((subject) => subject.id === id);
    const object = created ?? (await this.find(turn, id));
    const subject = 'issuer' in object ? object : subjectOfObject(object);
    return this.toBank(turn, row, row.id === mandates.deleteMandate.id ? { ...subject, issuer: 'cancellation' } : subject, login);
  }

  /** The customer decides on the bank's own pages. */
  private async toBank(
    turn: Turn,
    { id: operationId }: Operation,
    subject: Subject,
    login: string,
    exchange?: Exchange,
  ): Promise<PageResult> {
    const customer = customerNamed(login, await this.customers.of(turn.developer.developerId));
    if (!customer) throw new Refusal('RESOURCE_UNKNOWN', 'DEMO_CUSTOMERS_FILE has no customers');
    const pending = { subject, login: customer.login, operationId, ...this.tokens.fresh() };
    const url = await this.tokens.approvalUrl(pending, await this.clients.forDeveloper(turn.developer.developerId));
    this.states.keep(turn, { ...turn.state, pending });
    const below = exchange && exchangeSection(exchange, tokenOfCall(exchange.call), { heading: 'The consent that was asked for' });
    return { title: 'Approve as the customer', content: approvalPage(url, customer, below) };
  }

  /** The redirect from the bank's pages: the customer has approved, or not. */
  async callback(turn: Turn): Promise<PageResult> {
    const { visit, developer, state } = turn;
    const { pending } = state;
    if (!pending || visit.query['state'] !== pending.state) return unknownApproval;
    const answer = new URLSearchParams(visit.query as Record<string, string>);
    try {
      const token = await this.tokens.redeem(pending, await this.clients.forDeveloper(developer.developerId), answer);
      const { subject, operationId } = pending;
      this.states.keep(turn, withGrant(state, { subject, login: await this.approverOf(turn, pending), token }));
      return { goTo: isCalledNext(operationId) ? operationPath(operationId) : statusAddress(subject) };
    } catch (error) {
      if (error instanceof IssuerError && error.code === 'access_denied') return this.notApproved(turn, pending, error);
      throw error;
    }
  }

  /** The user name of the customer who has approved: a developer may sign in at the bank as another one than was proposed. */
  private async approverOf({ developer: { developerId } }: Turn, { subject, login }: PendingApproval): Promise<string> {
    const object = await this.objects.find(developerId, kindOf(subject), subject.id);
    const approved = new Set(object?.approvers.map(({ name }) => name));
    const customers = await this.customers.of(developerId);
    const proposed = customers.find((one) => one.login === login);
    const found = proposed && approved.has(proposed.name) ? proposed : customers.find(({ name }) => approved.has(name));
    return found?.login ?? login;
  }

  /** A request that the customer cancelled stays open for a while; one that was refused has ended. */
  private async notApproved({ visit, developer }: Turn, pending: PendingApproval, error: IssuerError): Promise<PageResult> {
    const object = await this.objects.find(developer.developerId, kindOf(pending.subject), pending.subject.id);
    return notApprovedPage(visit.csrf, pending, error, object);
  }

  /** A payment until it is final, a consent or a mandate until the customer has decided. */
  async status(turn: Turn): Promise<PageResult> {
    const { visit, developer, reply, state } = turn;
    const object = await this.find(turn, visit.query['id'] ?? '');
    const subject = subjectOfObject(object);
    const exchange = await this.calls.readStatus(developer.developerId, state, subject);
    const refreshes = !isSettled(object) && this.changedLately(object);
    const again = statusAddress(subject);
    // At the same address, so the browser's history has the page once.
    if (refreshes) void reply.header('refresh', `${refreshSeconds}; url=${again}`);
    return progressPage(turn, object, exchange, { again, refreshes });
  }

  private changedLately({ states, createdAt }: DeveloperObject): boolean {
    return this.clock.now().getTime() - Date.parse(states.at(-1)?.at ?? createdAt) < refreshedForMs;
  }

  /** One of the developer's consents, payments or mandates. */
  private async find({ developer: { developerId } }: Turn, id: string): Promise<DeveloperObject> {
    for (const kind of ['payment', 'mandate', 'consent'] as const) {
      const object = await this.objects.find(developerId, kind, id);
      if (object) return object;
    }
    throw new Refusal([{ code: 'RESOURCE_UNKNOWN', text: 'None of your clients has a consent, payment or mandate with this id.' }]);
  }
}

/** The consent was asked for in order to call this operation: its form comes next. */
const isCalledNext = (operationId: string): boolean => operations.some((row) => row.id === operationId && needsCustomer(row));

const unknownApproval: PageResult = {
  title: 'This approval is unknown',
  status: 400,
  narrow: true,
  content: html`<h1>This approval is unknown</h1>${portalNotice('alert', 'It was not asked for in this browser session, was answered already, or is older than an hour.')}
<p><a href="${consolePages.showConsole.path}">Console</a></p>`,
};
