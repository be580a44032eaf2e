import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { LedgerModule } from '../ledger/ledger.module.js';
import { CollectionsService } from './collections.service.js';

@Module({ imports: [CommandsModule, LedgerModule], providers: [CollectionsService] })
export class CollectionsModule {}
