import { Controller, Param, Query } from '@nestjs/common';
import { CurrentPrincipal, type CustomerPrincipal } from '@open-banking/access';
import { type Answer, type JsonText, Serves, statementFormats } from '@open-banking/http';
import { cards, type ParamsOf } from '@open-banking/spec';
import { CardStatementsService } from './card-statements.service.js';
import { CardTransactions, CardTransactionsQuery } from './transactions.messages.js';
import { cardTransactionsFaults } from './transactions.query.js';

@Controller()
export class TransactionsController {
  constructor(private readonly statements: CardStatementsService) {}

  @Serves(cards.listCardTransactions, {
    description:
      'Lists transactions of one card by booking status, period and value date, newest first, in pages. `Accept` chooses JSON, a camt.053.001.08 statement (`application/xml`) or a table (`text/csv`). Pages of a statement begin with the oldest transaction, have cursors of their own and list pending transactions only with `bookingStatus=pending`.',
    query: CardTransactionsQuery,
    queryFaults: cardTransactionsFaults,
    answers: CardTransactions,
    produces: statementFormats,
  })
  list(
    @CurrentPrincipal() principal: CustomerPrincipal,
    @Param() { cardId }: ParamsOf<typeof cards.listCardTransactions.path>,
    @Query() query: CardTransactionsQuery,
  ): Promise<JsonText<CardTransactions> | Answer<Buffer>> {
    return this.statements.list(principal, cardId, query);
  }
}
