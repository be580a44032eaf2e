import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { ConsentsModule } from '../consents/consents.module.js';
import { CustomerAccessService } from '../customer/consents/customer-access.service.js';
import { CustomerMandatesService } from '../customer/mandates/customer-mandates.service.js';
import { CustomerPaymentsService } from '../customer/payments/customer-payments.service.js';
import { CustomerResourcesModule } from '../customer-resources/customer-resources.module.js';
import { DirectoryModule } from '../directory/directory.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
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
