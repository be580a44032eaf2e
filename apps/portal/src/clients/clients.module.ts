import { Module } from '@nestjs/common';
import { VisitModule } from '../visit/visit.module.js';
import { ClientPagesService } from './client-pages.service.js';
import { DeveloperClientsService } from './developer-clients.service.js';

/** The clients of developers. */
@Module({ imports: [VisitModule], providers: [DeveloperClientsService, ClientPagesService], exports: [DeveloperClientsService] })
export class ClientsModule {}
