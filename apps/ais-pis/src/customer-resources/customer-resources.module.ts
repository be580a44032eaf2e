import { Module } from '@nestjs/common';
import { CustomerAccounts } from './customer-accounts.service.js';
import { CustomerResourcesService } from './customer-resources.service.js';

@Module({ providers: [CustomerAccounts, CustomerResourcesService], exports: [CustomerAccounts, CustomerResourcesService] })
export class CustomerResourcesModule {}
