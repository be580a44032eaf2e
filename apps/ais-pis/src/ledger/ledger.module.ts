import { Module } from '@nestjs/common';
import { ClosedAccountsService } from './closed-accounts.service.js';
import { LedgerService } from './ledger.service.js';

@Module({ providers: [ClosedAccountsService, LedgerService], exports: [LedgerService] })
export class LedgerModule {}
