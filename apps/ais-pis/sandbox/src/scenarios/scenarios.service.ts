import { Injectable } from '@nestjs/common';
import { AuditService } from '@open-banking/commands';
import type { CustomerMandate, Outage } from '@open-banking/contracts';
import { BankClock, Database } from '@open-banking/database';
import { ApprovalBlocked, type Approvals, type ApprovalRequest } from '@open-banking/issuer';
import { Refusal } from '@open-banking/messages';
import { scenariosInternal } from '@open-banking/spec';
import { consentStatusAt, ConsentApprovalsService, lockedConsent, CustomerAccessService } from '@open-banking/ais-pis-consents';
import { RemoteMandatesService, isOver } from '@open-banking/ais-pis-customer-pages';
import { CustomerPaymentsService, PaymentApprovalsService } from '@open-banking/ais-pis-payments';
import { developerHash } from '@open-banking/ais-pis-directory';
import { DeveloperCustomersService } from './developer-customers.service.js';
import { consentOfDeveloper, noteReadsUsedUp, paymentOfDeveloper, setOutage, type OwnSubject } from './scenarios.statements.js';

type Answer = 'approve' | 'refuse';

/** What customers do in a real bank, done for a developer to consents and payments of the developer's clients. Sandbox only. */
@Injectable()
export class ScenariosService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly audit: AuditService,
    private readonly customers: DeveloperCustomersService,
    private readonly access: CustomerAccessService,
    private readonly payments: CustomerPaymentsService,
    private readonly mandates: RemoteMandatesService,
    private readonly consentApprovals: ConsentApprovalsService,
    private readonly paymentApprovals: PaymentApprovalsService,
  ) {}

  /** Ends what customers of the developer have approved and can still end, as they would on the bank's pages. */
  async endAffairs(developerId: string, psuIds: readonly string[], removed: boolean): Promise<undefined> {
    await this.customers.requireOwner(developerId, psuIds);
    if (removed) await this.customers.lockOut(psuIds);
    for (const psuId of psuIds) {
      await untilNone(
        async () => (await this.access.list(psuId, { searched: '' })).active,
        ({ consentId, clientId }) => this.access.end({ id: consentId, clientId, psuId }),
      );
      await untilNone(
        () => this.payments.cancellable(psuId),
        (payment) => this.payments.cancel(psuId, payment),
      );
      await untilNone(
        () => this.livingMandates(psuId),
        ({ resourceId }) => this.mandates.change(psuId, resourceId, 'end'),
      );
    }
  }

  private async livingMandates(psuId: string): Promise<readonly CustomerMandate[]> {
    const listed = await this.mandates.list(psuId);
    if (!listed)
      throw new Refusal([{ code: 'SERVICE_UNAVAILABLE', text: 'The mandates of the customer could not be ended. Try again later.' }]);
    return listed.mandates.filter((mandate) => !isOver(mandate));
  }

  /** A consent that the customer has revoked before stays so, and is no fault. */
  async revoke(developerId: string, consentId: string): Promise<undefined> {
    const { clientId, approvers } = await this.subject(consentOfDeveloper, developerId, consentId);
    const [psuId] = approvers;
    if (psuId === undefined) throw stateInvalid('No customer has approved this consent.');
    if (await this.access.end({ id: consentId, clientId, psuId })) return;
    const now = await this.access.one(psuId, consentId);
    if (now?.access.status !== 'revokedByPsu') throw stateInvalid('The consent has ended otherwise.');
  }

  /** From now on, for 24 hours of the bank, whatever is read without the customer counts as read as often as it may be. */
  async useUpReads(developerId: string, consentId: string): Promise<undefined> {
    const { clientId } = await this.subject(consentOfDeveloper, developerId, consentId);
    await this.database.transaction(async (tx) => {
      const consent = await lockedConsent(tx, consentId, clientId);
      const now = this.clock.now();
      if (!consent || consentStatusAt(consent, now, this.clock.today()) !== 'valid') throw stateInvalid('The consent is not valid.');
      await tx.rows(noteReadsUsedUp, consentId, now);
      await this.audit.record(tx, { operation: scenariosInternal.useUpReads.id, clientId, subject: consentId });
    });
  }

  /** Requests of the client to this service are answered as while it is unavailable, for so many seconds of the bank's clock; 0 ends it. */
  async makeUnavailable(developerId: string, clientId: string, { service, seconds }: Outage): Promise<undefined> {
    const until = seconds === 0 ? null : this.clock.now().getTime() + 1_000 * seconds;
    await this.database.transaction(async (tx) => {
      const found = await tx.row(setOutage, developerHash(developerId), clientId, service, until);
      if (!found) throw new Refusal('RESOURCE_UNKNOWN', { clientId });
      await this.audit.record(tx, { operation: scenariosInternal.makeUnavailable.id, clientId, subject: clientId });
    });
  }

  answerConsent(developerId: string, consentId: string, answer: Answer): Promise<undefined> {
    return this.answer(
      this.consentApprovals,
      consentOfDeveloper,
      scenariosInternal.answerConsentAsOwner.id,
      developerId,
      consentId,
      answer,
    );
  }

  answerPayment(developerId: string, paymentId: string, answer: Answer): Promise<undefined> {
    return this.answer(
      this.paymentApprovals,
      paymentOfDeveloper,
      scenariosInternal.answerPaymentAsOwner.id,
      developerId,
      paymentId,
      answer,
    );
  }

  /** Every owner who is waited for answers. */
  private async answer(
    approvals: Approvals,
    find: typeof consentOfDeveloper,
    operation: string,
    developerId: string,
    id: string,
    answer: Answer,
  ): Promise<undefined> {
    const { clientId, approvers, owners } = await this.subject(find, developerId, id);
    let answered = 0;
    for (const psuId of owners.filter((owner) => !approvers.includes(owner))) {
      if (await this.answerAs(approvals, operation, { id, clientId, psuId }, answer)) answered += 1;
      if (answered > 0 && answer === 'refuse') break;
    }
    if (answered === 0) throw stateInvalid('It does not wait for a second owner.');
  }

  private async answerAs(approvals: Approvals, operation: string, asked: ApprovalRequest, answer: Answer): Promise<boolean> {
    const facts = await approvals.facts(asked, []);
    if (!facts.second || facts.blocked || facts.unavailable.length > 0) return false;
    try {
      await this.database.transaction(async (tx) => {
        if (answer === 'approve') await approvals.approve(tx, asked, facts, facts.offers);
        else await approvals.refuse(tx, asked);
        await this.audit.record(tx, { operation, clientId: asked.clientId, psuId: asked.psuId, subject: asked.id });
      });
      return true;
    } catch (error) {
      if (error instanceof ApprovalBlocked) return false;
      throw error;
    }
  }

  private async subject(find: typeof consentOfDeveloper, developerId: string, id: string): Promise<OwnSubject> {
    const found = await this.database.row(find, developerHash(developerId), id);
    if (!found) throw new Refusal('RESOURCE_UNKNOWN', { id });
    return found;
  }
}

/** Lists show a hundred at a time: goes on while ending them leaves others. */
/** One by one, 101 consents took longer on two busy cores than the 5 s that the gateway waits for an answer. */
const endedAtOnce = 4;

async function untilNone<T>(list: () => Promise<readonly T[]>, end: (one: T) => Promise<boolean>): Promise<void> {
  for (let ended = true; ended;) {
    ended = false;
    const all = await list();
    for (let first = 0; first < all.length; first += endedAtOnce) {
      const few = await Promise.all(all.slice(first, first + endedAtOnce).map(end));
      ended ||= few.includes(true);
    }
  }
}

const stateInvalid = (text: string): Refusal => new Refusal([{ code: 'STATUS_INVALID', text }]);
