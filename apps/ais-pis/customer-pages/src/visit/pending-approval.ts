import {
  AppApprovalForm,
  AppNavigationForm,
  ApprovalForm,
  approvalPage,
  checkPage,
  html,
  isOfCode,
  bidiIsolate,
  LeaveOutForm,
  localeOf,
  NavigationForm,
  problemOf,
  readForm,
  RefusalForm,
  ReportForm,
  shownFacts,
  suspendedPage,
  type Problem,
} from '@open-banking/pages';
import { type ApprovalRequest, type Clients, type OwnApprovals, type OwnOutcome } from '@open-banking/issuer';
import { type Customer, type PageResult, type Visit } from './customer-router.js';

/** Something that waits for this customer as a second owner, with the requesting client. */
export interface PendingRequest {
  readonly id: string;
  readonly clientId: string;
  readonly clientName: string;
}

export interface PendingParts {
  readonly approvals: OwnApprovals;
  readonly clients: Clients;
  readonly timeZone: string;
  /** Everything that waits for a customer, and the name of the id in the pages' URLs. */
  readonly waiting: (psuId: string) => Promise<readonly PendingRequest[]>;
  readonly idIn: string;
  /** The URL of the page for one of them. */
  readonly at: (id: string) => string;
  /** The list it belongs to, and that list's message after a refusal. */
  readonly list: string;
  readonly refused: string;
}

const formsOf = ({ inApp }: OwnApprovals) => [
  ...(inApp ? [AppApprovalForm, AppNavigationForm] : [ApprovalForm]),
  RefusalForm,
  ReportForm,
  LeaveOutForm,
  NavigationForm,
];

/** A second owner's approval, from the page to the answer, for any kind of request. */
export class PendingApproval {
  constructor(private readonly parts: PendingParts) {}

  async show(visit: Visit, customer: Customer): Promise<PageResult> {
    const waiting = await this.waiting(visit, customer);
    return waiting ? this.page(visit, customer, waiting) : this.changed;
  }

  async answer(visit: Visit, customer: Customer): Promise<PageResult> {
    const waiting = await this.waiting(visit, customer);
    if (!waiting) return this.changed;
    const { approvals, list } = this.parts;
    const form = readForm(formsOf(approvals), visit.form);
    switch (form.step) {
      case 'cancel':
        return { goTo: list };
      case 'refuse':
      case 'report':
        return form.confirmed ? this.refuse(customer, waiting, form.step) : this.check(visit, customer, waiting, form.step);
      case 'approve': {
        const { code, about } = form;
        return this.end(visit, customer, waiting, await approvals.approve(customer, asked(waiting, customer), { code, about }));
      }
      case 'ask-app':
      case 'go-on':
      case 'take-back':
        return this.answerInApp(visit, customer, waiting, form);
      default:
        return this.page(visit, customer, waiting, undefined, form.step === 'new-code');
    }
  }

  /** For the script of the page that waits for the app. */
  async watch(visit: Visit, customer: Customer): Promise<PageResult> {
    const waiting = await this.waiting(visit, customer);
    return { appState: waiting && (await this.parts.approvals.appState(customer, asked(waiting, customer))) };
  }

  private async answerInApp(
    visit: Visit,
    customer: Customer,
    waiting: PendingRequest,
    form: AppApprovalForm | AppNavigationForm,
  ): Promise<PageResult> {
    const { approvals } = this.parts;
    const request = asked(waiting, customer);
    if (form.step === 'ask-app') {
      const { language } = visit.frame;
      const shown = { about: form.about, clientName: waiting.clientName, language };
      return this.page(visit, customer, waiting, await approvals.askApp(customer, request, shown));
    }
    if (form.step === 'go-on') return this.end(visit, customer, waiting, await approvals.goOn(customer, request));
    await approvals.takeBack(customer, request);
    return this.page(visit, customer, waiting);
  }

  /** Back to the list where it has ended, otherwise the page again. */
  private end(visit: Visit, customer: Customer, waiting: PendingRequest, came: OwnOutcome | undefined): Promise<PageResult> {
    if (!came || 'notice' in came) return this.page(visit, customer, waiting, came);
    const { list, refused } = this.parts;
    const done = { partial: 'waits', complete: 'approved', refused }[came.outcome];
    return Promise.resolve({ goTo: list, done });
  }

  private async page(
    { frame, csrf }: Visit,
    customer: Customer,
    waiting: PendingRequest,
    problem?: Problem,
    newCode = false,
  ): Promise<PageResult> {
    const { approvals, at, timeZone } = this.parts;
    const words = localeOf(frame.language);
    const client = await this.parts.clients.find(waiting.clientId);
    if (!client) return this.changed;
    if (client.suspended)
      return {
        refused: true,
        text: suspendedPage(frame, waiting.clientName, { address: `${this.parts.list}?lang=${frame.language}`, says: words.customer.back }),
      };
    const view = await approvals.view(customer, asked(waiting, customer), waiting.clientName, newCode);
    return {
      refused: problem !== undefined,
      ...(!view.facts.blocked && { approves: waiting.id }),
      clientLogos: client.logo !== undefined,
      waits: view.app?.asked !== undefined,
      text: approvalPage(frame, {
        clientName: bidiIsolate(waiting.clientName),
        leave: words.customer.back,
        leaves: words.customer.keepsWaiting,
        action: `${at(waiting.id)}?lang=${frame.language}`,
        csrf,
        view,
        timeZone,
        organization: client.registeredItself ? undefined : client.organization,
        logo: client.logo,
        unchecked: client.registeredItself ? words.thirdParty.registeredItself(bidiIsolate(waiting.clientName)) : undefined,
        isCodeWrong: problem !== undefined && isOfCode(problem),
        problem: problem && problemOf(problem, frame.language, timeZone),
        watchAt: `${at(waiting.id)}/app-answer`,
      }),
    };
  }

  private async refuse(customer: Customer, waiting: PendingRequest, as: 'refuse' | 'report'): Promise<PageResult> {
    const { approvals, list, refused } = this.parts;
    await approvals[as](customer, asked(waiting, customer));
    return { goTo: list, done: as === 'report' ? 'reported' : refused };
  }

  /** The confirmation before a refusal, which discards the other owner's approval. */
  private async check({ frame, csrf }: Visit, customer: Customer, waiting: PendingRequest, as: 'refuse' | 'report'): Promise<PageResult> {
    const { approvals, at } = this.parts;
    const words = localeOf(frame.language);
    const facts = await approvals.facts(asked(waiting, customer));
    const action = `${at(waiting.id)}?lang=${frame.language}`;
    const { title, says } = words.checks[as === 'report' ? 'report' : 'refusal'];
    return {
      text: checkPage(frame, {
        title,
        says,
        facts: html`<p class="lead">${words[facts.kind].title(bidiIsolate(waiting.clientName))}</p><dl class="facts">${shownFacts(facts, words, frame.language).lines}</dl>`,
        action,
        csrf,
        step: as,
        submit: as === 'report' ? words.report.button : words.approval.refuse,
        keepAt: action,
      }),
    };
  }

  private get changed(): PageResult {
    return { goTo: this.parts.list, done: 'changed' };
  }

  private async waiting({ params }: Visit, { psuId }: Customer): Promise<PendingRequest | undefined> {
    return (await this.parts.waiting(psuId)).find(({ id }) => id === params[this.parts.idIn]);
  }
}

const asked = ({ id, clientId }: PendingRequest, { psuId }: Customer): ApprovalRequest => ({ id, clientId, psuId });
