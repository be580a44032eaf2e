import { Module } from '@nestjs/common';
import { CustomerContracts } from './customer-contracts.service.js';

@Module({ providers: [CustomerContracts] })
export class CustomerResourcesModule {}
