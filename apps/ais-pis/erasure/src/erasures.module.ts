import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { ProposalsModule } from '@open-banking/ais-pis-operators';
import { ErasureStepsService } from './erasure-steps.service.js';
import { ErasuresInternal } from './erasures.internal.js';
import { ErasuresService } from './erasures.service.js';

/** The record of erasures, and the steps of all services. What ais-pis erases itself is in `erasure/`. */
@Module({
  imports: [CommandsModule, ProposalsModule],
  providers: [ErasuresService, ErasuresInternal, ErasureStepsService],
})
export class ErasuresModule {}
