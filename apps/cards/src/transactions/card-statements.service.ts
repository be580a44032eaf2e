import { Injectable } from '@nestjs/common';
import {
  keysetPage,
  pageOrder,
  permissionNotGranted,
  permits,
  statementBounds,
  statementNeedsBalances,
  type CustomerPrincipal,
  type EndOfList,
  type KeysetPage,
  type StatementPage,
} from '@open-banking/access';
import { BankClock, Cursors, Database } from '@open-banking/database';
import { type Answer, JsonText, periodOf, type StatementFormat } from '@open-banking/http';
import { pendingLeftOut, statementPage } from '@open-banking/statements';
import { Refusal } from '@open-banking/messages';
import { CardsService } from '../cards/cards.service.js';
import { bookedOldestFirst, cardFrame } from './card-statement-pages.statements.js';
import { cardStatement, cardTable } from './card-statement.js';
import type { CardTransaction, CardTransactions, CardTransactionsQuery } from './transactions.messages.js';
import { firstDay, valueDatesOf } from './transactions.query.js';
import { transactionsPath, TransactionsService } from './transactions.service.js';
import { pendingTransactions } from './transactions.statements.js';

/** A page of a list for a statement. */
interface ListForStatement {
  readonly lists: Pick<CardTransactions['cardTransactions'], 'booked' | 'pending'>;
  readonly next: string | undefined;
  readonly page: Pick<KeysetPage<string[]>, 'began' | 'number' | 'order'> & {
    readonly fixed: readonly [from: string, to: string, ...string[]];
  };
  readonly frame?: EndOfList | undefined;
}

/** Lists transactions of cards: as JSON and as tables the newest first, as statements in camt.053 the oldest. */
@Injectable()
export class CardStatementsService {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
    private readonly clock: BankClock,
    private readonly cards: CardsService,
    private readonly transactions: TransactionsService,
  ) {}

  list(principal: CustomerPrincipal, cardId: string, query: CardTransactionsQuery): Promise<JsonText<CardTransactions> | Answer<Buffer>> {
    return principal.format ? this.page(principal.format, principal, cardId, query) : this.transactions.list(principal, cardId, query);
  }

  /** Says what the list in JSON says to this principal, and for camt.053 the balances of now: a card has no running balance. */
  private async page(
    format: StatementFormat,
    principal: CustomerPrincipal,
    cardId: string,
    query: CardTransactionsQuery,
  ): Promise<Answer<Buffer>> {
    const { lists, next, page, frame } = await (pageOrder(this.cursors, principal, transactionsPath(cardId), query) === 'oldestFirst'
      ? this.oldestFirst(principal, cardId, query)
      : this.newestFirst(principal, cardId, query));
    if (format === 'text/csv') return statementPage(format, await cardTable(lists, principal.csv), next, undefined, principal.csv);
    if (!permits(principal, 'balances', cardId)) throw statementNeedsBalances();
    const [from, to] = page.fixed;
    const text = await cardStatement({
      of: [`/v1.7/cards/${cardId}`, principal.consent.id, query.bookingStatus ?? 'booked', ...valueDatesOf(query)],
      createdAt: page.began,
      timeZone: this.clock.timeZone,
      page: page.number,
      isLast: next === undefined,
      from: from === '-infinity' ? undefined : from,
      to,
      today: this.clock.today(),
      lists,
      card: (await this.cards.one(principal, cardId, {})).card,
      balances: (await this.cards.balances(principal, cardId)).balances,
      pendingLeftOut: pendingLeftOut(query.bookingStatus, frame),
    });
    return statementPage(format, text, next);
  }

  private async newestFirst(principal: CustomerPrincipal, cardId: string, query: CardTransactionsQuery): Promise<ListForStatement> {
    const { cardTransactions } = (await this.transactions.list(principal, cardId, query)).toJSON() as CardTransactions;
    const page = this.transactions.page(principal, cardId, query);
    return { lists: cardTransactions, next: cardTransactions._links.next?.href, page };
  }

  /** Booked transactions; pending ones where only those are asked for. */
  private async oldestFirst(principal: CustomerPrincipal, cardId: string, query: CardTransactionsQuery): Promise<ListForStatement> {
    const { withBalance, bookingStatus } = query;
    if (withBalance === 'true' && !permits(principal, 'balances', cardId)) throw permissionNotGranted('balances', 'withBalance');
    const today = this.clock.today();
    const { from = today, to } = periodOf(query, today, firstDay(query, today));
    const frame = query.cursor === undefined ? await this.frame(principal, cardId, to, today) : undefined;
    const page: StatementPage = keysetPage(this.cursors, principal, transactionsPath(cardId), query, statementBounds(from, to, frame));
    if (bookingStatus === 'information') return { lists: {}, next: undefined, page };
    if (bookingStatus === 'pending') return { lists: { pending: await this.pending(principal, cardId, today) }, next: undefined, page };
    return { ...(await this.booked(principal, cardId, query, page)), page, frame };
  }

  private async booked(
    { psuId, granted }: CustomerPrincipal,
    cardId: string,
    query: CardTransactionsQuery,
    page: StatementPage,
  ): Promise<Pick<ListForStatement, 'lists' | 'next'>> {
    const [from, , ...end] = page.fixed;
    const place = page.after ?? ([from, ''] as const);
    const found = await this.database.row(bookedOldestFirst, psuId, granted, cardId, ...place, ...end, page.take, ...valueDatesOf(query));
    if (!found) throw new Refusal('RESOURCE_UNKNOWN', { cardId });
    const { next } = page.links(found.found, [String(found.lastDate ?? ''), String(found.lastReference ?? '')]);
    return { lists: { booked: transactionsIn(found.transactions) }, next };
  }

  private async pending({ psuId, granted }: CustomerPrincipal, cardId: string, today: string): Promise<CardTransaction[]> {
    const found = await this.database.row(pendingTransactions, psuId, granted, cardId, today);
    return transactionsIn(found?.transactions).toReversed();
  }

  private async frame({ psuId, granted }: CustomerPrincipal, cardId: string, to: string, today: string): Promise<EndOfList> {
    const frame = await this.database.row(cardFrame, psuId, granted, cardId, to, today);
    if (!frame) throw new Refusal('RESOURCE_UNKNOWN', { cardId });
    return frame;
  }
}

/** JSON objects with commas between them. */
const transactionsIn = (members: Buffer | undefined): CardTransaction[] =>
  new JsonText('[', members ?? '', ']').toJSON() as CardTransaction[];
