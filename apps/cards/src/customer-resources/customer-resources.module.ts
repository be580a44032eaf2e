import { Module } from '@nestjs/common';
import { CustomerCardsService } from './customer-cards.service.js';

@Module({ providers: [CustomerCardsService] })
export class CustomerResourcesModule {}
