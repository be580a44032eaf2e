import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import { SealingModule } from '../sealing/sealing.module.js';
import { VisitModule } from '../visit/visit.module.js';
import { ConsoleCallsService } from './console-calls.service.js';
import { ConsoleClientsService } from './console-clients.service.js';
import { ConsolePagesService } from './console-pages.service.js';
import { GatewayCallsService } from './gateway-calls.service.js';
import { OwnValuesService } from './own-values.service.js';
import { OperationPageService } from './operation-page.service.js';
import { TokenRequestsService } from './token-requests.service.js';

/** Operations tried as a third party, with customers of the sandbox. */
@Module({
  imports: [VisitModule, ClientsModule, CustomersModule, SealingModule],
  providers: [
    ConsoleCallsService,
    ConsoleClientsService,
    ConsolePagesService,
    GatewayCallsService,
    OperationPageService,
    OwnValuesService,
    TokenRequestsService,
  ],
  exports: [OwnValuesService],
})
export class ConsoleModule {}
