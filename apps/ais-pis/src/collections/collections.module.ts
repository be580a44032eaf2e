import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { BookkeepingModule } from '../bookkeeping/bookkeeping.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { CollectionChecksService } from './collection-checks.service.js';
import { InstructedCollectionsService } from './instructed-collections.service.js';
import { CollectionsService } from './collections.service.js';

@Module({
  imports: [BookkeepingModule, CommandsModule, LedgerModule],
  providers: [CollectionChecksService, CollectionsService, InstructedCollectionsService],
})
export class CollectionsModule {}
