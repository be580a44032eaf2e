import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { LedgerModule } from '../ledger/ledger.module.js';
import { PaymentProductsModule } from '../payments/payment-products.module.js';
import { CreditTransfersService } from './credit-transfers.service.js';

@Module({ imports: [CommandsModule, LedgerModule, PaymentProductsModule], providers: [CreditTransfersService] })
export class CreditTransfersModule {}
