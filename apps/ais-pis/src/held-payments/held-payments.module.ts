import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { ChecksModule } from '../payments/checks/checks.module.js';
import { ProposalsModule } from '../proposals/proposals.module.js';
import { HeldPaymentsInternal } from './held-payments.internal.js';

@Module({ imports: [CommandsModule, ChecksModule, ProposalsModule], providers: [HeldPaymentsInternal] })
export class HeldPaymentsModule {}
