import { type ApprovalFacts, type ApprovalView, type Notice, type Offer, type Problem } from '@open-banking/pages';
import type { AuditService } from '@open-banking/commands';
import type { Transaction } from '@open-banking/database';
import { denialReasons } from '@open-banking/messages';
import type { Service } from '@open-banking/spec';
import { ApprovalBlocked, type Approvals, type ApprovalRequest } from '../approvals.js';
import type { Customer } from '../customers.js';
import type { IssuerFacts } from '../issuer-facts.js';
import { storeApproval } from '../storage/approvals.statements.js';
import { within } from '../storage/artifact-adapter.js';
import type { AppApprovals } from './app-approvals.js';
import { aboutOf, codesPerJourney } from './approval-code.js';
import type { Authorization } from './authorization.js';
import { beginJourney, endJourney, findJourney, leaveJourney, leaveOut, type Journey, type JourneyKey } from './journeys.statements.js';
import type { ReportedRequests } from './reported-requests.js';
import { SentCodes, unlessOptedOut, whatFor, type CodeParts } from './sent-codes.js';

export interface InteractionParts extends CodeParts {
  readonly home: IssuerFacts;
  readonly approvals: Approvals;
  readonly audit: AuditService;
  readonly reported: Pick<ReportedRequests, 'report'>;
  /** The bank's own app, where it is asked and no code is. */
  readonly app?: AppApprovals | undefined;
}

/** What the customer sees next: a page, or the way back to the client. `deviceCookie`: what the browser keeps after signing in. */
export type InteractionStep = { readonly deviceCookie?: string } & (
  | { readonly show: 'sign-in'; readonly notice?: Notice; readonly lockedUntil?: Date; readonly login?: string }
  | {
      readonly show: 'approval';
      readonly view: ApprovalView;
      readonly notice?: Notice;
      readonly lockedUntil?: Date;
      readonly chosen?: readonly string[];
    }
  | { readonly show: 'answered' }
  | { readonly show: 'reported' }
  | { readonly goTo: string }
);

/** `deviceCookie`: what the browser brought. */
export interface SignInAttempt {
  readonly login: string;
  readonly password: string;
  readonly deviceCookie?: string;
}

/** What the customer had before them when they answered. */
export interface ShownSelection {
  readonly about: string;
  readonly chosen: readonly string[];
}

export interface Answer extends ShownSelection {
  readonly code: string;
}

/** What an approval takes effect with. */
export interface Fit {
  readonly asked: ApprovalRequest;
  readonly facts: ApprovalFacts;
  readonly about: Buffer;
  readonly chosen: readonly Offer[];
}

/** A customer's way from sign-in to an answer, step by step. */
export class Interactions {
  private readonly codes: SentCodes;

  constructor(private readonly parts: InteractionParts) {
    this.codes = new SentCodes(parts);
  }

  async show(authorization: Authorization): Promise<InteractionStep> {
    const journey = await this.journey(authorization);
    return journey ? { show: 'approval', view: await this.view(authorization, journey) } : { show: 'sign-in' };
  }

  async signIn(authorization: Authorization, { login, password, deviceCookie }: SignInAttempt): Promise<InteractionStep> {
    const found = await this.parts.customers.signIn(login, password, deviceCookie);
    if (!('customer' in found)) {
      return found.refused === 'locked'
        ? { show: 'sign-in', notice: 'locked', lockedUntil: found.until, login }
        : { show: 'sign-in', notice: 'wrong-password', login };
    }
    await this.enter(authorization, found.customer);
    return { ...(await this.show(authorization)), deviceCookie: found.deviceCookie };
  }

  /** A customer has signed in. */
  async enter(authorization: Authorization, { psuId, name }: Customer): Promise<void> {
    await this.parts.database.rows(beginJourney, ...this.key(authorization), psuId, name, authorization.answerBy);
  }

  async approve(authorization: Authorization, answer: Answer): Promise<InteractionStep> {
    const fit = await this.fit(authorization, answer);
    if ('show' in fit) return fit;
    const { asked, about } = fit;
    const problem = await this.codes.try(this.key(authorization), asked.psuId, about, answer.code);
    return problem ? this.again(authorization, answer.chosen, problem) : this.conclude(authorization, fit);
  }

  /** What was shown, gathered again: it is approved as it was shown, or not at all. */
  async fit(authorization: Authorization, shown: ShownSelection): Promise<Fit | Extract<InteractionStep, { show: string }>> {
    const journey = await this.journey(authorization);
    if (!journey) return { show: 'sign-in' };
    const asked = askedBy(authorization, journey);
    const facts = await this.facts(asked, journey);
    const about = aboutOf(asked, facts);
    const chosen = chosenOf(facts, shown.chosen);
    const problem = unfit(facts, about, shown, chosen);
    return problem ? this.again(authorization, shown.chosen, problem) : { asked, facts, about, chosen };
  }

  /** It takes effect, once. */
  conclude(authorization: Authorization, fit: Fit): Promise<InteractionStep> {
    return this.answered(
      async () => {
        const goTo = await this.parts.database.transaction((tx) => this.takeEffect(tx, authorization, fit));
        this.parts.audit.approved(`${this.parts.home.id}.approve`, fit.asked);
        return { goTo };
      },
      () =>
        this.again(
          authorization,
          fit.chosen.map(({ key }) => key),
          { notice: 'changed' },
        ),
    );
  }

  async refuse(authorization: Authorization): Promise<InteractionStep> {
    const journey = await this.journey(authorization);
    if (!journey) return { show: 'sign-in' };
    return this.answered(async () => ({
      goTo: await this.refused(authorization, journey, 'refuse', () => authorization.deny(denialReasons.refused)),
    }));
  }

  /** The customer has not asked for this: refused, and the bank is told. The page that says so leads nowhere else. */
  async report(authorization: Authorization): Promise<InteractionStep> {
    const journey = await this.journey(authorization);
    if (!journey) return { show: 'sign-in' };
    return this.answered(async () => {
      await this.refused(authorization, journey, 'report', () => authorization.report(denialReasons.refused));
      this.parts.reported.report({ issuer: this.parts.home.id, clientId: authorization.clientId, subject: authorization.subjectId });
      return { show: 'reported' };
    });
  }

  private refused<Result>(
    authorization: Authorization,
    journey: Journey,
    as: 'refuse' | 'report',
    answer: () => Promise<Result>,
  ): Promise<Result> {
    return this.parts.database.transaction(async (tx) => {
      await this.end(tx, authorization);
      const asked = askedBy(authorization, journey);
      await this.parts.approvals.refuse(tx, asked);
      await this.parts.audit.record(tx, {
        operation: `${this.parts.home.id}.${as}`,
        clientId: asked.clientId,
        psuId: asked.psuId,
        subject: asked.id,
      });
      return within(tx, answer);
    });
  }

  /** Leaves without an answer: what was asked stays as it is. */
  async cancel(authorization: Authorization): Promise<InteractionStep> {
    return { goTo: await authorization.deny(denialReasons.left) };
  }

  /** The time to answer is over: what was asked stays as it is. */
  async late(authorization: Authorization): Promise<InteractionStep> {
    return { goTo: await authorization.deny(denialReasons.late) };
  }

  async newCode(authorization: Authorization): Promise<InteractionStep> {
    const journey = await this.journey(authorization);
    if (!journey) return { show: 'sign-in' };
    const sent = journey.codeNumber < codesPerJourney;
    const view = await this.view(authorization, { ...journey, codeAbout: null });
    return { show: 'approval', view, ...(!sent && { notice: 'no-more-codes' as const }) };
  }

  /** The page again, with every account ticked. Nothing is approved yet. */
  async selectAll(authorization: Authorization): Promise<InteractionStep> {
    const journey = await this.journey(authorization);
    if (!journey) return { show: 'sign-in' };
    const view = await this.view(authorization, journey);
    return { show: 'approval', view, chosen: view.facts.choose === 'some' ? view.facts.offers.map(({ key }) => key) : [] };
  }

  /** "Not you?": back to signing in. The codes of the customer before are worth nothing any more. */
  async leaveCustomer(authorization: Authorization): Promise<InteractionStep> {
    await this.parts.app?.withdraw(this.key(authorization));
    await this.parts.database.rows(leaveJourney, ...this.key(authorization), this.parts.clock.now());
    return { show: 'sign-in' };
  }

  async leaveOut(authorization: Authorization, unavailable: readonly Service[]): Promise<InteractionStep> {
    await this.parts.database.rows(leaveOut, ...this.key(authorization), unavailable);
    return this.show(authorization);
  }

  /** The page once more, with what keeps the answer from being taken. */
  async again(
    authorization: Authorization,
    chosen: readonly string[],
    problem: Problem,
  ): Promise<Extract<InteractionStep, { show: string }>> {
    const journey = await this.journey(authorization);
    return journey ? { show: 'approval', view: await this.view(authorization, journey), chosen, ...problem } : { show: 'answered' };
  }

  private async takeEffect(tx: Transaction, authorization: Authorization, { asked, facts, about, chosen }: Fit): Promise<string> {
    await this.end(tx, authorization);
    const outcome = await this.parts.approvals.approve(tx, asked, facts, chosen);
    await tx.rows(
      storeApproval,
      ...this.key(authorization),
      authorization.scope,
      asked.clientId,
      asked.psuId,
      about,
      chosen.map(({ key }) => key),
      outcome,
      this.parts.clock.now(),
    );
    await this.parts.audit.record(tx, {
      operation: `${this.parts.home.id}.approve`,
      clientId: asked.clientId,
      psuId: asked.psuId,
      bodySha256: about,
      subject: asked.id,
    });
    return authorization.approve(tx, asked.psuId, this.parts.home.baseUrl);
  }

  /** Once only, whatever was pressed twice or in two windows. */
  private async end(tx: Transaction, authorization: Authorization): Promise<void> {
    if (!(await tx.row(endJourney, ...this.key(authorization), this.parts.clock.now()))) throw new InteractionAnswered();
  }

  private async answered(work: () => Promise<InteractionStep>, blocked?: () => Promise<InteractionStep>): Promise<InteractionStep> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof InteractionAnswered) return { show: 'answered' };
      if (error instanceof ApprovalBlocked && blocked) return blocked();
      throw error;
    }
  }

  private async view(authorization: Authorization, journey: Journey): Promise<ApprovalView> {
    const asked = askedBy(authorization, journey);
    const facts = await this.facts(asked, journey);
    const about = aboutOf(asked, facts);
    const balances = await this.parts.approvals.balances(asked, facts);
    const view = { customerName: journey.name, facts, balances, about: about.toString('base64url') };
    if (facts.blocked || facts.unavailable.length > 0) return view;
    if (this.parts.app) return { ...view, app: await this.parts.app.askedOf(this.key(authorization), journey.psuId, about) };
    const code = await this.codes.live(this.key(authorization), journey, about, whatFor(authorization.clientName, facts));
    return { ...view, ...(code && { codeExpiresAt: code.expiresAt, ...(this.parts.codes.shown && { shownCode: code.code }) }) };
  }

  private facts(asked: ApprovalRequest, { leftOut: without }: Journey): Promise<ApprovalFacts> {
    const { approvals, customers } = this.parts;
    return unlessOptedOut(customers, asked.psuId, approvals.facts(asked, without as Service[]));
  }

  journey(authorization: Authorization): Promise<Journey | undefined> {
    return this.parts.database.row(findJourney, ...this.key(authorization), this.parts.clock.now());
  }

  key({ hash }: Authorization): JourneyKey {
    return [hash, this.parts.home.id];
  }
}

class InteractionAnswered extends Error {}

const chosenOf = ({ choose, offers }: ApprovalFacts, keys: readonly string[]): readonly Offer[] =>
  choose === 'none' ? offers : offers.filter(({ key }) => keys.includes(key));

/** What keeps an answer from being taken, whatever its code. */
function unfit(facts: ApprovalFacts, about: Buffer, answer: Pick<ShownSelection, 'about'>, chosen: readonly Offer[]): Problem | undefined {
  if (facts.blocked || facts.unavailable.length > 0 || about.toString('base64url') !== answer.about) return { notice: 'changed' };
  if (facts.choose === 'one') return chosen.length === 1 ? undefined : { notice: 'choose-one' };
  return facts.choose === 'some' && chosen.length === 0 ? { notice: 'choose' } : undefined;
}

const askedBy = ({ subjectId, clientId }: Authorization, { psuId }: Journey): ApprovalRequest => ({ id: subjectId, clientId, psuId });
