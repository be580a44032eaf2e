import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts.module.js';
import { ChangesService } from './changes.service.js';
import { EntryTextsService } from './entry-texts.service.js';
import { TransactionsController } from './transactions.controller.js';
import { TransactionsService } from './transactions.service.js';

@Module({
  imports: [AccountsModule],
  controllers: [TransactionsController],
  providers: [TransactionsService, ChangesService, EntryTextsService],
})
export class TransactionsModule {}
