import { Module } from '@nestjs/common';
import { CardsModule } from '../cards/cards.module.js';
import { TransactionTextsService } from './transaction-texts.service.js';
import { TransactionsController } from './transactions.controller.js';
import { TransactionsService } from './transactions.service.js';

@Module({ imports: [CardsModule], controllers: [TransactionsController], providers: [TransactionsService, TransactionTextsService] })
export class TransactionsModule {}
