import type { ApprovalFacts, ApprovalView, Language, Problem } from '@open-banking/pages';
import type { AuditService } from '@open-banking/commands';
import type { Issuer } from '@open-banking/spec';
import { ApprovalBlocked, type Approvals, type ApprovalRequest } from '../approvals.js';
import type { Customer } from '../customers.js';
import { scopesOf } from '../issuer/scopes.js';
import { storeApproval } from '../storage/approvals.statements.js';
import { idHash } from '../storage/hashed.js';
import type { AppApprovals, AppState } from './app-approvals.js';
import { aboutOf } from './approval-code.js';
import { approvalMessage } from './approval-message.js';
import { beginJourney, endJourney, findJourney, type Journey, type JourneyKey } from './journeys.statements.js';
import type { ReportedRequests } from './reported-requests.js';
import { SentCodes, unlessOptedOut, whatFor, type CodeParts } from './sent-codes.js';

export interface OwnApprovalParts extends CodeParts {
  readonly issuer: Issuer;
  readonly approvals: Approvals;
  readonly audit: AuditService;
  readonly reported: Pick<ReportedRequests, 'report'>;
  /** The bank's own app, where it is asked and no code is. */
  readonly app?: AppApprovals | undefined;
}

/** A customer signed in on the bank's own pages: who, and the secret of their session. */
export interface SignedIn extends Customer {
  readonly sessionId: string;
}

/** What an approval takes effect with. */
interface Fit {
  readonly facts: ApprovalFacts;
  readonly about: Buffer;
}

/** What came of an answer: a reason to show the page again, or an end. */
export type OwnOutcome = Problem | { readonly outcome: 'complete' | 'partial' | 'refused' };

/** Approvals on the bank's own pages, where no client waits for an answer: those of second owners. */
export class OwnApprovals {
  private readonly codes: SentCodes;

  constructor(private readonly parts: OwnApprovalParts) {
    this.codes = new SentCodes(parts);
  }

  /** Whether the bank's own app approves, and no code does. */
  get inApp(): boolean {
    return this.parts.app !== undefined;
  }

  /** What is asked, without a code for it. */
  facts(asked: ApprovalRequest): Promise<ApprovalFacts> {
    const { approvals, customers } = this.parts;
    return unlessOptedOut(customers, asked.psuId, approvals.facts(asked, []));
  }

  /** What is asked, and how it can be approved. */
  async view(customer: SignedIn, asked: ApprovalRequest, clientName: string, newCode = false): Promise<ApprovalView> {
    const { app, approvals, codes } = this.parts;
    const key = this.key(customer, asked);
    const facts = await this.facts(asked);
    const about = aboutOf(asked, facts);
    const balances = await approvals.balances(asked, facts);
    const view = { customerName: customer.name, facts, balances, about: about.toString('base64url') };
    if (facts.blocked || facts.unavailable.length > 0) return view;
    if (app) return { ...view, app: await app.askedOf(key, customer.psuId, about) };
    const journey = await this.journey(key, customer);
    const code = await this.codes.live(key, newCode ? { ...journey, codeAbout: null } : journey, about, whatFor(clientName, facts));
    return { ...view, ...(code && { codeExpiresAt: code.expiresAt, ...(codes.shown && { shownCode: code.code }) }) };
  }

  /** With an approval code. */
  async approve(
    customer: SignedIn,
    asked: ApprovalRequest,
    answer: { readonly code: string; readonly about: string },
  ): Promise<OwnOutcome> {
    const fit = await this.fit(asked, answer.about);
    if (!fit) return { notice: 'changed' };
    const problem = await this.codes.try(this.key(customer, asked), asked.psuId, fit.about, answer.code);
    return problem ?? this.conclude(customer, asked, fit);
  }

  /** Asks the bank's app to approve what was shown. Nothing has taken effect yet. */
  async askApp(
    customer: SignedIn,
    asked: ApprovalRequest,
    shown: { readonly about: string; readonly clientName: string; readonly language: Language },
  ): Promise<Problem | undefined> {
    const fit = await this.fit(asked, shown.about);
    if (!fit) return { notice: 'changed' };
    const key = this.key(customer, asked);
    await this.journey(key, customer);
    const message = approvalMessage(asked, shown.clientName, fit.facts, fit.facts.offers, shown.language);
    const sent = await this.parts.app?.ask(key, asked.psuId, fit.about, [], message);
    return sent ? undefined : { notice: 'app-asked-out' };
  }

  /** Whether the app has answered; undefined where there is nothing (any more) that it was asked. */
  async appState(customer: SignedIn, asked: ApprovalRequest): Promise<AppState | undefined> {
    const found = await this.parts.app?.look(this.key(customer, asked), customer.psuId);
    return found && this.parts.app?.appState(found);
  }

  /** Goes on by the app's answer. Undefined: it was not asked. */
  async goOn(customer: SignedIn, asked: ApprovalRequest): Promise<OwnOutcome | undefined> {
    const { app } = this.parts;
    const found = await app?.look(this.key(customer, asked), customer.psuId);
    if (!app || !found) return undefined;
    const state = app.appState(found);
    if (state === 'waiting') return { notice: 'app-waits' };
    if (state === 'expired') return { notice: 'app-expired' };
    if (state === 'refused') return this.refuse(customer, asked).then(() => ({ outcome: 'refused' }));
    const fit = await this.fit(asked, found.about.toString('base64url'));
    return fit ? this.conclude(customer, asked, fit) : { notice: 'changed' };
  }

  /** Back to the request: what the app was asked is worth nothing any more. */
  async takeBack(customer: SignedIn, asked: ApprovalRequest): Promise<void> {
    await this.parts.app?.withdraw(this.key(customer, asked));
  }

  /** What was shown, gathered again: it is approved as it was shown, or not at all. */
  private async fit(asked: ApprovalRequest, shown: string): Promise<Fit | undefined> {
    const facts = await this.facts(asked);
    const about = aboutOf(asked, facts);
    const fits = facts.second && !facts.blocked && facts.unavailable.length === 0 && about.toString('base64url') === shown;
    return fits ? { facts, about } : undefined;
  }

  /** It takes effect, once. */
  private async conclude(customer: SignedIn, asked: ApprovalRequest, { facts, about }: Fit): Promise<OwnOutcome> {
    const { approvals, audit, clock, database, issuer } = this.parts;
    const key = this.key(customer, asked);
    try {
      const outcome = await database.transaction(async (tx) => {
        if (!(await tx.row(endJourney, ...key, clock.now()))) throw new ApprovalBlocked('state');
        const approved = await approvals.approve(tx, asked, facts, facts.offers);
        await tx.rows(
          storeApproval,
          ...key,
          `${scopesOf[issuer].approved}:${asked.id}`,
          asked.clientId,
          asked.psuId,
          about,
          [],
          approved,
          clock.now(),
        );
        await audit.record(tx, {
          operation: `${issuer}.approve`,
          clientId: asked.clientId,
          psuId: asked.psuId,
          bodySha256: about,
          subject: asked.id,
        });
        return approved;
      });
      audit.approved(`${issuer}.approve`, asked);
      return { outcome };
    } catch (error) {
      if (error instanceof ApprovalBlocked) return { notice: 'changed' };
      throw error;
    }
  }

  refuse(customer: SignedIn, asked: ApprovalRequest): Promise<void> {
    return this.end(customer, asked, 'refuse');
  }

  /** The customer has not asked for this: refused, and the bank is told. */
  async report(customer: SignedIn, asked: ApprovalRequest): Promise<void> {
    await this.end(customer, asked, 'report');
    this.parts.reported.report({ issuer: this.parts.issuer, clientId: asked.clientId, subject: asked.id });
  }

  private end(customer: SignedIn, asked: ApprovalRequest, as: 'refuse' | 'report'): Promise<void> {
    const { approvals, audit, clock, database, issuer } = this.parts;
    return database.transaction(async (tx) => {
      // Nothing that was sent for it counts any more: neither a code nor an answer of the app.
      await tx.rows(endJourney, ...this.key(customer, asked), clock.now());
      await approvals.refuse(tx, asked);
      await audit.record(tx, { operation: `${issuer}.${as}`, clientId: asked.clientId, psuId: asked.psuId, subject: asked.id });
    });
  }

  private async journey(key: JourneyKey, { psuId, name }: SignedIn): Promise<Journey> {
    const { clock, database, settings } = this.parts;
    const found = await database.row(findJourney, ...key, clock.now());
    if (found) return found;
    await database.rows(beginJourney, ...key, psuId, name, new Date(clock.now().getTime() + settings.interactionMinutes * 60_000));
    return { psuId, name, leftOut: [], codeNumber: 0, codeAbout: null, codeExpiresAt: null, codeTriesLeft: 0 };
  }

  /** Another session has another journey: a code is worth nothing there. */
  private key({ sessionId }: SignedIn, { id }: ApprovalRequest): JourneyKey {
    return [idHash(`${sessionId} ${id}`), this.parts.issuer];
  }
}
