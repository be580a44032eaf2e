import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { LedgerModule } from '../ledger/ledger.module.js';
import { CreditTransfersService } from './credit-transfers.service.js';

@Module({ imports: [CommandsModule, LedgerModule], providers: [CreditTransfersService] })
export class CreditTransfersModule {}
