import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { ConsentsModule } from '@open-banking/ais-pis-consents';
import { HistoryRetentionService } from './history-retention.service.js';
import { UnapprovedRequestsService } from './unapproved-requests.service.js';

/** Names and free texts that are no longer kept, and what `AccountsErasureService` needs when a customer is erased. */
@Module({
  imports: [CommandsModule, ConsentsModule],
  providers: [HistoryRetentionService, UnapprovedRequestsService],
  exports: [CommandsModule, ConsentsModule],
})
export class ErasureModule {}
