import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { OperatorsModule } from '@open-banking/ais-pis-operators';
import { ConsentsModule } from '@open-banking/ais-pis-consents';
import { ErasureStateMachine } from './erasure-state-machine.service.js';
import { ErasureStepsService } from './erasure-steps.service.js';
import { ErasuresInternal } from './erasures.internal.js';
import { ErasuresService } from './erasures.service.js';
import { HistoryRetentionService } from './rules/history-retention.service.js';
import { UnapprovedRequestsService } from './rules/unapproved-requests.service.js';

/** The record of erasures with the steps of all services, what ais-pis erases itself, and names and free texts that are no longer kept. */
@Module({
  imports: [CommandsModule, OperatorsModule, ConsentsModule],
  providers: [
    ErasuresService,
    ErasureStateMachine,
    ErasuresInternal,
    ErasureStepsService,
    HistoryRetentionService,
    UnapprovedRequestsService,
  ],
  exports: [CommandsModule, ConsentsModule],
})
export class ErasureModule {}
