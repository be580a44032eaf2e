import { Injectable } from '@nestjs/common';
import { InternalCalls } from '@open-banking/access';
import { AuditService, JobHandler, job, JobsService, withoutDatabase } from '@open-banking/commands';
import {
  type BookingDecision,
  type CollectionPresented,
  collectionsContracts,
  type CollectionToBook,
  type CollectionState,
  type Unchanged,
} from '@open-banking/contracts';
import { BankClock, Database, markFaultPoint, type Transaction } from '@open-banking/database';
import { Money, type Amount, omitNullish, Refusal } from '@open-banking/messages';
import { CustomerAccountsService } from '../approvals/customer-accounts.service.js';
import { lockedAnyMandate } from '../mandates/locked-mandate.js';
import { MandateStateMachine } from '../mandates/mandate-state-machine.service.js';
import { reasons, stateAt } from '../mandates/mandate.js';
import { mandateById, type MandateRow } from '../mandates/mandates.statements.js';
import { CollectionStateMachine } from './collection-state-machine.service.js';
import { type Collectable, collectionRefusal, periodOf, refundable, returns } from './collection.js';
import {
  askRefund,
  collectedOn,
  collectionById,
  collectionOfPeriod,
  insertCollection,
  noteRefund,
  type CollectionRow,
} from './collections.statements.js';

interface CollectionJob {
  readonly collectionId: string;
  /** How often ais-pis has said that the core, which keeps the books, has not answered yet. */
  readonly again?: number;
}

/** Completes what the request could not: the process died, or ais-pis did not answer. */
const book = job<CollectionJob>('book-collection', { maxRetryDelaySeconds: 10 });
const refund = job<CollectionJob>('refund-collection', { maxRetryDelaySeconds: 10 });
/** The job runs after the immediate attempt has ended. */
const laterMs = 3_000;

/** Until the core has answered, it is asked again after so long: 0.5 s, then twice as long each time, at last 10 s. */
const askAgainMs = (again: number): number => Math.min(10_000, 500 * 2 ** Math.min(again, 5));

/** Collections under mandates: accepted or returned here, booked by ais-pis, which holds the account. */
@Injectable()
export class CollectionsService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly stateMachine: CollectionStateMachine,
    private readonly mandateStateMachine: MandateStateMachine,
    private readonly audit: AuditService,
    private readonly jobs: JobsService,
    private readonly calls: InternalCalls,
    private readonly accounts: CustomerAccountsService,
  ) {}

  /** Idempotent by collection id: a copy gets the outcome of the first. */
  async present(resourceId: string, asked: CollectionPresented): Promise<CollectionState> {
    if (!/[1-9]/.test(asked.amount.amount))
      throw new Refusal([{ code: 'FORMAT_ERROR', path: '/amount/amount', text: 'The amount must be more than zero.' }]);
    const taken = await this.database.transaction((tx) => this.take(tx, resourceId, asked));
    return this.settled(taken);
  }

  /** The outcome of an accepted collection, as far as ais-pis answers now. */
  async settled(taken: CollectionRow): Promise<CollectionState> {
    return collectionState(await this.attemptNow(taken, () => this.book(taken)));
  }

  /** An owner of the debited account requests a refund, whoever approved the mandate. Undefined if there is nothing to refund to this customer. */
  async refund(collectionId: string, psuId: string): Promise<CollectionState | undefined> {
    const found = await this.database.row(collectionById, collectionId);
    const mandate = found && (await this.database.row(mandateById, found.resourceId));
    if (!mandate || !(await this.accounts.isOwner(psuId, mandate.debtorAccountId))) return undefined;
    const taken = await this.database.transaction((tx) => this.takeRefund(tx, collectionId, psuId));
    if (!taken) return undefined;
    return collectionState(await this.attemptNow(taken, () => this.giveBack(taken)));
  }

  @JobHandler(book)
  async bookLater({ collectionId, again = 0 }: CollectionJob): Promise<void> {
    const collection = await this.database.row(collectionById, collectionId);
    if (collection && !(await this.book(collection))) await this.later(book, { collectionId, again });
  }

  @JobHandler(refund)
  async refundLater({ collectionId, again = 0 }: CollectionJob): Promise<void> {
    const collection = await this.database.row(collectionById, collectionId);
    if (collection && !(await this.giveBack(collection))) await this.later(refund, { collectionId, again });
  }

  /** Accepts or returns the collection in the caller's transaction. `by`: who presents it; default the sandbox's operator. */
  async take(
    tx: Transaction,
    resourceId: string,
    { collectionId, amount, endToEndId, remittance }: CollectionPresented,
    by: { readonly operation: string; readonly operator?: string } = { operation: 'presentCollection' },
  ): Promise<CollectionRow> {
    const mandate = await lockedAnyMandate(tx, resourceId);
    if (!mandate) throw new Refusal('RESOURCE_UNKNOWN', { resourceId });
    const before = await tx.row(collectionById, collectionId);
    if (before) return same(before, resourceId, amount);
    const today = this.clock.today();
    const found = this.collectable(mandate);
    const period = periodOf(found, today);
    const reason =
      collectionRefusal(found, amount, today) ?? (period && (await tx.row(collectionOfPeriod, resourceId, period)) ? 'SL13' : null);
    const taken = await tx.row(
      insertCollection,
      collectionId,
      resourceId,
      amount.currency,
      amount.amount,
      endToEndId ?? null,
      remittance ?? null,
      today,
      period,
      reason,
      this.clock.now(),
    );
    if (!reason) {
      await this.jobs.add(tx, book, { collectionId }, { after: new Date(Date.now() + laterMs) });
      await this.mandateStateMachine.collected(tx, resourceId, collectionId);
    }
    await this.audit.record(tx, { ...by, clientId: mandate.clientId, subject: collectionId });
    markFaultPoint(tx, 'collection accepted', collectionId);
    return taken!;
  }

  private async takeRefund(tx: Transaction, collectionId: string, psuId: string): Promise<CollectionRow | undefined> {
    const collection = await tx.row(collectionById, collectionId);
    const mandate = collection && (await lockedAnyMandate(tx, collection.resourceId));
    if (!mandate || !refundable(mandate.request.mandateType, collection!, this.clock.today())) return undefined;
    if (!(await tx.row(askRefund, collectionId, psuId, this.clock.now()))) return undefined;
    await this.jobs.add(tx, refund, { collectionId }, { after: new Date(Date.now() + laterMs) });
    await this.audit.record(tx, { operation: 'refundCollection', clientId: mandate.clientId, psuId, subject: collectionId });
    markFaultPoint(tx, 'refund accepted', collectionId);
    return tx.row(collectionById, collectionId);
  }

  private later(kind: typeof book, { collectionId, again }: Required<CollectionJob>): Promise<void> {
    return this.database.transaction((tx) =>
      this.jobs.add(tx, kind, { collectionId, again: again + 1 }, { after: new Date(Date.now() + askAgainMs(again)) }),
    );
  }

  /** Has ais-pis book the collection and stores its decision, which is the same however often it is requested. Returns false where there is none yet. */
  private async book(collection: CollectionRow): Promise<boolean> {
    if (collection.state !== 'accepted') return true;
    const { collectionId, resourceId } = collection;
    const mandate = (await this.database.row(mandateById, resourceId))!;
    const decision = (await withoutDatabase(() =>
      this.calls.call('ais-pis', collectionsContracts.bookCollection, {
        params: { collectionId },
        body: toBook(mandate, collection),
      }),
    ))!;
    if (decision.state === 'instructed') return false;
    await this.database.transaction((tx) => this.decide(tx, collection, decision));
    return true;
  }

  private async decide(
    tx: Transaction,
    { collectionId, resourceId }: CollectionRow,
    decision: Exclude<BookingDecision, { state: 'instructed' }>,
  ): Promise<void> {
    const { request, mandateStatus } = (await lockedAnyMandate(tx, resourceId))!;
    const decided = await this.stateMachine.move(tx, collectionId, 'accepted', decision.state, decision);
    markFaultPoint(tx, 'collection decided', collectionId);
    if (!decided || decision.state !== 'booked') return;
    await tx.rows(collectedOn, resourceId, decision.bookedOn);
    // A one-off mandate ends with its collection.
    if (request.occurrences.sequenceType === 'OOFF' && (mandateStatus === 'ACTV' || mandateStatus === 'SUSP'))
      await this.mandateStateMachine.move(tx, resourceId, mandateStatus, 'EXPI', reasons.expired);
  }

  /** Returns false where the core, which keeps the books, has not answered yet. */
  private async giveBack({ collectionId, refundedOn, refundAskedAt }: CollectionRow): Promise<boolean> {
    if (refundedOn !== null || refundAskedAt === null) return true;
    const answer = (await withoutDatabase(() =>
      this.calls.call('ais-pis', collectionsContracts.refundCollection, { params: { collectionId } }),
    ))!;
    if (!('refundedOn' in answer)) return false;
    await this.database.transaction(async (tx) => {
      await tx.rows(noteRefund, collectionId, answer.refundedOn);
      markFaultPoint(tx, 'refund noted', collectionId);
    });
    return true;
  }

  /** If ais-pis does not answer now, a job tries again until it does. */
  private async attemptNow(taken: CollectionRow, attempt: () => Promise<boolean>): Promise<CollectionRow> {
    await attempt().catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.status !== 503) throw error;
    });
    return (await this.database.row(collectionById, taken.collectionId))!;
  }

  private collectable(mandate: MandateRow): Collectable {
    const { request, suspendedBy, dateOfSignature, debtorAccount } = mandate;
    const { mandateStatus: status } = stateAt(mandate, this.clock.now(), this.clock.today());
    const { currency } = request.collectionAmount ?? request.maximumAmount ?? debtorAccount ?? {};
    return { request, status, suspendedBy, dateOfSignature, currency };
  }
}

function same(before: CollectionRow, resourceId: string, amount: Amount): CollectionRow {
  if (before.resourceId === resourceId && Money.parse(before).equals(Money.parse(amount))) return before;
  throw new Refusal([{ code: 'STATUS_INVALID', path: '/collectionId', text: 'Another collection has this id.' }]);
}

/** The texts for the debtor's account statement, and the payee. */
function toBook(
  { request, debtorAccountId, approvers }: MandateRow,
  { currency, amount, endToEndId, remittance }: CollectionRow,
): Unchanged<CollectionToBook> {
  return omitNullish({
    accountId: debtorAccountId,
    approvers,
    amount: { currency, amount },
    scheme: request.mandateType.localInstrumentCode,
    mandateId: request.mandateId,
    creditorId: request.creditorSchemeIdentification,
    creditorName: request.creditor.name,
    creditorAccount: request.creditorAccount,
    creditorAgent: request.creditorAgent,
    ultimateCreditor: request.ultimateCreditor?.name,
    debtorName: request.debtor.name,
    ultimateDebtor: request.ultimateDebtor?.name,
    endToEndId,
    remittance,
  });
}

export const collectionState = ({
  collectionId,
  resourceId,
  currency,
  amount,
  state,
  presentedOn,
  reason,
  bookedOn,
  refundAskedAt,
  refundedOn,
}: CollectionRow): CollectionState =>
  omitNullish({
    collectionId,
    resourceId,
    amount: { currency, amount },
    state,
    presentedOn,
    reason,
    text: reason && returns[reason],
    bookedOn,
    refundAsked: refundAskedAt ? true : null,
    refundedOn,
  }) as unknown as CollectionState;
