import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { MandatesModule } from '../mandates/mandates.module.js';
import { CustomerMandates } from './customer-mandates.service.js';
import { MandateChanges } from './mandate-changes.service.js';
import { RemoteClients } from '../issuers/remote-directory.service.js';
import { SecondOwner } from './second-owner.service.js';

/** What the customer's own pages and the operator do with mandates, over the internal port. */
@Module({
  imports: [CommandsModule, MandatesModule, ApprovalsModule],
  providers: [RemoteClients, CustomerMandates, MandateChanges, SecondOwner],
})
export class CustomerModule {}
