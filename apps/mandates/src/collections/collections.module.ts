import { Module } from '@nestjs/common';
import { CommandsModule, JobsModule } from '@open-banking/commands';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { DirectoryModule } from '../directory/directory.module.js';
import { MandatesModule } from '../mandates/mandates.module.js';
import { CollectionStateMachine } from './collection-state-machine.service.js';
import { CollectionsInternal } from './collections.internal.js';
import { CollectionsService } from './collections.service.js';
import { ReceivedCollectionsService } from './received-collections.service.js';

@Module({
  imports: [CommandsModule, JobsModule, DirectoryModule, MandatesModule, ApprovalsModule],
  providers: [CollectionsService, CollectionStateMachine, CollectionsInternal, ReceivedCollectionsService],
})
export class CollectionsModule {}
