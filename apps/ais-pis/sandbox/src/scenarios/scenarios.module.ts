import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { ConsentsModule, CustomerAccessService } from '@open-banking/ais-pis-consents';
import { CustomerMandatesService } from '@open-banking/ais-pis-customer-pages';
import { CustomerPaymentsService, PaymentsModule } from '@open-banking/ais-pis-payments';
import { CustomerResourcesModule } from '@open-banking/ais-pis-accounts';
import { DirectoryModule } from '@open-banking/ais-pis-directory';
import { ClearingAnswersService } from './clearing-answers.service.js';
import { DeveloperCustomersService } from './developer-customers.service.js';
import { ScenariosInternal } from './scenarios.internal.js';
import { ScenariosService } from './scenarios.service.js';

/** Scenarios of the sandbox, which the portal asks for on behalf of developers. */
@Module({
  imports: [CommandsModule, ConsentsModule, PaymentsModule, CustomerResourcesModule, DirectoryModule],
  providers: [
    CustomerAccessService,
    CustomerPaymentsService,
    CustomerMandatesService,
    DeveloperCustomersService,
    ScenariosService,
    ScenariosInternal,
    ClearingAnswersService,
  ],
})
export class ScenariosModule {}
