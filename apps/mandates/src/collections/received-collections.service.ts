import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { AuditService } from '@open-banking/commands';
import { type CollectionState, type InternalRequest, ReceivedCollection, ServesInternal, mandatesContracts } from '@open-banking/contracts';
import { BankClock, Database, type Transaction, markFaultPoint } from '@open-banking/database';
import { erasedText } from '@open-banking/erasure';
import { Money, Refusal } from '@open-banking/messages';
import { mandatesInternal } from '@open-banking/spec';
import { comparableNumber, isSameNumber, type NumberedMandate } from '../mandates/mandate-number.js';
import { stateAt } from '../mandates/mandate.js';
import { mandateById, type MandateRow } from '../mandates/mandates.statements.js';
import { returns, type ReturnReason } from './collection.js';
import { CollectionsService } from './collections.service.js';
import { collectionById, type CollectionRow } from './collections.statements.js';
import { isSameAccount, matchOf } from './matching.js';
import {
  insertUnmatched,
  lockReceivedCollection,
  mandatesByNumber,
  unmatchedCollection,
  type UnmatchedRow,
} from './received-collections.statements.js';

/** A collection without a matching mandate has no resourceId. */
type Received = Omit<CollectionState, 'resourceId'> & { readonly resourceId?: string };

/** Collections presented by creditors' banks, which are matched to a mandate by the creditor's identifiers and the debtor's account. */
@Injectable()
export class ReceivedCollectionsService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly collections: CollectionsService,
    private readonly audit: AuditService,
  ) {}

  /** Idempotent by collection id, also for a returned collection: a copy gets the outcome of the first. */
  @ServesInternal(mandatesContracts.receiveCollection)
  async receive({ operator = '', params: { collectionId = '' }, body }: InternalRequest<ReceivedCollection>): Promise<Received> {
    if (!/[1-9]/.test(body.amount.amount))
      throw new Refusal([{ code: 'FORMAT_ERROR', path: '/amount/amount', text: 'The amount must be more than zero.' }]);
    const taken = await this.database.transaction((tx) => this.take(tx, collectionId, body, operator));
    return 'message' in taken ? stateOfUnmatched(taken) : this.collections.settled(taken);
  }

  private async take(
    tx: Transaction,
    collectionId: string,
    body: ReceivedCollection,
    operator: string,
  ): Promise<CollectionRow | UnmatchedRow> {
    await tx.rows(lockReceivedCollection, collectionId);
    const before = await tx.row(unmatchedCollection, collectionId);
    if (before) return same(before, body);
    const known = await tx.row(collectionById, collectionId);
    if (known) return this.sameMatched(tx, known, body);
    const found = await this.matched(tx, body);
    if (typeof found !== 'string' && found.request.mandateType.localInstrumentCode === body.scheme) {
      const { amount, endToEndId, remittance } = body;
      return this.collections.take(
        tx,
        found.resourceId,
        { collectionId, amount, ...(endToEndId !== undefined && { endToEndId }), ...(remittance !== undefined && { remittance }) },
        { operation: mandatesInternal.receiveCollection.id, operator },
      );
    }
    const reason: ReturnReason = typeof found === 'string' ? found : 'AG02';
    const unmatched = (await tx.row(
      insertUnmatched,
      collectionId,
      JSON.stringify(body),
      reason,
      this.clock.today(),
      operator,
      this.clock.now(),
    ))!;
    await this.audit.record(tx, { operation: mandatesInternal.receiveCollection.id, operator, subject: collectionId });
    markFaultPoint(tx, 'collection returned', collectionId);
    return unmatched;
  }

  /** A copy is one by its mandate as it is stored, whatever has become of the mandate since and whichever has its number now. */
  private async sameMatched(tx: Transaction, known: CollectionRow, body: ReceivedCollection): Promise<CollectionRow> {
    const { request, debtorAccount } = (await tx.row(mandateById, known.resourceId))!;
    const isSame =
      isSameNumber(request, numberIn(body)) &&
      request.mandateType.localInstrumentCode === body.scheme &&
      Money.parse(known).equals(Money.parse(body.amount)) &&
      isSameDebtor(debtorAccount?.iban, body) &&
      (body.creditorAccount === undefined || isSameAccount(request.creditorAccount, body.creditorAccount));
    if (isSame) return known;
    throw anotherCollection();
  }

  private async matched(tx: Transaction, body: ReceivedCollection): Promise<MandateRow | ReturnReason> {
    const rows = await tx.rows(mandatesByNumber, ...comparableNumber(numberIn(body)), body.debtorAccount.iban);
    const [now, today] = [this.clock.now(), this.clock.today()];
    return matchOf(
      rows.map((row) => ({ ...row, status: stateAt(row, now, today).mandateStatus })),
      body.creditorAccount,
    );
  }
}

const numberIn = ({ creditorId, mandateId }: ReceivedCollection): NumberedMandate => ({
  creditorSchemeIdentification: creditorId,
  mandateId,
});

const comparable = ({ creditorId, mandateId, ...body }: ReceivedCollection): object => ({
  ...body,
  number: comparableNumber({ creditorSchemeIdentification: creditorId, mandateId }),
});

/** Of an erased customer the number is not known any more. */
const isSameDebtor = (iban: string | undefined, { debtorAccount }: ReceivedCollection): boolean =>
  iban === undefined || iban.startsWith(erasedText) || iban === debtorAccount.iban;

function same(before: UnmatchedRow, body: ReceivedCollection): UnmatchedRow {
  if (isDeepStrictEqual(comparable(before.message), comparable(body))) return before;
  throw anotherCollection();
}

const anotherCollection = (): Refusal =>
  new Refusal([{ code: 'STATUS_INVALID', path: '/collectionId', text: 'Another collection has this id.' }]);

const stateOfUnmatched = ({ collectionId, message: { amount }, reason, presentedOn }: UnmatchedRow): Received => ({
  collectionId,
  amount,
  state: 'returned',
  presentedOn,
  reason,
  text: returns[reason],
});
