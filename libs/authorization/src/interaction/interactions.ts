import type { BankClock, Database, Transaction } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { services, type Service } from '@open-banking/spec';
import type { ApprovalCodes } from '../approval-codes.js';
import { ApprovalBlocked, type Approvals, type Asked, type ConsentFacts, type Offer } from '../approvals.js';
import type { Customers } from '../customers.js';
import type { IssuerFacts } from '../issuer/issuer-facts.js';
import type { IssuerSettings } from '../settings.js';
import { storeApproval } from '../storage/approvals.statements.js';
import { within } from '../storage/artifact-adapter.js';
import { aboutOf, approvalCode, codesPerJourney, sameCode, triesPerCode } from './approval-code.js';
import type { Authorization } from './authorization.js';
import { beginJourney, endJourney, findJourney, leaveOut, sendCode, takeTry, type Journey } from './journeys.statements.js';

export interface InteractionParts {
  readonly home: IssuerFacts;
  readonly database: Database;
  readonly clock: BankClock;
  readonly customers: Customers;
  readonly approvals: Approvals;
  readonly codes: ApprovalCodes;
  readonly settings: IssuerSettings;
  /** Approval codes are computed with it; the same in all replicas. */
  readonly codeKey: Buffer;
}

/** Why the page is shown again. */
export type Notice = 'wrong-password' | 'locked' | 'wrong-code' | 'dead-code' | 'changed' | 'choose' | 'no-more-codes';

/** What the customer sees next: a page, or the way back to the client. */
export type Next =
  | { readonly show: 'sign-in'; readonly notice?: Notice; readonly lockedUntil?: Date; readonly login?: string }
  | { readonly show: 'approval'; readonly view: ApprovalView; readonly notice?: Notice; readonly lockedUntil?: Date; readonly chosen?: readonly string[] }
  | { readonly show: 'answered' }
  | { readonly goTo: string };

export interface ApprovalView {
  readonly customerName: string;
  readonly facts: ConsentFacts;
  /** The facts' hash: comes back with the answer, and must still be theirs. */
  readonly about: string;
  /** Where the page itself shows the code: the sandbox. */
  readonly shownCode?: string;
  readonly codeExpiresAt?: Date;
}

export interface Answer { readonly code: string; readonly about: string; readonly chosen: readonly string[] }

/** A customer's way from sign-in to an answer, step by step. */
export class Interactions {
  constructor(private readonly parts: InteractionParts) {}

  async show(authorization: Authorization): Promise<Next> {
    const journey = await this.journey(authorization);
    return journey ? { show: 'approval', view: await this.view(authorization, journey) } : { show: 'sign-in' };
  }

  async signIn(authorization: Authorization, login: string, password: string): Promise<Next> {
    const found = await this.parts.customers.signIn(login, password);
    if (!('customer' in found)) {
      return found.refused === 'locked' ? { show: 'sign-in', notice: 'locked', lockedUntil: found.until, login } : { show: 'sign-in', notice: 'wrong-password', login };
    }
    const { psuId, name } = found.customer;
    const endsAt = new Date(this.parts.clock.now().getTime() + this.parts.settings.interactionMinutes * 60_000);
    await this.parts.database.rows(beginJourney, ...this.key(authorization), psuId, name, endsAt);
    return this.show(authorization);
  }

  /** What is approved is what was shown, or nothing: the facts are gathered again and compared. */
  async approve(authorization: Authorization, answer: Answer): Promise<Next> {
    const journey = await this.journey(authorization);
    if (!journey) return { show: 'sign-in' };
    const asked = askedBy(authorization, journey);
    const facts = await this.parts.approvals.facts(asked, journey.leftOut as Service[]);
    const about = aboutOf(asked, facts);
    const chosen = chosenOf(facts, answer.chosen);
    const problem = unfit(facts, about, answer, chosen) ?? await this.tryCode(authorization, asked, about, answer.code);
    if (problem) return this.again(authorization, answer.chosen, problem);
    return this.answered(
      () => this.parts.database.transaction((tx) => this.takeEffect(tx, authorization, asked, facts, about, chosen)),
      () => this.again(authorization, answer.chosen, { notice: 'changed' }),
    );
  }

  async refuse(authorization: Authorization): Promise<Next> {
    const journey = await this.journey(authorization);
    if (!journey) return { show: 'sign-in' };
    return this.answered(() => this.parts.database.transaction(async (tx) => {
      await this.end(tx, authorization);
      await this.parts.approvals.refuse(tx, askedBy(authorization, journey));
      return within(tx, () => authorization.deny('the customer refused'));
    }));
  }

  /** Leaves without an answer: what was asked stays as it is. */
  async cancel(authorization: Authorization): Promise<Next> {
    return { goTo: await authorization.deny('the customer went back without an answer') };
  }

  async newCode(authorization: Authorization): Promise<Next> {
    const journey = await this.journey(authorization);
    if (!journey) return { show: 'sign-in' };
    const sent = journey.codeNumber < codesPerJourney;
    const view = await this.view(authorization, { ...journey, codeAbout: null });
    return { show: 'approval', view, ...(!sent && { notice: 'no-more-codes' as const }) };
  }

  async leaveOut(authorization: Authorization, silent: readonly string[]): Promise<Next> {
    const known = silent.filter((name) => (services as readonly string[]).includes(name));
    await this.parts.database.rows(leaveOut, ...this.key(authorization), known);
    return this.show(authorization);
  }

  private async again(authorization: Authorization, chosen: readonly string[], problem: Problem): Promise<Next> {
    const journey = await this.journey(authorization);
    return journey ? { show: 'approval', view: await this.view(authorization, journey), chosen, ...problem } : { show: 'answered' };
  }

  /** Undefined: the code is right, and one of its tries is used up. */
  private async tryCode(authorization: Authorization, { psuId }: Asked, about: Buffer, code: string): Promise<Problem | undefined> {
    const { clock, codeKey, customers, database } = this.parts;
    const tried = await database.row(takeTry, ...this.key(authorization), about, clock.now());
    if (!tried) return { notice: 'dead-code' };
    const right = sameCode(code, approvalCode(codeKey, authorization.hash, about, tried.codeNumber));
    const lockedUntil = await customers.codeTried(psuId, right);
    if (lockedUntil) return { notice: 'locked', lockedUntil };
    return right ? undefined : { notice: tried.triesLeft > 0 ? 'wrong-code' : 'dead-code' };
  }

  private async takeEffect(tx: Transaction, authorization: Authorization, asked: Asked, facts: ConsentFacts, about: Buffer, chosen: readonly Offer[]): Promise<string> {
    await this.end(tx, authorization);
    const outcome = await this.parts.approvals.approve(tx, asked, facts, chosen);
    await tx.rows(storeApproval, ...this.key(authorization), authorization.scope, asked.clientId, asked.psuId, about, chosen.map(({ key }) => key), outcome, this.parts.clock.now());
    return authorization.approve(tx, asked.psuId, this.parts.home.baseUrl);
  }

  /** Once only, whatever was pressed twice or in two windows. */
  private async end(tx: Transaction, authorization: Authorization): Promise<void> {
    if (!await tx.row(endJourney, ...this.key(authorization), this.parts.clock.now())) throw new Answered();
  }

  private async answered(work: () => Promise<string>, blocked?: () => Promise<Next>): Promise<Next> {
    try {
      return { goTo: await work() };
    } catch (error) {
      if (error instanceof Answered) return { show: 'answered' };
      if (error instanceof ApprovalBlocked && blocked) return blocked();
      throw error;
    }
  }

  private async view(authorization: Authorization, journey: Journey): Promise<ApprovalView> {
    const asked = askedBy(authorization, journey);
    const facts = await this.parts.approvals.facts(asked, journey.leftOut as Service[]);
    const about = aboutOf(asked, facts);
    const view = { customerName: journey.name, facts, about: about.toString('base64url') };
    if (facts.blocked || facts.silent.length > 0) return view;
    const code = await this.liveCode(authorization, journey, about);
    return { ...view, ...(code && { codeExpiresAt: code.expiresAt, ...(this.parts.codes.shown && { shownCode: code.code }) }) };
  }

  /** The code for these facts: the one sent before while it lives, otherwise a new one is sent, until there were enough. */
  private async liveCode(authorization: Authorization, journey: Journey, about: Buffer): Promise<{ code: string; expiresAt: Date } | undefined> {
    const { codeKey, clock, codes, database, settings } = this.parts;
    const codeOf = (number: number): string => approvalCode(codeKey, authorization.hash, about, number);
    const lives = journey.codeAbout?.equals(about) && journey.codeExpiresAt && journey.codeExpiresAt > clock.now() && journey.codeTriesLeft > 0;
    if (lives) return { code: codeOf(journey.codeNumber), expiresAt: journey.codeExpiresAt! };
    const expiresAt = new Date(clock.now().getTime() + settings.approvalCodeMinutes * 60_000);
    const sent = await database.row(sendCode, ...this.key(authorization), about, expiresAt, triesPerCode, codesPerJourney);
    if (!sent) return undefined;
    const code = codeOf(sent.codeNumber);
    await codes.send({ psuId: journey.psuId, code, client: authorization.clientName, expiresAt })
      .catch((error: unknown) => { throw new Refusal('SERVICE_UNAVAILABLE', error, { retryAfterSeconds: 5 }); });
    return { code, expiresAt };
  }

  private journey(authorization: Authorization): Promise<Journey | undefined> {
    return this.parts.database.row(findJourney, ...this.key(authorization), this.parts.clock.now());
  }

  private key({ hash }: Authorization): [Buffer, string] { return [hash, this.parts.home.id]; }
}

class Answered extends Error {}

interface Problem { readonly notice: Notice; readonly lockedUntil?: Date }

const chosenOf = ({ access, offers }: ConsentFacts, keys: readonly string[]): readonly Offer[] =>
  (access === 'offered' ? offers.filter(({ key }) => keys.includes(key)) : offers);

/** What keeps an answer from being taken, whatever its code. */
function unfit(facts: ConsentFacts, about: Buffer, answer: Answer, chosen: readonly Offer[]): Problem | undefined {
  if (facts.blocked || facts.silent.length > 0 || about.toString('base64url') !== answer.about) return { notice: 'changed' };
  return facts.access === 'offered' && chosen.length === 0 ? { notice: 'choose' } : undefined;
}

const askedBy = ({ subjectId, clientId }: Authorization, { psuId }: Journey): Asked => ({ id: subjectId, clientId, psuId });
