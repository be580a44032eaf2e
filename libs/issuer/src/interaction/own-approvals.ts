import type { ApprovalFacts, ApprovalView, Problem } from '@open-banking/pages';
import type { AuditService } from '@open-banking/commands';
import type { Issuer } from '@open-banking/spec';
import { ApprovalBlocked, type Approvals, type ApprovalRequest } from '../approvals.js';
import type { Customer } from '../customers.js';
import { scopesOf } from '../issuer/scopes.js';
import { storeApproval } from '../storage/approvals.statements.js';
import { hashed } from '../storage/hashed.js';
import { aboutOf } from './approval-code.js';
import { beginJourney, endJourney, findJourney, type Journey, type JourneyKey } from './journeys.statements.js';
import type { ReportedRequests } from './reported-requests.js';
import { SentCodes, unlessOptedOut, whatFor, type CodeParts } from './sent-codes.js';

export interface OwnApprovalParts extends CodeParts {
  readonly issuer: Issuer;
  readonly approvals: Approvals;
  readonly audit: AuditService;
  readonly reported: Pick<ReportedRequests, 'tell'>;
}

/** A customer signed in on the bank's own pages: who, and the secret of their session. */
export interface SignedIn extends Customer {
  readonly sessionId: string;
}

/** Approvals on the bank's own pages, where no client waits for an answer: those of second owners. */
export class OwnApprovals {
  private readonly codes: SentCodes;

  constructor(private readonly parts: OwnApprovalParts) {
    this.codes = new SentCodes(parts);
  }

  /** What is asked, without a code for it. */
  facts(asked: ApprovalRequest): Promise<ApprovalFacts> {
    const { approvals, customers } = this.parts;
    return unlessOptedOut(customers, asked.psuId, approvals.facts(asked, []));
  }

  /** What is asked, and its code where it can be approved. */
  async view(customer: SignedIn, asked: ApprovalRequest, clientName: string, newCode = false): Promise<ApprovalView> {
    const key = this.key(customer, asked);
    const facts = await this.facts(asked);
    const about = aboutOf(asked, facts);
    const balances = await this.parts.approvals.balances(asked, facts);
    const view = { customerName: customer.name, facts, balances, about: about.toString('base64url') };
    if (facts.blocked || facts.unavailable.length > 0) return view;
    const journey = await this.journey(key, customer);
    const code = await this.codes.live(key, newCode ? { ...journey, codeAbout: null } : journey, about, whatFor(clientName, facts));
    return { ...view, ...(code && { codeExpiresAt: code.expiresAt, ...(this.parts.codes.shown && { shownCode: code.code }) }) };
  }

  /** What is approved is what was shown, or nothing. */
  async approve(
    customer: SignedIn,
    asked: ApprovalRequest,
    answer: { readonly code: string; readonly about: string },
  ): Promise<Problem | { readonly outcome: 'complete' | 'partial' }> {
    const { approvals, audit, clock, database, issuer } = this.parts;
    const key = this.key(customer, asked);
    const facts = await this.facts(asked);
    const about = aboutOf(asked, facts);
    if (!facts.second || facts.blocked || facts.unavailable.length > 0 || about.toString('base64url') !== answer.about)
      return { notice: 'changed' };
    const problem = await this.codes.try(key, asked.psuId, about, answer.code);
    if (problem) return problem;
    try {
      return await database.transaction(async (tx) => {
        if (!(await tx.row(endJourney, ...key, clock.now()))) throw new ApprovalBlocked('state');
        const outcome = await approvals.approve(tx, asked, facts, facts.offers);
        await tx.rows(
          storeApproval,
          ...key,
          `${scopesOf[issuer].approved}:${asked.id}`,
          asked.clientId,
          asked.psuId,
          about,
          [],
          outcome,
          clock.now(),
        );
        await audit.record(tx, {
          operation: `${issuer}.approve`,
          clientId: asked.clientId,
          psuId: asked.psuId,
          bodySha256: about,
          subject: asked.id,
        });
        return { outcome };
      });
    } catch (error) {
      if (error instanceof ApprovalBlocked) return { notice: 'changed' };
      throw error;
    }
  }

  refuse(asked: ApprovalRequest): Promise<void> {
    return this.end(asked, 'refuse');
  }

  /** The customer has not asked for this: refused, and the bank is told. */
  async report(asked: ApprovalRequest): Promise<void> {
    await this.end(asked, 'report');
    this.parts.reported.tell({ issuer: this.parts.issuer, clientId: asked.clientId, subject: asked.id });
  }

  private end(asked: ApprovalRequest, as: 'refuse' | 'report'): Promise<void> {
    const { approvals, audit, database, issuer } = this.parts;
    return database.transaction(async (tx) => {
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
    return [hashed(`${sessionId} ${id}`), this.parts.issuer];
  }
}
