import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { ConsentsModule } from '@open-banking/ais-pis-consents';
import { ProposalsModule } from '@open-banking/ais-pis-operators';
import { ClientRemovalInternal } from './client-removal.internal.js';
import { ClientRemovalService } from './client-removal.service.js';

/** Ends a client together with its consents. A separate module, because directory and consents do not depend on each other. */
@Module({
  imports: [CommandsModule, ConsentsModule, ProposalsModule],
  providers: [ClientRemovalService, ClientRemovalInternal],
  exports: [ClientRemovalService],
})
export class ClientRemovalModule {}
