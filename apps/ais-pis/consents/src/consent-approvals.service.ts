import type { ConsentFacts, Offer } from '@open-banking/pages';
import { Injectable } from '@nestjs/common';
import { cashAccountTypes } from '@open-banking/access';
import { ApprovalBlocked, Approvals, type ApprovalRequest, type IssuerTerms, type ApprovalSubject } from '@open-banking/issuer';
import { BankClock, Database, type Transaction } from '@open-banking/database';
import { isUuid } from '@open-banking/http';
import { resourceFacts, resourceKinds, type Service } from '@open-banking/spec';
import { CustomerResourcesService, ConsentTermSettings } from '@open-banking/ais-pis-accounts';
import { refuseOptedOut, refuseStopped } from '@open-banking/ais-pis-directory';
import { consentTerms, grantedBy, type ConsentOffer, type Facts } from './consent-terms.js';
import { ConsentEndingsService } from './consent-endings.service.js';
import { ConsentStateMachine } from './consent-state-machine.service.js';
import { consentPhase, maxPerDay, consentStatusAt, type ConsentStatus, type ConsentTimes } from './consent.js';
import { ConsentSettings } from './consents.settings.js';
import {
  approveAsSecond,
  findConsent,
  insertConsentApproval,
  insertGrant,
  lockCustomer,
  needSecond,
  readStatus,
  stillWaits,
  type ConsentRow,
} from './consents.statements.js';
import { lockedConsent } from './locked-consent.js';

const day = 86_400_000;

/** Approvals of consents at the consents issuer. */
@Injectable()
export class ConsentApprovalsService extends Approvals<ConsentFacts> {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly resources: CustomerResourcesService,
    private readonly stateMachine: ConsentStateMachine,
    private readonly consents: ConsentEndingsService,
    private readonly settings: ConsentSettings,
    private readonly term: ConsentTermSettings,
  ) {
    super();
  }

  override get terms(): IssuerTerms {
    const { firstApprovalMinutes, secondApprovalDays } = this.settings;
    return {
      consent_max_validity_days: this.term.consentDays,
      consent_max_frequency_per_day: maxPerDay,
      consent_first_approval_minutes: firstApprovalMinutes,
      consent_second_approval_days: secondApprovalDays,
    };
  }

  async find(id: string, clientId: string): Promise<ApprovalSubject | undefined> {
    if (!isUuid(id)) return undefined;
    const consent = await this.database.row(readStatus, id, clientId);
    return consent && { id, state: consentPhase(this.currentStatus(consent)), ...(consent.approveBy && { answerBy: consent.approveBy }) };
  }

  async facts({ id, clientId, psuId }: ApprovalRequest, leftOut: readonly Service[]): Promise<Facts> {
    const consent = await this.database.row(findConsent, id, clientId);
    if (!consent) throw new ApprovalBlocked('state');
    const status = this.currentStatus(consent);
    // A second owner cannot leave services out: the first owner's approval must be evaluated as a whole.
    const another = status === 'partiallyAuthorised' && !consent.approvers.includes(psuId);
    const [own, first] = await Promise.all([
      this.resources.listOfCustomer(psuId, another ? [] : leftOut),
      another && consent.psuId !== null ? this.resources.listOfCustomer(consent.psuId, []) : undefined,
    ]);
    return consentTerms({ consent, status, psuId, own, leftOut, first });
  }

  /** What a customer has granted, even if the consent has ended. */
  async granted({ id, clientId, psuId }: ApprovalRequest): Promise<ConsentFacts> {
    const consent = await this.database.row(findConsent, id, clientId);
    if (!consent) throw new ApprovalBlocked('state');
    return grantedBy(consent, psuId, await this.resources.listOfCustomer(psuId, []));
  }

  override async givenBack(tx: Transaction, id: string, clientId: string): Promise<void> {
    await this.consents.end(tx, { id, by: { clientId }, reason: 'grantRevoked' });
  }

  async approve(
    tx: Transaction,
    { id, clientId, psuId }: ApprovalRequest,
    facts: ConsentFacts,
    chosen: readonly Offer[],
  ): Promise<'complete' | 'partial'> {
    await refuseOptedOut(tx, psuId);
    await refuseStopped(tx, clientId, 'PSP_AI');
    const consent = await lockedConsent(tx, id, clientId);
    if (!consent || facts.blocked) throw new ApprovalBlocked(facts.blocked ?? 'state');
    const status = this.currentStatus(consent);
    if (consentPhase(status) === 'ended') throw new ApprovalBlocked('state');
    if (consent.approvers.includes(psuId)) return status === 'valid' ? 'complete' : 'partial';
    // Another customer has approved since the page was shown.
    if (status === 'valid' || (status === 'partiallyAuthorised') !== facts.second) throw new ApprovalBlocked('customer');
    await tx.rows(insertConsentApproval, id, psuId, this.clock.now());
    return facts.second
      ? this.secondApproval(tx, consent, clientId, psuId, facts)
      : this.firstApproval(tx, consent, clientId, psuId, facts as Facts, chosen);
  }

  async refuse(tx: Transaction, request: ApprovalRequest): Promise<void> {
    const consent = await lockedConsent(tx, request.id, request.clientId);
    const status = consent && this.currentStatus(consent);
    if (status !== 'received' && status !== 'partiallyAuthorised') return;
    const theirs = status === 'received' || consent!.approvers.includes(request.psuId) || (await this.facts(request, [])).second;
    if (theirs) await this.stateMachine.move(tx, request.id, status, 'rejected');
  }

  private async firstApproval(
    tx: Transaction,
    consent: ConsentRow,
    clientId: string,
    psuId: string,
    facts: Facts,
    chosen: readonly Offer[],
  ): Promise<'complete' | 'partial'> {
    const named = facts.access === 'named' || facts.access === 'offered';
    const covered = named
      ? facts.offers.filter(({ key }) => facts.access === 'named' || chosen.some((offer) => offer.key === key))
      : facts.offers;
    if (covered.length === 0) throw new ApprovalBlocked('nothing');
    if (named) for (const offer of covered) await this.grant(tx, consent.consentId, offer);
    const restrictedTo = named ? consent.restrictedTo : without(facts.leftOut, consent.restrictedTo);
    if (!covered.some(({ rule }) => rule === 'both')) return this.becomesValid(tx, consent, clientId, psuId, restrictedTo);
    const approveBy = new Date(this.clock.now().getTime() + this.settings.secondApprovalDays * day);
    await this.stateMachine.waitForSecond(tx, consent.consentId, psuId, approveBy, restrictedTo);
    const shared = covered.filter(({ rule }) => rule === 'both');
    await tx.rows(
      needSecond,
      consent.consentId,
      shared.map(({ resourceId }) => resourceId),
      shared.map(({ service }) => service),
    );
    return 'partial';
  }

  /** Approves the resources that this owner shares with the first. The consent becomes valid when no resource waits for an owner. */
  private async secondApproval(
    tx: Transaction,
    consent: ConsentRow,
    clientId: string,
    psuId: string,
    { offers }: ConsentFacts,
  ): Promise<'complete' | 'partial'> {
    const approved = await tx.rows(
      approveAsSecond,
      consent.consentId,
      psuId,
      offers.map(({ resourceId }) => resourceId),
    );
    // Another customer has approved since the page was shown.
    if (approved.length < offers.length) throw new ApprovalBlocked('customer');
    return (await tx.row(stillWaits, consent.consentId))
      ? 'partial'
      : this.becomesValid(tx, consent, clientId, psuId, consent.restrictedTo);
  }

  private async grant(
    tx: Transaction,
    consentId: string,
    { service, kind, resourceId, rule, granted, reference }: ConsentOffer,
  ): Promise<void> {
    await tx.rows(insertGrant, consentId, service, kind, resourceId, rule, granted, JSON.stringify(reference));
  }

  /** Ends the older recurring consent of this client and customer, unless the bank keeps both. */
  private async becomesValid(
    tx: Transaction,
    { consentId, recurring, psuId: first }: ConsentRow,
    clientId: string,
    psuId: string,
    restrictedTo: readonly string[] | null,
  ): Promise<'complete'> {
    const owner = first ?? psuId;
    await tx.rows(lockCustomer, owner);
    await this.stateMachine.makeValid(tx, consentId, owner, recurring, restrictedTo);
    if (recurring && this.settings.recurringConsents === 'replace') await this.stateMachine.replaceOlder(tx, consentId, owner, clientId);
    return 'complete';
  }

  private currentStatus(times: ConsentTimes): ConsentStatus {
    return consentStatusAt(times, this.clock.now(), this.clock.today());
  }
}

/** A consent to everything that was approved without some services does not cover their resources. */
function without(leftOut: readonly Service[], restrictedTo: readonly string[] | null): readonly string[] | null {
  if (leftOut.length === 0) return restrictedTo;
  const gone: readonly string[] = resourceKinds
    .filter((kind) => leftOut.includes(resourceFacts[kind].service))
    .map((kind) => cashAccountTypes[kind]);
  return (restrictedTo ?? Object.values(cashAccountTypes)).filter((type) => !gone.includes(type));
}
