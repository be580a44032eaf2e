import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { ConsentsModule } from '../consents/consents.module.js';
import { ClientRemovalInternal } from './client-removal.internal.js';
import { ClientRemovalService } from './client-removal.service.js';

/** Above the directory and the consents, which know nothing of each other: a client that leaves takes its consents with it. */
@Module({
  imports: [CommandsModule, ConsentsModule],
  providers: [ClientRemovalService, ClientRemovalInternal],
  exports: [ClientRemovalService],
})
export class ClientRemovalModule {}
