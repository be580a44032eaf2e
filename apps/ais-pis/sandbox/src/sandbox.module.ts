import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { ConsentsModule } from '@open-banking/ais-pis-consents';
import { PaymentsModule } from '@open-banking/ais-pis-payments';
import { AccountsModule } from '@open-banking/ais-pis-accounts';
import { DirectoryModule } from '@open-banking/ais-pis-directory';
import { CustomerPagesModule } from '@open-banking/ais-pis-customer-pages';
import { ClearingModule } from '@open-banking/ais-pis-clearing';
import { ClockService } from './clock/clock.service.js';
import { DeveloperObjectsService } from './developer-objects/developer-objects.service.js';
import { ClearingAnswersService } from './scenarios/clearing-answers.service.js';
import { DeveloperCustomersService } from './scenarios/developer-customers.service.js';
import { DeveloperAccountsService } from './scenarios/developer-accounts.service.js';
import { ScenariosInternal } from './scenarios/scenarios.internal.js';
import { ScenariosService } from './scenarios/scenarios.service.js';

/** Scenarios of the sandbox, which the portal asks for on behalf of developers, and the bank's clock, which can be moved. */
@Module({
  imports: [CommandsModule, ConsentsModule, PaymentsModule, AccountsModule, DirectoryModule, CustomerPagesModule, ClearingModule],
  providers: [
    ClockService,
    DeveloperCustomersService,
    ScenariosService,
    ScenariosInternal,
    ClearingAnswersService,
    DeveloperAccountsService,
    DeveloperObjectsService,
  ],
})
export class SandboxModule {}
