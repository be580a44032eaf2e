import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { ProposalsModule } from '../proposals/proposals.module.js';
import { PaymentRulesInternal } from './payment-rules.internal.js';

@Module({ imports: [CommandsModule, ProposalsModule], providers: [PaymentRulesInternal] })
export class PaymentRulesModule {}
