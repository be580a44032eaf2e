import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { RegistrationModule } from '../registration.module.js';
import { ClientLogosInternal } from './client-logos.internal.js';
import { ClientLogosService } from './client-logos.service.js';
import { LogoFilesService } from './logo-files.service.js';

/** Logos of clients. */
@Module({ imports: [CommandsModule, RegistrationModule], providers: [ClientLogosService, ClientLogosInternal, LogoFilesService] })
export class ClientLogosModule {}
