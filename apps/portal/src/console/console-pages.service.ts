import { Injectable } from '@nestjs/common';
import { isFapi2, ServiceSettings } from '@open-banking/config';
import type { RouteRegistrar } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { html, readForm } from '@open-banking/pages';
import { consolePages, operations, type Operation } from '@open-banking/spec';
import type { FastifyInstance } from 'fastify';
import { SealingKeysService } from '../sealing/sealing-keys.service.js';
import { browserScript } from '../visit/browser-script.js';
import { portalNotice } from '../visit/portal-page.js';
import { forDevelopers, PortalRouter, type PageHandler, type PageResult } from '../visit/portal-router.js';
import { ApprovalPagesService } from './approval-pages.service.js';
import { clientSection } from './console-client-section.js';
import { ConsoleClientsService } from './console-clients.service.js';
import { ConsoleHistoryService } from './console-history.service.js';
import { consoleOverview } from './console-page.js';
import { consoleCookie, emptyState, openState } from './console-state.js';
import { ConsoleStatesService } from './console-states.service.js';
import { AskApprovalForm, AskConsentForm, ChooseClientForm, ForgetForm, OwnClientForm, SendCallForm } from './console.forms.js';
import { historySection } from './history-section.js';
import { OperationPageService } from './operation-page.service.js';
import type { Turn } from './turn.js';
import { SentCallsService } from './sent-calls.service.js';
import { IssuerError, TokenRequestsService } from './token-requests.service.js';

const script = browserScript('console');

/** The console: what a third party's software does, done by a developer step by step. In the sandbox only. */
@Injectable()
export class ConsolePagesService implements RouteRegistrar {
  constructor(
    private readonly router: PortalRouter,
    private readonly settings: ServiceSettings,
    private readonly operations: OperationPageService,
    private readonly sent: SentCallsService,
    private readonly approvals: ApprovalPagesService,
    private readonly clients: ConsoleClientsService,
    private readonly history: ConsoleHistoryService,
    private readonly tokens: TokenRequestsService,
    private readonly keys: SealingKeysService,
    private readonly states: ConsoleStatesService,
  ) {}

  async registerRoutes(server: FastifyInstance): Promise<void> {
    if (!this.settings.sandbox) return;
    await this.router.open(server, [
      [consolePages.showConsoleScript, () => ({ file: script, type: 'text/javascript; charset=utf-8' })],
      [consolePages.showConsole, this.turn((turn) => this.overview(turn))],
      [consolePages.answerConsole, this.turn((turn) => this.answer(turn))],
      [consolePages.showConsoleOperation, this.turn((turn) => this.operations.show(turn, requestedOperation(turn)))],
      [consolePages.answerConsoleOperation, this.turn((turn) => this.act(turn, requestedOperation(turn)))],
      [consolePages.showConsoleCallback, this.turn((turn) => this.approvals.callback(turn))],
      [consolePages.showConsoleStatus, this.turn((turn) => this.approvals.status(turn))],
    ]);
  }

  /** Every page is for developers and begins with the state that their browser keeps. An issuer's refusal is shown in its words. */
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

  /** `refused`: the client whose secret was refused. */
  private async overview({ visit, developer: { developerId }, state }: Turn, refused?: string): Promise<PageResult> {
    const [calling, choices, calls] = await Promise.all([
      this.clients.calling(developerId),
      this.clients.choices(developerId),
      this.history.list(developerId),
    ]);
    const client = clientSection({ csrf: visit.csrf, calling, choices, redirectUri: this.tokens.redirectUri, refused });
    return {
      title: 'Console',
      status: refused === undefined ? 200 : 422,
      content: consoleOverview(visit.csrf, state, client, historySection(calls)),
    };
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
    this.states.keep(turn, emptyState);
    return { goTo: consolePages.showConsole.path };
  }

  private act(turn: Turn, row: Operation): Promise<PageResult> {
    const form = readForm([SendCallForm, AskConsentForm, AskApprovalForm], turn.visit.form);
    if (form.step === 'ask') return this.approvals.ask(turn, row, form);
    if (form.step === 'approve') return this.approvals.approve(turn, row, form);
    return this.sent.send(turn, row, form);
  }
}

function requestedOperation({ visit }: Turn): Operation {
  const row = operations.find(({ id }) => id === visit.params['operationId']);
  if (!row) throw new Refusal('RESOURCE_UNKNOWN', 'no operation has this id');
  return row;
}

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
  content: html`<h1>The issuer refused</h1>
${portalNotice('alert', html`<code>${code}</code>${description !== undefined && html`: ${description}`}`)}
<p><a href="${consolePages.showConsole.path}">Console</a></p>`,
});
