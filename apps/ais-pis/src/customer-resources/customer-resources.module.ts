import { Module } from '@nestjs/common';
import { CustomerAccounts } from './customer-accounts.service.js';
import { CustomerResourcesService } from './customer-resources.service.js';

@Module({ providers: [CustomerAccounts, CustomerResourcesService], exports: [CustomerResourcesService] })
export class CustomerResourcesModule {}
