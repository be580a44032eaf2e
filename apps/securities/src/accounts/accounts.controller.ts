import { Controller, Param, Query } from '@nestjs/common';
import { CurrentPrincipal, type CustomerPrincipal } from '@open-banking/access';
import { Serves } from '@open-banking/http';
import { securities, type ParamsOf } from '@open-banking/spec';
import { evaluationFaults } from '../instruments/evaluation.js';
import { SecuritiesAccountDetails, SecuritiesAccountList, WithBalance } from './accounts.messages.js';
import { AccountsService } from './accounts.service.js';

@Controller()
export class AccountsController {
  constructor(private readonly accounts: AccountsService) {}

  @Serves(securities.listSecuritiesAccounts, {
    description: 'Lists the securities accounts that the consent covers, with the value of their holdings on request.',
    query: WithBalance,
    queryFaults: evaluationFaults,
    answers: SecuritiesAccountList,
  })
  list(@CurrentPrincipal() principal: CustomerPrincipal, @Query() query: WithBalance): Promise<SecuritiesAccountList> {
    return this.accounts.list(principal, query);
  }

  @Serves(securities.readSecuritiesAccount, {
    description: 'Reads the details of one securities account, with the value of its holdings on request.',
    query: WithBalance,
    queryFaults: evaluationFaults,
    answers: SecuritiesAccountDetails,
  })
  one(
    @CurrentPrincipal() principal: CustomerPrincipal,
    @Param() { securitiesAccountId }: ParamsOf<typeof securities.readSecuritiesAccount.path>,
    @Query() query: WithBalance,
  ): Promise<SecuritiesAccountDetails> {
    return this.accounts.one(principal, securitiesAccountId, query);
  }
}
