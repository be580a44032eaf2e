import { Module } from '@nestjs/common';
import { RequestsModule } from '../requests/requests.module.js';
import { SealingModule } from '../sealing/sealing.module.js';
import { VisitModule } from '../visit/visit.module.js';
import { ClientLogoPagesService } from './client-logo-pages.service.js';
import { ClientLogosService } from './client-logos.service.js';
import { ClientPagesService } from './client-pages.service.js';
import { DeveloperClientsModule } from '../developer-clients/developer-clients.module.js';
import { ShownCredentialsService } from './shown-credentials.service.js';

/** The clients of developers. */
@Module({
  imports: [VisitModule, SealingModule, RequestsModule, DeveloperClientsModule],
  providers: [ClientLogosService, ClientPagesService, ClientLogoPagesService, ShownCredentialsService],
  exports: [DeveloperClientsModule],
})
export class ClientsModule {}
