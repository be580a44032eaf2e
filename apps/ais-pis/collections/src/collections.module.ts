import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { BookkeepingModule, LedgerModule } from '@open-banking/ais-pis-ledger';
import { CollectionChecksService } from './collection-checks.service.js';
import { InstructedCollectionsService } from './instructed-collections.service.js';
import { CollectionsService } from './collections.service.js';

@Module({
  imports: [BookkeepingModule, CommandsModule, LedgerModule],
  providers: [CollectionChecksService, CollectionsService, InstructedCollectionsService],
})
export class CollectionsModule {}
