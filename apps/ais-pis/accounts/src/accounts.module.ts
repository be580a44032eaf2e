import { Module } from '@nestjs/common';
import { AccountsController } from './accounts.controller.js';
import { AccountsService } from './accounts.service.js';
import { CustomerAccountsService } from './customer-resources/customer-accounts.service.js';
import { CustomerResourcesService } from './customer-resources/customer-resources.service.js';
import { AccountStatementsService } from './transactions/account-statements.service.js';
import { ChangesService } from './transactions/changes.service.js';
import { EntryTextsService } from './transactions/entry-texts.service.js';
import { TransactionsController } from './transactions/transactions.controller.js';
import { TransactionsService } from './transactions/transactions.service.js';

/** Reads of current accounts. */
@Module({
  controllers: [AccountsController, TransactionsController],
  providers: [
    AccountsService,
    CustomerAccountsService,
    CustomerResourcesService,
    TransactionsService,
    AccountStatementsService,
    ChangesService,
    EntryTextsService,
  ],
  exports: [AccountsService, CustomerAccountsService, CustomerResourcesService],
})
export class AccountsModule {}
