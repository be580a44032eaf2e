import { Controller, Param, Query } from '@nestjs/common';
import { CurrentPrincipal, type CustomerPrincipal } from '@open-banking/access';
import { type Answer, CurrentRequest, type JsonText, type RequestContext, Serves, statementFormats } from '@open-banking/http';
import { aisPis, type ParamsOf } from '@open-banking/spec';
import { Transactions, TransactionsQuery } from './transactions.messages.js';
import { transactionsFaults } from './transactions.query.js';
import { TransactionsService } from './transactions.service.js';

@Controller()
export class TransactionsController {
  constructor(private readonly transactions: TransactionsService) {}

  @Serves(aisPis.listTransactions, {
    description:
      'Lists entries of one current account by booking status and period, newest first, in pages. Standing orders to come are entries of status `information`. `entryReferenceFrom` and `deltaList` list only what has changed. `Accept` chooses JSON, a camt.053.001.08 statement (`application/xml`) or a table (`text/csv`). Pages of a statement begin with the oldest entry, have cursors of their own and list pending entries only with `bookingStatus=pending`.',
    query: TransactionsQuery,
    queryFaults: transactionsFaults,
    answers: Transactions,
    produces: statementFormats,
    refuses: ['PARAMETER_NOT_CONSISTENT'],
    // A list of changes may be kept in mind as reported: it needs its request.
    ahead: ({ deltaList, entryReferenceFrom }) => deltaList === undefined && entryReferenceFrom === undefined,
  })
  list(
    @CurrentPrincipal() principal: CustomerPrincipal,
    @Param() { accountId }: ParamsOf<typeof aisPis.listTransactions.path>,
    @Query() query: TransactionsQuery,
    @CurrentRequest() context: RequestContext,
  ): Promise<JsonText<Transactions> | Answer<Buffer>> {
    return this.transactions.list(principal, accountId, query, context);
  }
}
