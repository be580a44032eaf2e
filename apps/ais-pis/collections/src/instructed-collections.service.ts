import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AuditService } from '@open-banking/commands';
import type { BookingDecision, CollectionRefund, CollectionToBook } from '@open-banking/contracts';
import { BankClock, Database, markFaultPoint, type Transaction } from '@open-banking/database';
import { Money, Refusal } from '@open-banking/messages';
import {
  refundTransactionIdOf,
  transactionIdOf,
  type BookingKind,
  type BookingRow,
  BookingOutboxService,
  CoreBankingSettings,
  LedgerService,
} from '@open-banking/ais-pis-ledger';
import { CollectionChecksService } from './collection-checks.service.js';
import type { BookingReturn } from './collections.messages.js';
import { findCollection, insertCollection, lockCollection } from './collections.statements.js';
import { earlierDecision } from './decision.js';
import { debitFacts } from './direct-debit.js';

const waitMs = 1_000;
const lookMs = 100;

/**
 * Collections where the core keeps the books: reserved here, instructed in the same transaction, and decided by the core's answer. What is
 * refused here (no account, no funds) the core does not hear of.
 */
@Injectable()
export class InstructedCollectionsService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly ledger: LedgerService,
    private readonly outbox: BookingOutboxService,
    private readonly audit: AuditService,
    private readonly checks: CollectionChecksService,
    private readonly settings: CoreBankingSettings,
  ) {}

  /** A core that is told at once has usually answered a moment later. */
  async book(collectionId: string, request: CollectionToBook): Promise<BookingDecision> {
    for (const until = performance.now() + (this.settings.coreUrl === undefined ? 0 : waitMs); ; await pause(lookMs)) {
      const decision = await this.decided(collectionId, request);
      if (decision.state !== 'instructed' || performance.now() >= until) return decision;
    }
  }

  private decided(collectionId: string, request: CollectionToBook): Promise<BookingDecision> {
    return this.database.transaction(async (tx) => {
      await tx.rows(lockCollection, collectionId);
      const returned = await tx.row(findCollection, collectionId);
      if (returned) return earlierDecision(returned, request);
      const instructed = await this.outbox.find(tx, collectionId, 'collection');
      if (instructed) return answeredDecision(instructed, request);
      const decision = await this.decide(tx, collectionId, request);
      await this.audit.record(tx, { operation: 'bookCollection', subject: collectionId });
      markFaultPoint(tx, 'collection instructed', collectionId);
      return decision;
    });
  }

  refund(collectionId: string): Promise<CollectionRefund> {
    return this.database.transaction(async (tx) => {
      await tx.rows(lockCollection, collectionId);
      const before = await this.outbox.find(tx, collectionId, 'refund');
      if (before) return before.answeredOn === null ? { state: 'instructed' } : { refundedOn: before.answeredOn };
      const booked = await this.booked(tx, collectionId);
      if (!booked) throw new Refusal('STATUS_INVALID', { collectionId });
      if ('refundedOn' in booked) return booked;
      await this.instruct(tx, 'refund', collectionId, booked.account, {
        ...booked.texts,
        transactionId: refundTransactionIdOf(collectionId),
      });
      await this.audit.record(tx, { operation: 'refundCollection', subject: collectionId });
      return { state: 'instructed' };
    });
  }

  /** What there is to give back: booked by the core, or here before it kept the books, and then perhaps given back. */
  private async booked(tx: Transaction, collectionId: string): Promise<BookedCollection | { readonly refundedOn: string } | undefined> {
    const instructed = await this.outbox.find(tx, collectionId, 'collection');
    if (instructed?.state === 'ACCEPTED') return { account: collectionAccount(instructed), texts: instructed.message };
    const own = await tx.row(findCollection, collectionId);
    if (!own?.postingId) return undefined;
    return own.refundedOn === null ? { account: collectionAccount(own), texts: {} } : { refundedOn: own.refundedOn };
  }

  private async decide(tx: Transaction, collectionId: string, request: CollectionToBook): Promise<BookingDecision> {
    const { accountId, amount, approvers: _, ...texts } = request;
    const reason = await this.refused(tx, collectionId, request);
    if (reason === undefined) {
      await this.instruct(tx, 'collection', collectionId, request, { ...texts, transactionId: transactionIdOf(collectionId) });
      return { state: 'instructed' };
    }
    await tx.rows(
      insertCollection,
      collectionId,
      accountId,
      amount.currency,
      amount.amount,
      request.mandateId,
      request.creditorId,
      null,
      null,
      reason,
      this.clock.now(),
    );
    return { state: 'returned', reason };
  }

  /** Reserves the amount, unless the collection is returned at once. */
  private async refused(tx: Transaction, subject: string, request: CollectionToBook): Promise<BookingReturn | undefined> {
    const { accountId, amount } = request;
    const checked = await this.checks.check(tx, request);
    if ('reason' in checked) return checked.reason;
    const reservation = {
      subject,
      accountId,
      amount: Money.parse(amount),
      facts: debitFacts(request, checked.debtor),
      transactionId: transactionIdOf(subject),
    };
    return (await this.ledger.reserve(tx, reservation))?.refused;
  }

  private instruct(
    tx: Transaction,
    kind: BookingKind,
    subject: string,
    { accountId, amount: { currency, amount } }: Pick<CollectionToBook, 'accountId' | 'amount'>,
    message: object,
  ): Promise<void> {
    return this.outbox.instruct(tx, [{ kind, subject, accountId, currency, amount, message }]);
  }
}

interface BookedCollection {
  readonly account: Pick<CollectionToBook, 'accountId' | 'amount'>;
  readonly texts: object;
}

const collectionAccount = ({
  accountId,
  currency,
  amount,
}: Pick<BookingRow, 'accountId' | 'currency' | 'amount'>): BookedCollection['account'] => ({
  accountId,
  amount: { currency, amount },
});

/** What the core has answered, as far as it has. Throws if a different collection has the same id. */
function answeredDecision(
  { accountId, currency, amount, state, reason, answeredOn }: BookingRow,
  request: CollectionToBook,
): BookingDecision {
  if (accountId !== request.accountId || !Money.of(currency, amount).equals(Money.parse(request.amount)))
    throw new Refusal('STATUS_INVALID', { accountId });
  if (state === 'INSTRUCTED') return { state: 'instructed' };
  return state === 'ACCEPTED' ? { state: 'booked', bookedOn: answeredOn! } : { state: 'returned', reason: reason as BookingReturn };
}
