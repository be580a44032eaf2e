import { Module } from '@nestjs/common';
import { CustomerPortfolios } from './customer-portfolios.service.js';

@Module({ providers: [CustomerPortfolios] })
export class CustomerResourcesModule {}
