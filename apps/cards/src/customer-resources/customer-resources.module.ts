import { Module } from '@nestjs/common';
import { CustomerCards } from './customer-cards.service.js';

@Module({ providers: [CustomerCards] })
export class CustomerResourcesModule {}
