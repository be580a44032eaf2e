import { Controller, Param, Query } from '@nestjs/common';
import { CurrentPrincipal, type CustomerPrincipal } from '@open-banking/access';
import { Serves } from '@open-banking/http';
import { cards, type ParamsOf } from '@open-banking/spec';
import { CardBalances, cardBalancesFaults, CardBalancesQuery, CardDetails, CardList, WithBalance } from './cards.messages.js';
import { CardsService } from './cards.service.js';

type OneCard = ParamsOf<typeof cards.readCard.path>;

@Controller()
export class CardsController {
  constructor(private readonly cards: CardsService) {}

  @Serves(cards.listCards, {
    description: 'Lists the cards that the consent covers, with their balances on request.',
    query: WithBalance,
    answers: CardList,
  })
  list(@CurrentPrincipal() principal: CustomerPrincipal, @Query() query: WithBalance): Promise<CardList> {
    return this.cards.list(principal, query);
  }

  @Serves(cards.readCard, {
    description: 'Reads the details of one card, with its balances on request.',
    query: WithBalance,
    answers: CardDetails,
  })
  one(@CurrentPrincipal() principal: CustomerPrincipal, @Param() { cardId }: OneCard, @Query() query: WithBalance): Promise<CardDetails> {
    return this.cards.one(principal, cardId, query);
  }

  @Serves(cards.readCardBalances, {
    description: 'Reads the balances of one card as of now: the next debit and the unused limit.',
    query: CardBalancesQuery,
    queryFaults: cardBalancesFaults,
    answers: CardBalances,
  })
  balances(@CurrentPrincipal() principal: CustomerPrincipal, @Param() { cardId }: OneCard): Promise<CardBalances> {
    return this.cards.balances(principal, cardId);
  }
}
