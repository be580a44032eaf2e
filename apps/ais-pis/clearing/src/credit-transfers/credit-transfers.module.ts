import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { LedgerModule } from '@open-banking/ais-pis-ledger';
import { PaymentProductsModule } from '@open-banking/ais-pis-payments';
import { CreditTransfersService } from './credit-transfers.service.js';

@Module({ imports: [CommandsModule, LedgerModule, PaymentProductsModule], providers: [CreditTransfersService] })
export class CreditTransfersModule {}
