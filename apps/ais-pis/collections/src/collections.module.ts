import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { LedgerModule } from '@open-banking/ais-pis-ledger';
import { CollectionChecksService } from './collection-checks.service.js';
import { InstructedCollectionsService } from './instructed-collections.service.js';
import { CollectionsService } from './collections.service.js';

@Module({
  imports: [LedgerModule, CommandsModule],
  providers: [CollectionChecksService, CollectionsService, InstructedCollectionsService],
})
export class CollectionsModule {}
