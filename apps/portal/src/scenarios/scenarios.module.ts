import { Module } from '@nestjs/common';
import { DeveloperClientsModule } from '../developer-clients/developer-clients.module.js';
import { RequestsModule } from '../requests/requests.module.js';
import { VisitModule } from '../visit/visit.module.js';
import { CustomerChangesService } from './customer-changes.service.js';
import { CustomerGeneratorService } from './customer-generator.service.js';
import { CustomerLoaderService } from './customer-loader.service.js';
import { DeveloperCustomersService } from './developer-customers.service.js';
import { IncomingMoneyController } from './incoming-money.controller.js';
import { IncomingMoneyService } from './incoming-money.service.js';
import { SandboxCustomersController } from './sandbox-customers.controller.js';
import { SandboxKeysService } from './sandbox-keys.service.js';
import { ScenarioPagesService } from './scenario-pages.service.js';
import { ScenariosController } from './scenarios.controller.js';
import { ScenariosService } from './scenarios.service.js';

/** The scenarios that developers bring about in the sandbox. */
@Module({
  imports: [VisitModule, DeveloperClientsModule, RequestsModule],
  controllers: [SandboxCustomersController, ScenariosController, IncomingMoneyController],
  providers: [
    SandboxKeysService,
    CustomerGeneratorService,
    CustomerLoaderService,
    CustomerChangesService,
    DeveloperCustomersService,
    ScenariosService,
    IncomingMoneyService,
    ScenarioPagesService,
  ],
  exports: [ScenariosService, DeveloperCustomersService, IncomingMoneyService],
})
export class ScenariosModule {}
