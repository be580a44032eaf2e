import { Controller, Param, Query } from '@nestjs/common';
import { CurrentPrincipal, type CustomerPrincipal } from '@open-banking/access';
import { Serves } from '@open-banking/http';
import { aisPis, type ParamsOf } from '@open-banking/spec';
import { AccountBalances, AccountDetails, AccountList, WithBalance } from './accounts.messages.js';
import { AccountsService } from './accounts.service.js';

type OneAccount = ParamsOf<typeof aisPis.readAccount.path>;

@Controller()
export class AccountsController {
  constructor(private readonly accounts: AccountsService) {}

  @Serves(aisPis.listAccounts, {
    description: 'Lists the current accounts that the consent covers, with their balances on request.',
    query: WithBalance,
    answers: AccountList,
  })
  list(@CurrentPrincipal() principal: CustomerPrincipal, @Query() query: WithBalance): Promise<AccountList> {
    return this.accounts.list(principal, query);
  }

  @Serves(aisPis.readAccount, {
    description: 'Reads the details of one current account, with its balances on request.',
    query: WithBalance,
    answers: AccountDetails,
    ahead: true,
  })
  one(
    @CurrentPrincipal() principal: CustomerPrincipal,
    @Param() { accountId }: OneAccount,
    @Query() query: WithBalance,
  ): Promise<AccountDetails> {
    return this.accounts.one(principal, accountId, query);
  }

  @Serves(aisPis.readAccountBalances, {
    description: 'Reads the balances of one current account as of now.',
    answers: AccountBalances,
    ahead: true,
  })
  balances(@CurrentPrincipal() principal: CustomerPrincipal, @Param() { accountId }: OneAccount): Promise<AccountBalances> {
    return this.accounts.balances(principal, accountId);
  }
}
