import { Controller, Param, Query } from '@nestjs/common';
import { CurrentPrincipal, type CustomerPrincipal } from '@open-banking/access';
import { Serves } from '@open-banking/http';
import { securities, type ParamsOf } from '@open-banking/spec';
import { SecuritiesTransactions, securitiesTransactionsFaults, SecuritiesTransactionsQuery } from './transactions.messages.js';
import { TransactionsService } from './transactions.service.js';

type TransactionsParams = ParamsOf<typeof securities.listSecuritiesTransactions.path>;

@Controller()
export class TransactionsController {
  constructor(private readonly transactions: TransactionsService) {}

  @Serves(securities.listSecuritiesTransactions, {
    description: 'Lists trades and corporate actions of one securities account by period, newest first, in pages.',
    query: SecuritiesTransactionsQuery,
    queryFaults: securitiesTransactionsFaults,
    answers: SecuritiesTransactions,
  })
  list(
    @CurrentPrincipal() principal: CustomerPrincipal,
    @Param() { securitiesAccountId }: TransactionsParams,
    @Query() query: SecuritiesTransactionsQuery,
  ): Promise<SecuritiesTransactions> {
    return this.transactions.list(principal, securitiesAccountId, query);
  }
}
