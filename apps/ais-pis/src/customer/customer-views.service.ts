import { Injectable } from '@nestjs/common';
import { approvalPage, clockTime, isolated, OwnApprovals, problemOf, signInPage, wordsOf, type Asked, type Frame, type Problem } from '@open-banking/authorization';
import { BankClock } from '@open-banking/database';
import { isUuid } from '@open-banking/http';
import { endedOn } from '../consents/consent.js';
import { accessPage, dayOn, listPage, type Line, type Shown } from './access.pages.js';
import { CustomerAccess, type AccessNow } from './customer-access.service.js';
import type { Customer, Shows, Visit } from './customer-door.js';
import type { PendingRow } from './customer.statements.js';

const changed: Shows = { goTo: '/customer', done: 'changed' };

/** What each page shows, and what each form does. */
@Injectable()
export class CustomerViews {
  constructor(private readonly clock: BankClock, private readonly consents: CustomerAccess, private readonly approvals: OwnApprovals) {}

  signIn({ frame, csrf, done }: Visit, login?: string, problem?: Problem): Promise<Shows> {
    const { customer } = wordsOf(frame.language);
    const said = problem ? problemOf(problem, frame.language, this.clock.timeZone) : done === 'timeOut' ? customer.timeOut : undefined;
    return Promise.resolve({ text: signInPage(frame, { lead: customer.signIn, soft: [], action: `/customer?lang=${frame.language}`, csrf, problem: said, login }), refused: problem !== undefined });
  }

  async list({ frame, csrf, done }: Visit, { psuId, name, until }: Customer): Promise<Shows> {
    const { living, ended, pending } = await this.consents.list(psuId);
    const words = wordsOf(frame.language).customer;
    return { text: listPage(frame, {
      customerName: name, signedInUntil: clockTime(until, frame.language, this.clock.timeZone), csrf, ...(isDone(done, words.done) && { done: words.done[done] }),
      pending: pending.map(({ consentId, clientName, approveBy }) => ({ consentId, clientName, until: dayOn(frame)(this.clock.dayOf(approveBy)) })),
      living: living.map((one) => this.shown(one, frame)), ended: ended.map((one) => this.shown(one, frame)),
    }) };
  }

  async access({ frame, csrf, params: { consentId = '' } }: Visit, { psuId }: Customer): Promise<Shows> {
    const found = isUuid(consentId) ? await this.consents.one(psuId, consentId) : undefined;
    if (!found) return changed;
    const { access, facts } = found;
    const words = wordsOf(frame.language);
    const lines: Line[] = [
      [words.consent.often, access.recurring ? words.consent.times(access.frequencyPerDay) : words.consent.once],
      [words.customer.approved, this.on(access.approvedAt, frame)], ...this.shown(access, frame).lines,
    ];
    return { text: accessPage(frame, { ...this.shown(access, frame), lines, facts, csrf, canEnd: access.status === 'valid' || access.status === 'partiallyAuthorised' }) };
  }

  async end({ form, params: { consentId = '' } }: Visit, { psuId }: Customer): Promise<Shows> {
    const found = isUuid(consentId) && form.get('step') === 'end' ? await this.consents.one(psuId, consentId) : undefined;
    const ended = found && await this.consents.end({ id: consentId, clientId: found.access.clientId, psuId });
    return ended ? { goTo: '/customer', done: 'ended' } : changed;
  }

  async pending(visit: Visit, customer: Customer, problem?: Problem, newCode = false): Promise<Shows> {
    const found = await this.waiting(visit, customer);
    if (!found) return changed;
    const { frame, csrf, params: { consentId } } = visit;
    const view = await this.approvals.view(customer, asked(found, customer), found.clientName, newCode);
    return { refused: problem !== undefined, text: approvalPage(frame, {
      clientName: isolated(found.clientName), leave: wordsOf(frame.language).customer.back, action: `/customer/pending/${consentId}?lang=${frame.language}`, csrf, view,
      timeZone: this.clock.timeZone, problem: problem && problemOf(problem, frame.language, this.clock.timeZone),
    }) };
  }

  async answer(visit: Visit, customer: Customer): Promise<Shows> {
    const found = await this.waiting(visit, customer);
    if (!found) return changed;
    const step = visit.form.get('step');
    if (step === 'cancel') return { goTo: '/customer' };
    if (step === 'refuse') {
      await this.approvals.refuse(asked(found, customer));
      return { goTo: '/customer', done: 'refused' };
    }
    if (step !== 'approve') return this.pending(visit, customer, undefined, step === 'new-code');
    const approved = await this.approvals.approve(customer, asked(found, customer), { code: visit.form.get('code') ?? '', about: visit.form.get('about') ?? '' });
    return 'notice' in approved ? this.pending(visit, customer, approved) : { goTo: '/customer', done: approved.outcome === 'partial' ? 'waits' : 'approved' };
  }

  private async waiting({ params: { consentId } }: Visit, { psuId }: Customer): Promise<PendingRow | undefined> {
    return (await this.consents.pending(psuId)).find((one) => one.consentId === consentId);
  }

  private shown(access: AccessNow, frame: Frame): Shown {
    const { consentId, clientName, status, validUntil, endsAt, lastActionDate, lastUsedAt } = access;
    const words = wordsOf(frame.language);
    const { customer } = words;
    const day = dayOn(frame);
    const dayOf = (instant: Date): string => this.clock.dayOf(instant);
    const living = status === 'valid' || status === 'partiallyAuthorised';
    const lastDay = [validUntil, ...(endsAt ? [dayOf(endsAt)] : [])].sort()[0]!;
    const ended = status === 'expired' ? endedOn(access, dayOf) : lastActionDate;
    return { consentId, clientName, status, lines: [
      [customer.state, customer.status[status]],
      living ? [words.consent.until, day(lastDay)] : [customer.endedOn, day(ended)],
      [customer.lastUse, lastUsedAt ? `${this.on(lastUsedAt, frame)}, ${clockTime(lastUsedAt, frame.language, this.clock.timeZone)}` : customer.never],
    ] };
  }

  private on(instant: Date, frame: Frame): string {
    return dayOn(frame)(this.clock.dayOf(instant));
  }
}

const asked = ({ consentId, clientId }: PendingRow, { psuId }: Customer): Asked => ({ id: consentId, clientId, psuId });
const isDone = <Done extends object>(done: string | undefined, words: Done): done is keyof Done & string => done !== undefined && Object.hasOwn(words, done);
