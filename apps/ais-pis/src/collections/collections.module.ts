import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { LedgerModule } from '../ledger/ledger.module.js';
import { Collections } from './collections.service.js';

@Module({ imports: [CommandsModule, LedgerModule], providers: [Collections] })
export class CollectionsModule {}
