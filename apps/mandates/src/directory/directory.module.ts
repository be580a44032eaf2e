import { Module } from '@nestjs/common';
import { RemoteClientsService, RemoteCustomersService } from './remote-directory.service.js';

/** Clients and customers, whom ais-pis knows. */
@Module({ providers: [RemoteClientsService, RemoteCustomersService], exports: [RemoteClientsService, RemoteCustomersService] })
export class DirectoryModule {}
