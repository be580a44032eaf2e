import { Module } from '@nestjs/common';
import { DeveloperClientsService } from './developer-clients.service.js';

/** The clients of developers. */
@Module({ providers: [DeveloperClientsService], exports: [DeveloperClientsService] })
export class ClientsModule {}
