import { Injectable } from '@nestjs/common';
import { Refusal } from '@open-banking/messages';
import { html, type Html } from '@open-banking/pages';
import { aisPis, consolePages, mandates, type Operation } from '@open-banking/spec';
import { SandboxCustomersService } from '../customers/sandbox-customers.service.js';
import { statusInWords } from '../objects/states-passed.js';
import { statusText } from '../objects/status-texts.js';
import { portalNotice } from '../visit/portal-page.js';
import type { PageResult } from '../visit/portal-router.js';
import { ConsoleCallsService, type Progress } from './console-calls.service.js';
import { ConsoleClientsService } from './console-clients.service.js';
import { ConsoleHistoryService } from './console-history.service.js';
import { approvalPage, approveForm } from './console-page.js';
import { grantOf, withCreated, withGrant, type PendingApproval, type Subject } from './console-state.js';
import { ConsoleStatesService } from './console-states.service.js';
import type { AskApprovalForm, AskConsentForm } from './console.forms.js';
import { approvalNames, exchangeSubject } from './created-subject.js';
import { noEarlierCall } from './earlier-calls.service.js';
import { exchangeSection } from './exchange-section.js';
import type { Exchange } from './gateway-calls.service.js';
import { kindOf, nextSteps, subjectNames } from './next-steps.js';
import { OperationPageService, type Turn } from './operation-page.service.js';
import { operationPath } from './operation-path.js';
import { IssuerError, TokenRequestsService } from './token-requests.service.js';

const statusPath = consolePages.showConsoleStatus.path;
/** A page refreshes itself every two seconds, this many times: a dated payment is not final for days. */
const refreshSeconds = 2;
const maxRefreshes = 30;
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
    private readonly customers: SandboxCustomersService,
    private readonly states: ConsoleStatesService,
  ) {}

  /** Creates a consent and leads to its approval. */
  async ask(turn: Turn, row: Operation, { login, permission }: AskConsentForm): Promise<PageResult> {
    const { developerId } = turn.developer;
    const exchange = await this.calls.askConsent(developerId, permission);
    await this.history.record(developerId, aisPis.createConsent, exchange);
    const created = exchangeSubject(aisPis.createConsent, exchange, noValues);
    if (!created) return this.operations.show(turn, row, { ...noEarlierCall, response: exchangeSection(exchange, undefined, 'The bank refused the consent') });
    const subject: Subject = { ...created, permissions: permission };
    return this.toBank({ ...turn, state: withCreated(turn.state, subject) }, row, subject, login, exchange);
  }

  /** Leads to the approval of a consent, payment or mandate that was created here. */
  approve(turn: Turn, row: Operation, { id, login }: AskApprovalForm): Promise<PageResult> {
    const created = turn.state.created.find((subject) => subject.id === id);
    if (!created) throw new Refusal([{ code: 'RESOURCE_UNKNOWN', text: 'It was not created in this browser session.' }]);
    const subject: Subject = row.id === mandates.deleteMandate.id ? { ...created, issuer: 'cancellation' } : created;
    return this.toBank(turn, row, subject, login);
  }

  /** The customer decides on the bank's own pages. */
  private async toBank(turn: Turn, { id: operationId }: Operation, subject: Subject, login: string, exchange?: Exchange): Promise<PageResult> {
    const customer = this.customers.find(login);
    if (!customer) throw new Refusal('RESOURCE_UNKNOWN', 'DEMO_CUSTOMERS_FILE has no customers');
    const pending = { subject, login: customer.login, operationId, ...this.tokens.fresh() };
    const url = await this.tokens.approvalUrl(pending, await this.clients.forDeveloper(turn.developer.developerId));
    this.states.keep(turn, { ...turn.state, pending });
    const below = exchange && exchangeSection(exchange, undefined, 'The consent that was asked for');
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
      const { subject, login, operationId } = pending;
      this.states.keep(turn, withGrant(state, { subject, login, token }));
      return { goTo: subject.issuer === 'consents' ? operationPath(operationId) : `${statusPath}?id=${subject.id}` };
    } catch (error) {
      if (error instanceof IssuerError && error.code === 'access_denied') return this.notApproved(turn, pending, error);
      throw error;
    }
  }

  /** A request that the customer cancelled stays open for a while; one that was refused has ended. */
  private async notApproved(turn: Turn, { subject, login, operationId }: PendingApproval, { code, description }: IssuerError): Promise<PageResult> {
    const status = await this.statusOf(turn, subject);
    const isOpen = status !== undefined && isWaiting(subject, status);
    const title = 'The customer did not approve';
    return {
      title,
      status: 422,
      content: html`${consoleLink}<h1>${title}</h1>
${portalNotice('alert', html`<code>${code}</code>${description !== undefined && html`: ${description}`}`)}
${status !== undefined && html`<p>The ${subjectNames[subject.issuer]} is now ${statusInWords(kindOf(subject), status)}</p>`}
${
  isOpen
    ? approveForm(turn.visit.csrf, { id: operationId }, subject.id, login, 'Send the customer again')
    : html`<p><a class="button" href="${operationPath(operationId)}">Begin again</a></p>`
}
${nextSteps(subject)}`,
    };
  }

  private async statusOf({ developer: { developerId }, state }: Turn, subject: Subject): Promise<string | undefined> {
    if (subject.issuer === 'consents') return this.calls.consentStatus(developerId, subject.id);
    const { status } = await this.calls.progress(developerId, state, subject);
    return status === '' ? undefined : status;
  }

  /** A payment or a mandate until it is final. */
  async status(turn: Turn): Promise<PageResult> {
    const { visit, developer, reply, state } = turn;
    const id = visit.query['id'] ?? '';
    const created = state.created.find((one) => one.id === id && one.issuer !== 'consents');
    if (!created) throw new Refusal([{ code: 'RESOURCE_UNKNOWN', text: 'It was not created in this browser session.' }]);
    const cancelled = grantOf(state, 'cancellation')?.subject.id === id;
    const subject: Subject = cancelled ? { ...created, issuer: 'cancellation' } : created;
    const progress = await this.calls.progress(developer.developerId, state, subject);
    const again = againPath(id, visit.query['seen']);
    if (!progress.isSettled && again.refreshes) void reply.header('refresh', `${refreshSeconds}; url=${again.path}`);
    return progressPage(turn, subject, progress, again);
  }
}

/** Statuses in which a customer has not decided yet. An active mandate waits while its cancellation does. */
const waiting: Readonly<Record<string, readonly string[]>> = {
  consent: ['received', 'partiallyAuthorised'],
  payment: ['RCVD', 'RVCM', 'PATC'],
  mandate: ['RCVD', 'PATC'],
};

const isWaiting = (subject: Subject, status: string): boolean =>
  subject.issuer === 'cancellation' ? statusText('mandate', status)?.final === false : waiting[kindOf(subject)]!.includes(status);

const consoleLink = html`<p><a href="${consolePages.showConsole.path}">Console</a></p>`;

const againPath = (id: string, seen = '0') => ({
  path: `${statusPath}?id=${encodeURIComponent(id)}&seen=${Number(seen) + 1}`,
  refreshes: Number(seen) < maxRefreshes,
});

const creators: Readonly<Partial<Record<Subject['issuer'], Operation>>> = {
  payments: aisPis.createPayment,
  mandates: mandates.createMandate,
  cancellation: mandates.deleteMandate,
};

function progressPage(
  { visit, state }: Turn,
  subject: Subject,
  { status, isSettled, exchange }: Progress,
  again: ReturnType<typeof againPath>,
): PageResult {
  const { id, issuer } = subject;
  const title = `Your ${subjectNames[issuer]}`;
  const creator = creators[issuer];
  const sendAgain =
    creator && issuer !== 'cancellation' && isWaiting(subject, status)
      ? approveForm(visit.csrf, creator, id, grantOf(state, issuer)?.login ?? state.pending?.login ?? '', approvalNames[creator.id]!)
      : undefined;
  const content: Html = html`${consoleLink}<h1>${title}</h1>
<dl class="facts"><dt>Id</dt><dd><code>${id}</code></dd><dt>Status</dt><dd>${status === '' ? 'The bank gives none.' : statusInWords(kindOf(subject), status)}</dd></dl>
${!isSettled && html`<p>${again.refreshes && 'This page asks again every two seconds. '}<a href="${again.path}">Ask now</a></p>`}
${sendAgain}
${nextSteps(subject)}
<section aria-labelledby="answer">${exchangeSection(exchange, undefined)}</section>`;
  return { title, content };
}

const unknownApproval: PageResult = {
  title: 'This approval is unknown',
  status: 400,
  narrow: true,
  content: html`<h1>This approval is unknown</h1>${portalNotice('alert', 'It was not asked for in this browser session, was answered already, or is older than an hour.')}
${consoleLink}`,
};
