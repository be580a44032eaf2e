import { Module } from '@nestjs/common';
import { ClosedAccounts } from './closed-accounts.service.js';
import { LedgerService } from './ledger.service.js';

@Module({ providers: [ClosedAccounts, LedgerService], exports: [LedgerService] })
export class LedgerModule {}
