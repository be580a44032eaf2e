import {
  ApprovalForm,
  approvalPage,
  checkPage,
  html,
  isOfCode,
  isolated,
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
import { type ApprovalRequest, type Clients, type OwnApprovals } from '@open-banking/issuer';
import { type Customer, type Shows, type Visit } from './customer-router.js';

/** Something that waits for this customer as a second owner, with the requesting client. */
export interface Waiting {
  readonly id: string;
  readonly clientId: string;
  readonly clientName: string;
}

export interface PendingParts {
  readonly approvals: OwnApprovals;
  readonly clients: Clients;
  readonly timeZone: string;
  /** Everything that waits for a customer, and the name of the id in the pages' URLs. */
  readonly waiting: (psuId: string) => Promise<readonly Waiting[]>;
  readonly idIn: string;
  /** The URL of the page for one of them. */
  readonly at: (id: string) => string;
  /** The list it belongs to, and that list's message after a refusal. */
  readonly list: string;
  readonly refused: string;
}

/** A second owner's approval, from the page to the answer, for any kind of request. */
export class PendingApproval {
  constructor(private readonly parts: PendingParts) {}

  async show(visit: Visit, customer: Customer): Promise<Shows> {
    const waiting = await this.waiting(visit, customer);
    return waiting ? this.page(visit, customer, waiting) : this.changed;
  }

  async answer(visit: Visit, customer: Customer): Promise<Shows> {
    const waiting = await this.waiting(visit, customer);
    if (!waiting) return this.changed;
    const { approvals, list } = this.parts;
    const form = readForm([ApprovalForm, RefusalForm, ReportForm, LeaveOutForm, NavigationForm], visit.form);
    if (form.step === 'cancel') return { goTo: list };
    if (form.step === 'refuse' || form.step === 'report')
      return form.confirmed ? this.refuse(customer, waiting, form.step) : this.check(visit, customer, waiting, form.step);
    if (form.step !== 'approve') return this.page(visit, customer, waiting, undefined, form.step === 'new-code');
    const approved = await approvals.approve(customer, asked(waiting, customer), { code: form.code, about: form.about });
    return 'notice' in approved
      ? this.page(visit, customer, waiting, approved)
      : { goTo: list, done: approved.outcome === 'partial' ? 'waits' : 'approved' };
  }

  private async page({ frame, csrf }: Visit, customer: Customer, waiting: Waiting, problem?: Problem, newCode = false): Promise<Shows> {
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
      text: approvalPage(frame, {
        clientName: isolated(waiting.clientName),
        leave: words.customer.back,
        action: `${at(waiting.id)}?lang=${frame.language}`,
        csrf,
        view,
        timeZone,
        organization: client.registeredItself ? undefined : client.organization,
        logo: client.logo,
        unchecked: client.registeredItself ? words.thirdParty.registeredItself(isolated(waiting.clientName)) : undefined,
        isCodeWrong: problem !== undefined && isOfCode(problem),
        problem: problem && problemOf(problem, frame.language, timeZone),
      }),
    };
  }

  private async refuse(customer: Customer, waiting: Waiting, as: 'refuse' | 'report'): Promise<Shows> {
    const { approvals, list, refused } = this.parts;
    await approvals[as](asked(waiting, customer));
    return { goTo: list, done: as === 'report' ? 'reported' : refused };
  }

  /** The confirmation before a refusal, which discards the other owner's approval. */
  private async check({ frame, csrf }: Visit, customer: Customer, waiting: Waiting, as: 'refuse' | 'report'): Promise<Shows> {
    const { approvals, at } = this.parts;
    const words = localeOf(frame.language);
    const facts = await approvals.facts(asked(waiting, customer));
    const action = `${at(waiting.id)}?lang=${frame.language}`;
    const { title, says } = words.checks[as === 'report' ? 'report' : 'refusal'];
    return {
      text: checkPage(frame, {
        title,
        says,
        facts: html`<p class="lead">${words[facts.kind].title(isolated(waiting.clientName))}</p><dl class="facts">${shownFacts(facts, words, frame.language).lines}</dl>`,
        action,
        csrf,
        step: as,
        submit: as === 'report' ? words.report.button : words.approval.refuse,
        keepAt: action,
      }),
    };
  }

  private get changed(): Shows {
    return { goTo: this.parts.list, done: 'changed' };
  }

  private async waiting({ params }: Visit, { psuId }: Customer): Promise<Waiting | undefined> {
    return (await this.parts.waiting(psuId)).find(({ id }) => id === params[this.parts.idIn]);
  }
}

const asked = ({ id, clientId }: Waiting, { psuId }: Customer): ApprovalRequest => ({ id, clientId, psuId });
