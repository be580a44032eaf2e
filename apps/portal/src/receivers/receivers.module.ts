import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { GatewayCallsService } from '../gateway-calls/gateway-calls.service.js';
import { VisitModule } from '../visit/visit.module.js';
import { IssuerKeysService } from './issuer-keys.service.js';
import { ReceiversController } from './receivers.controller.js';
import { ReceiverPagesService } from './receiver-pages.service.js';
import { ReceivedNotificationsService } from './received-notifications.service.js';
import { SandboxReceiversService } from './sandbox-receivers.service.js';
import { ReceiversService } from './receivers.service.js';

/** Receivers of notifications for trying out. */
@Module({
  imports: [VisitModule, ClientsModule],
  controllers: [ReceiversController],
  providers: [
    GatewayCallsService,
    IssuerKeysService,
    ReceiversService,
    ReceiverPagesService,
    ReceivedNotificationsService,
    SandboxReceiversService,
  ],
  exports: [ReceiversService],
})
export class ReceiversModule {}
