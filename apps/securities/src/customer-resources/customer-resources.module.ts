import { Module } from '@nestjs/common';
import { CustomerPortfoliosService } from './customer-portfolios.service.js';

@Module({ providers: [CustomerPortfoliosService] })
export class CustomerResourcesModule {}
