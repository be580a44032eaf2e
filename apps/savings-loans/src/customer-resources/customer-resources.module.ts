import { Module } from '@nestjs/common';
import { CustomerContractsService } from './customer-contracts.service.js';

@Module({ providers: [CustomerContractsService] })
export class CustomerResourcesModule {}
