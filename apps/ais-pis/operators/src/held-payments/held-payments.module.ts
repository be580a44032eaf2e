import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { ChecksModule } from '@open-banking/ais-pis-payments';
import { ProposalsModule } from '../proposals/proposals.module.js';
import { HeldPaymentsInternal } from './held-payments.internal.js';

@Module({ imports: [CommandsModule, ChecksModule, ProposalsModule], providers: [HeldPaymentsInternal] })
export class HeldPaymentsModule {}
