import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { MandatesModule } from '../mandates/mandates.module.js';
import { CustomerMandatesService } from './customer-mandates.service.js';
import { DeveloperMandatesService } from './developer-mandates.service.js';
import { MandateLookupsService } from './mandate-lookups.service.js';
import { MandateChangesService } from './mandate-changes.service.js';
import { RemoteClientsService } from '../directory/remote-directory.service.js';
import { SecondOwnerService } from './second-owner.service.js';

/** Mandates on the internal port, for the customer pages and the operator. */
@Module({
  imports: [CommandsModule, MandatesModule, ApprovalsModule],
  providers: [
    RemoteClientsService,
    CustomerMandatesService,
    DeveloperMandatesService,
    MandateLookupsService,
    MandateChangesService,
    SecondOwnerService,
  ],
})
export class CustomerModule {}
