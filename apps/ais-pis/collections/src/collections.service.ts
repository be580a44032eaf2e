import { Injectable } from '@nestjs/common';
import { AuditService } from '@open-banking/commands';
import {
  type BookingDecision,
  type CollectionRefund,
  collectionsContracts,
  CollectionToBook,
  type InternalRequest,
  ServesInternal,
} from '@open-banking/contracts';
import { BankClock, Database, markFaultPoint, type Transaction } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { LedgerSettings, LedgerService, type Posted } from '@open-banking/ais-pis-ledger';
import { CollectionChecksService, type Checked } from './collection-checks.service.js';
import type { BookingReturn } from './collections.messages.js';
import { findCollection, insertCollection, lockCollection, noteRefund, type CollectionRow } from './collections.statements.js';
import { earlierDecision } from './decision.js';
import { InstructedCollectionsService } from './instructed-collections.service.js';
import { collectionLegs, refundByBank } from './direct-debit.js';

const refunded = { bankTransactionCode: 'PMNT-RDDT-UPDD', proprietaryBankTransactionCode: 'REFUND' };

/** Books and refunds collections, once per id, however often the mandates service repeats the request. */
@Injectable()
export class CollectionsService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly ledger: LedgerService,
    private readonly audit: AuditService,
    private readonly ledgerSettings: LedgerSettings,
    private readonly checks: CollectionChecksService,
    private readonly instructed: InstructedCollectionsService,
  ) {}

  @ServesInternal(collectionsContracts.bookCollection)
  async book({ params: { collectionId = '' }, body }: InternalRequest<CollectionToBook>): Promise<BookingDecision> {
    if (this.ledgerSettings.ledger === 'core') return this.instructed.book(collectionId, body);
    return this.database.transaction(async (tx) => {
      await tx.rows(lockCollection, collectionId);
      const before = await tx.row(findCollection, collectionId);
      if (before) return earlierDecision(before, body);
      const decision = await this.decide(tx, collectionId, body);
      await this.audit.record(tx, { operation: 'bookCollection', subject: collectionId });
      markFaultPoint(tx, 'collection booked', collectionId);
      return decision;
    });
  }

  @ServesInternal(collectionsContracts.refundCollection)
  async refund({ params: { collectionId = '' } }: InternalRequest): Promise<CollectionRefund> {
    if (this.ledgerSettings.ledger === 'core') return this.instructed.refund(collectionId);
    const refundedOn = await this.database.transaction(async (tx) => {
      await tx.rows(lockCollection, collectionId);
      const collection = await tx.row(findCollection, collectionId);
      if (!collection?.postingId) throw new Refusal('STATUS_INVALID', { collectionId });
      if (collection.refundedOn !== null) return collection.refundedOn;
      const today = this.clock.today();
      await tx.rows(noteRefund, collectionId, await this.bookRefund(tx, collectionId, collection, collection.postingId), today);
      await this.audit.record(tx, { operation: 'refundCollection', subject: collectionId });
      markFaultPoint(tx, 'collection refunded', collectionId);
      return today;
    });
    return { refundedOn };
  }

  private async decide(tx: Transaction, collectionId: string, request: CollectionToBook): Promise<BookingDecision> {
    const {
      accountId,
      amount: { amount, currency },
      mandateId,
      creditorId,
    } = request;
    const checked = await this.checks.check(tx, request);
    const posted = 'reason' in checked ? checked : await this.post(tx, collectionId, request, checked);
    const today = this.clock.today();
    const booked = 'postingId' in posted;
    await tx.rows(
      insertCollection,
      collectionId,
      accountId,
      currency,
      amount,
      mandateId,
      creditorId,
      booked ? posted.postingId : null,
      booked ? today : null,
      booked ? null : posted.reason,
      this.clock.now(),
    );
    return booked ? { state: 'booked', bookedOn: today } : { state: 'returned', reason: posted.reason };
  }

  private async post(
    tx: Transaction,
    subject: string,
    request: CollectionToBook,
    { debtor, creditor }: Exclude<Checked, { reason: BookingReturn }>,
  ): Promise<{ postingId: string } | { reason: BookingReturn }> {
    const posted = await this.ledger.post(tx, { kind: 'COLLECTION', subject, legs: collectionLegs(request, debtor, creditor) });
    if (!('refused' in posted)) return posted;
    // The reason must not reveal anything about the creditor's account.
    return { reason: posted.accountId === debtor.accountId ? posted.refused : 'MS03' };
  }

  /**
   * Refunds by reversing the posting or, if the creditor lacks the funds, from the bank's own money. Closed and blocked accounts
   * accept the refund too, so no refund waits forever.
   */
  private async bookRefund(
    tx: Transaction,
    subject: string,
    { accountId, currency, amount }: CollectionRow,
    postingId: string,
  ): Promise<string> {
    const reversal = await this.ledger.reverse(tx, postingId, 'COLLECTION_REFUNDED', subject, refunded);
    const done: Posted = 'refused' in reversal ? await this.byBank(tx, subject, { accountId, currency, amount }) : reversal;
    if ('refused' in done) throw new Error(`Collection ${subject} cannot be refunded: ${done.refused}`);
    return done.postingId;
  }

  private async byBank(
    tx: Transaction,
    subject: string,
    collection: Pick<CollectionRow, 'accountId' | 'currency' | 'amount'>,
  ): Promise<Posted> {
    const { valueDate } = (await this.ledger.find(tx, subject, 'COLLECTION'))!;
    return this.ledger.post(tx, {
      kind: 'COLLECTION_REFUNDED',
      subject,
      returnsFunds: true,
      legs: refundByBank(collection, refunded, valueDate),
    });
  }
}
