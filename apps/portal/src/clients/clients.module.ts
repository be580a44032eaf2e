import { Module } from '@nestjs/common';
import { SealingModule } from '../sealing/sealing.module.js';
import { VisitModule } from '../visit/visit.module.js';
import { ClientPagesService } from './client-pages.service.js';
import { DeveloperClientsService } from './developer-clients.service.js';
import { ShownCredentialsService } from './shown-credentials.service.js';

/** The clients of developers. */
@Module({
  imports: [VisitModule, SealingModule],
  providers: [DeveloperClientsService, ClientPagesService, ShownCredentialsService],
  exports: [DeveloperClientsService],
})
export class ClientsModule {}
