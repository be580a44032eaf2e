import { Module } from '@nestjs/common';
import { DeveloperClientsService } from './developer-clients.service.js';

/** The clients of each developer, for every page that shows or uses them. */
@Module({ providers: [DeveloperClientsService], exports: [DeveloperClientsService] })
export class DeveloperClientsModule {}
