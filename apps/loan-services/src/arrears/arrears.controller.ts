import { Controller, Param, Query } from '@nestjs/common';
import { CurrentPrincipal, type CustomerPrincipal } from '@open-banking/access';
import { Serves } from '@open-banking/http';
import { loanServices } from '@open-banking/spec';
import type { Numbers } from '../branch-accounts/branch-accounts.js';
import { ArrearsTransactions } from './arrears.messages.js';
import { ArrearsQuery, arrearsQueryFaults } from './arrears.query.js';
import { ArrearsService } from './arrears.service.js';

@Controller()
export class ArrearsController {
  constructor(private readonly arrears: ArrearsService) {}

  @Serves(loanServices.listArrearsTransactions, {
    description: 'Lists what changed the arrears of the loans that an account repays, newest first, in pages, with the arrears of today.',
    query: ArrearsQuery,
    queryFaults: arrearsQueryFaults,
    answers: ArrearsTransactions,
  })
  transactions(
    @CurrentPrincipal() principal: CustomerPrincipal,
    @Param() numbers: Numbers,
    @Query() query: ArrearsQuery,
  ): Promise<ArrearsTransactions> {
    return this.arrears.transactions(principal, numbers, query);
  }
}
