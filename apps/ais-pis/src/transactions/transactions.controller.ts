import { Controller, Param, Query } from '@nestjs/common';
import { CurrentReader, type CustomerReader } from '@open-banking/access';
import { type Answer, type JsonText, Serves, statementFormats } from '@open-banking/http';
import { aisPis, type ParamsOf } from '@open-banking/spec';
import { Transactions, TransactionsQuery } from './transactions.messages.js';
import { transactionsFaults } from './transactions.query.js';
import { TransactionsService } from './transactions.service.js';

@Controller()
export class TransactionsController {
  constructor(private readonly transactions: TransactionsService) {}

  @Serves(aisPis.listTransactions, {
    description:
      'Lists entries of one current account by booking status and period, newest first, in pages. Standing orders to come are entries of status `information`. `Accept` chooses JSON, a camt.053.001.08 statement (`application/xml`) or a table (`text/csv`).',
    query: TransactionsQuery,
    queryFaults: transactionsFaults,
    answers: Transactions,
    produces: statementFormats,
    ahead: true,
  })
  list(
    @CurrentReader() reader: CustomerReader,
    @Param() { accountId }: ParamsOf<typeof aisPis.listTransactions.path>,
    @Query() query: TransactionsQuery,
  ): Promise<JsonText<Transactions> | Answer<string>> {
    return this.transactions.list(reader, accountId, query);
  }
}
