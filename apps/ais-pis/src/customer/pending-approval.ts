import { approvalPage, isolated, problemOf, wordsOf, type Asked, type OwnApprovals, type Problem } from '@open-banking/authorization';
import type { Customer, Shows, Visit } from './customer-door.js';

/** Something that waits for this customer besides another, and who asks for it. */
export interface Waiting { readonly id: string; readonly clientId: string; readonly clientName: string }

export interface PendingParts {
  readonly approvals: OwnApprovals;
  readonly timeZone: string;
  /** The address of the page that asks for one of them. */
  readonly at: (id: string) => string;
  /** The list it came from, and what that says after a refusal. */
  readonly list: string;
  readonly refused: string;
}

/** A second owner's way from what is asked to an answer, whatever it is about. */
export class PendingApproval {
  constructor(private readonly parts: PendingParts) {}

  async show({ frame, csrf }: Visit, customer: Customer, waiting: Waiting, problem?: Problem, newCode = false): Promise<Shows> {
    const { approvals, at, timeZone } = this.parts;
    const view = await approvals.view(customer, asked(waiting, customer), waiting.clientName, newCode);
    return { refused: problem !== undefined, text: approvalPage(frame, {
      clientName: isolated(waiting.clientName), leave: wordsOf(frame.language).customer.back, action: `${at(waiting.id)}?lang=${frame.language}`, csrf, view,
      timeZone, problem: problem && problemOf(problem, frame.language, timeZone),
    }) };
  }

  async answer(visit: Visit, customer: Customer, waiting: Waiting): Promise<Shows> {
    const { approvals, list, refused } = this.parts;
    const step = visit.form.get('step');
    if (step === 'cancel') return { goTo: list };
    if (step === 'refuse') {
      await approvals.refuse(asked(waiting, customer));
      return { goTo: list, done: refused };
    }
    if (step !== 'approve') return this.show(visit, customer, waiting, undefined, step === 'new-code');
    const approved = await approvals.approve(customer, asked(waiting, customer), { code: visit.form.get('code') ?? '', about: visit.form.get('about') ?? '' });
    return 'notice' in approved ? this.show(visit, customer, waiting, approved) : { goTo: list, done: approved.outcome === 'partial' ? 'waits' : 'approved' };
  }
}

const asked = ({ id, clientId }: Waiting, { psuId }: Customer): Asked => ({ id, clientId, psuId });
