import { Module } from '@nestjs/common';
import { CustomerAccountsService } from './customer-accounts.service.js';
import { CustomerResourcesService } from './customer-resources.service.js';

@Module({ providers: [CustomerAccountsService, CustomerResourcesService], exports: [CustomerAccountsService, CustomerResourcesService] })
export class CustomerResourcesModule {}
