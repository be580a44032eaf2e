import { Injectable } from '@nestjs/common';
import { permissionNotGranted, type CustomerReader, type KeysetPage, keysetPage, permits } from '@open-banking/access';
import { BankClock, Cursors, Database } from '@open-banking/database';
import { periodOf } from '@open-banking/http';
import { omitNullish, linksTo, Refusal } from '@open-banking/messages';
import { CardsService } from '../cards/cards.service.js';
import type { CardTransaction, CardTransactions, CardTransactionsQuery } from './transactions.messages.js';
import { firstDay, valueDatesOf } from './transactions.query.js';
import { bookedTransactions, pendingTransactions, type CardWithTransaction, type TransactionRow } from './transactions.statements.js';

type ByDay = KeysetPage<[date: string, reference: string], [from: string, to: string]>;

interface Report {
  readonly rows: readonly CardWithTransaction[];
  readonly first: string;
  readonly next?: string;
  readonly booked?: CardTransaction[];
  readonly pending?: CardTransaction[];
}

@Injectable()
export class TransactionsService {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
    private readonly clock: BankClock,
    private readonly cards: CardsService,
  ) {}

  async list(reader: CustomerReader, cardId: string, query: CardTransactionsQuery): Promise<CardTransactions> {
    const withBalances = query.withBalance === 'true';
    if (withBalances && !permits(reader, 'balances', cardId)) throw permissionNotGranted('balances', 'withBalance');
    const {
      rows: [card],
      first,
      next,
      booked,
      pending,
    } = await this.report(reader, cardId, query);
    if (!card) throw new Refusal('RESOURCE_UNKNOWN', { cardId });
    return {
      card: { maskedPan: card.maskedPan, currency: card.currency },
      cardTransactions: omitNullish({
        booked,
        pending,
        _links: linksTo({ card: `/v1.7/cards/${cardId}`, first, next }),
      }) as CardTransactions['cardTransactions'],
      ...(withBalances && { balances: (await this.cards.balances(reader, cardId)).balances }),
    };
  }

  /** The requested lists. Pending transactions change by the minute, so only the first page has them and no later page repeats one. */
  private async report(reader: CustomerReader, cardId: string, query: CardTransactionsQuery): Promise<Report> {
    const { bookingStatus = 'booked', cursor } = query;
    const page = this.page(reader, cardId, query);
    if (bookingStatus === 'booked' || cursor !== undefined) return this.booked(reader, cardId, query, page);
    const rows = await this.database.rows(pendingTransactions, reader.psuId, reader.granted, cardId, this.clock.today());
    const first = page.show([], () => ['', '']);
    if (bookingStatus === 'information') return { ...first, rows };
    if (bookingStatus === 'pending') return { ...first, rows, pending: transactionsIn(rows) };
    return { ...(await this.booked(reader, cardId, query, page)), pending: transactionsIn(rows) };
  }

  private async booked(reader: CustomerReader, cardId: string, query: CardTransactionsQuery, page: ByDay): Promise<Report> {
    const found = await this.database.rows(
      bookedTransactions,
      reader.psuId,
      reader.granted,
      cardId,
      ...page.fixed,
      page.after?.[0] ?? null,
      page.after?.[1] ?? null,
      page.take,
      ...valueDatesOf(query),
    );
    const shown = page.show(found, (row) => [row.bookingDate!, row.entryReference!]);
    return { ...shown, booked: transactionsIn(shown.rows) };
  }

  private page(reader: CustomerReader, cardId: string, query: CardTransactionsQuery): ByDay {
    const today = this.clock.today();
    const { from, to } = periodOf(query, today, firstDay(query, today));
    return keysetPage(this.cursors, reader, `/v1.7/cards/${cardId}/transactions`, query, [from!, to]);
  }
}

const transactionsIn = (rows: readonly CardWithTransaction[]): CardTransaction[] =>
  rows.filter((row): row is CardWithTransaction & TransactionRow => row.entryReference !== null).map(toTransaction);

function toTransaction(row: CardWithTransaction & TransactionRow): CardTransaction {
  const { currency } = row;
  const inCard = (amount: string | null) => (amount === null ? null : { currency, amount });
  return omitNullish({
    transactionId: row.transactionId,
    cardTransactionId: row.transactionId,
    terminalId: row.terminalId,
    transactionDate: row.transactionDate,
    acceptorTransactionDateTime: row.acceptedAt.toISOString(),
    bookingDate: row.bookingDate,
    valueDate: row.valueDate,
    transactionAmount: { currency, amount: row.amount },
    grandTotalAmount: inCard(row.grandTotalAmount),
    currencyExchange: row.currencyExchange,
    originalAmount:
      row.originalAmount === null || row.originalCurrency === null ? null : { currency: row.originalCurrency, amount: row.originalAmount },
    markupFee: inCard(row.markupFee),
    markupFeePercentage: row.markupFeePercentage,
    cardAcceptorId: row.cardAcceptorId,
    cardAcceptorName: row.cardAcceptorName,
    cardAcceptorAddress:
      row.country === null
        ? null
        : omitNullish({
            streetName: row.street,
            buildingNumber: row.building,
            townName: row.town,
            postCode: row.postCode,
            country: row.country,
          }),
    cardAcceptorPhone: row.cardAcceptorPhone,
    merchantCategoryCode: row.merchantCategoryCode,
    maskedPAN: row.maskedPan,
    transactionDetails: row.transactionDetails,
    invoiced: row.statementNumber !== null,
    proprietaryBankTransactionCode: row.code,
  }) as CardTransaction;
}
