import { Module } from '@nestjs/common';
import { ClosedAccountsService } from './closed-accounts.service.js';
import { LedgerService } from './ledger.service.js';
import { PostingGroupsService } from './posting-groups.service.js';

@Module({ providers: [ClosedAccountsService, LedgerService, PostingGroupsService], exports: [LedgerService, PostingGroupsService] })
export class LedgerModule {}
