import { Injectable } from '@nestjs/common';
import { permissionNotGranted, type CustomerPrincipal, type KeysetPage, keysetPage, type PageLinks, permits } from '@open-banking/access';
import { BankClock, Cursors, Database } from '@open-banking/database';
import { JsonText, jsonText, periodOf } from '@open-banking/http';
import { linksTo, Refusal } from '@open-banking/messages';
import { CardsService } from '../cards/cards.service.js';
import type { CardTransactions, CardTransactionsQuery } from './transactions.messages.js';
import { firstDay, valueDatesOf } from './transactions.query.js';
import {
  bookedPage,
  bookedTexts,
  pendingTransactions,
  type BookedParameters,
  type CardPage,
  type PageOfCard,
} from './transactions.statements.js';

export const transactionsPath = (cardId: string): string => `/v1.7/cards/${cardId}/transactions`;

type ByDay = KeysetPage<[date: string, reference: string], [from: string, to: string]>;

interface Report extends PageLinks {
  readonly card?: Pick<CardPage, 'card'>;
  readonly booked?: JsonText;
  readonly pending?: JsonText;
}

@Injectable()
export class TransactionsService {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
    private readonly clock: BankClock,
    private readonly cards: CardsService,
  ) {}

  async list(principal: CustomerPrincipal, cardId: string, query: CardTransactionsQuery): Promise<JsonText<CardTransactions>> {
    const withBalances = query.withBalance === 'true';
    if (withBalances && !permits(principal, 'balances', cardId)) throw permissionNotGranted('balances', 'withBalance');
    const { card, first, next, booked, pending } = await this.report(principal, cardId, query);
    if (!card) throw new Refusal('RESOURCE_UNKNOWN', { cardId });
    return jsonText({
      card: new JsonText(card.card),
      cardTransactions: { booked, pending, _links: linksTo({ card: `/v1.7/cards/${cardId}`, first, next }) },
      balances: withBalances ? (await this.cards.balances(principal, cardId)).balances : undefined,
    });
  }

  /** A page of a list that begins with the newest transaction. */
  page(principal: CustomerPrincipal, cardId: string, query: CardTransactionsQuery): ByDay {
    const today = this.clock.today();
    const { from, to } = periodOf(query, today, firstDay(query, today));
    return keysetPage(this.cursors, principal, transactionsPath(cardId), query, [from!, to]);
  }

  /** The requested lists. Pending transactions change by the minute, so only the first page has them and no later page repeats one. */
  private async report(principal: CustomerPrincipal, cardId: string, query: CardTransactionsQuery): Promise<Report> {
    const { bookingStatus = 'booked', cursor } = query;
    const page = this.page(principal, cardId, query);
    if (bookingStatus === 'booked' || cursor !== undefined) return this.booked(principal, cardId, query, page);
    const card = await this.database.row(pendingTransactions, principal.psuId, principal.granted, cardId, this.clock.today());
    const first = page.links(0, ['', '']);
    if (bookingStatus === 'information') return { ...first, card };
    const pending = listOf(card);
    return bookingStatus === 'pending' ? { ...first, card, pending } : { ...(await this.booked(principal, cardId, query, page)), pending };
  }

  private async booked(principal: CustomerPrincipal, cardId: string, query: CardTransactionsQuery, page: ByDay): Promise<Report> {
    const [afterDate = null, afterReference = null] = page.after ?? [];
    const { card, booked } = await this.bookedPage([
      principal.psuId,
      principal.granted,
      cardId,
      ...page.fixed,
      afterDate,
      afterReference,
      page.take,
      ...valueDatesOf(query),
    ]);
    const { found = 0, lastDate, lastReference } = card ?? {};
    return { card, booked, ...page.links(found, [String(lastDate ?? ''), String(lastReference ?? '')]) };
  }

  /** From texts, where all are there: they follow what is loaded by seconds. */
  private async bookedPage(asked: BookedParameters): Promise<{ readonly card?: PageOfCard; readonly booked?: JsonText }> {
    const card = await this.database.row(bookedTexts, ...asked);
    if (!card) return {};
    if (card.members !== null) return { card, booked: listOfTexts(card.found, card.members) };
    const written = await this.database.row(bookedPage, ...asked);
    return { card: written, booked: listOf(written) };
  }
}

/** A list without transactions is an empty array. */
const listOf = (card: CardPage | undefined): JsonText => new JsonText('[', card?.transactions ?? '', ']');

const listOfTexts = (found: number, members: Buffer): JsonText => (found === 0 ? listOf(undefined) : new JsonText('[{', members, '}]'));
