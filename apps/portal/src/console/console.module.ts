import { Module } from '@nestjs/common';
import { CertificatesModule } from '../certificates/certificates.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import { ObjectsModule } from '../objects/objects.module.js';
import { ReceiversModule } from '../receivers/receivers.module.js';
import { RequestsModule } from '../requests/requests.module.js';
import { ScenariosModule } from '../scenarios/scenarios.module.js';
import { SealingModule } from '../sealing/sealing.module.js';
import { VisitModule } from '../visit/visit.module.js';
import { ApprovalPagesService } from './approval-pages.service.js';
import { ConsoleCallsService } from './console-calls.service.js';
import { ConsoleClientsService } from './console-clients.service.js';
import { ConsoleCustomersService } from './console-customers.service.js';
import { ConsoleHistoryService } from './console-history.service.js';
import { ConsolePagesService } from './console-pages.service.js';
import { ConsoleSealsService } from './console-seals.service.js';
import { ConsoleStatesService } from './console-states.service.js';
import { EarlierCallsService } from './earlier-calls.service.js';
import { GatewayCallsService } from '../gateway-calls/gateway-calls.service.js';
import { OwnValuesService } from './own-values.service.js';
import { OperationPageService } from './operation-page.service.js';
import { SentCallsService } from './sent-calls.service.js';
import { TokenRequestsService } from './token-requests.service.js';

/** Operations tried as a third party, with customers of the sandbox. */
@Module({
  imports: [
    VisitModule,
    CertificatesModule,
    ClientsModule,
    CustomersModule,
    ObjectsModule,
    ReceiversModule,
    RequestsModule,
    ScenariosModule,
    SealingModule,
  ],
  providers: [
    ApprovalPagesService,
    ConsoleCallsService,
    ConsoleClientsService,
    ConsoleCustomersService,
    ConsoleHistoryService,
    ConsolePagesService,
    ConsoleSealsService,
    ConsoleStatesService,
    EarlierCallsService,
    GatewayCallsService,
    OperationPageService,
    OwnValuesService,
    SentCallsService,
    TokenRequestsService,
  ],
  exports: [OwnValuesService],
})
export class ConsoleModule {}
