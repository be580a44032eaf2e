import { Module } from '@nestjs/common';
import { CardsModule } from '../cards/cards.module.js';
import { CardStatementsService } from './card-statements.service.js';
import { TransactionTextsService } from './transaction-texts.service.js';
import { TransactionsController } from './transactions.controller.js';
import { TransactionsService } from './transactions.service.js';

@Module({
  imports: [CardsModule],
  controllers: [TransactionsController],
  providers: [TransactionsService, CardStatementsService, TransactionTextsService],
})
export class TransactionsModule {}
