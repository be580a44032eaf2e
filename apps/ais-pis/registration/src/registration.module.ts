import { Module } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import { RegistrationRoutes } from '@open-banking/issuer';
import { CommandsModule } from '@open-banking/commands';
import { DirectoryModule } from '@open-banking/ais-pis-directory';
import { ConsentsModule } from '@open-banking/ais-pis-consents';
import { OperatorsModule } from '@open-banking/ais-pis-operators';
import { DeveloperClientsInternal } from './developer-clients.internal.js';
import { DeveloperClientsService } from './developer-clients.service.js';
import { RegistrationBoundsService } from './registration-bounds.service.js';
import { RegistrationService } from './registration.service.js';
import { ClientLogosInternal } from './logos/client-logos.internal.js';
import { ClientLogosService } from './logos/client-logos.service.js';
import { LogoFilesService } from './logos/logo-files.service.js';
import { ClientRemovalInternal } from './removal/client-removal.internal.js';
import { ClientRemovalService } from './removal/client-removal.service.js';

const routes = {
  provide: RegistrationRoutes,
  inject: [RegistrationService, ServiceSettings],
  useFactory: (registration: RegistrationService, settings: ServiceSettings) => new RegistrationRoutes(registration, settings),
};

/** Clients that register themselves in the sandbox (RFC 7591, RFC 7592) and those that developers register at the portal; their logos, and their removal together with their consents. */
@Module({
  imports: [CommandsModule, DirectoryModule, ConsentsModule, OperatorsModule],
  providers: [
    RegistrationBoundsService,
    RegistrationService,
    DeveloperClientsService,
    DeveloperClientsInternal,
    routes,
    ClientLogosService,
    ClientLogosInternal,
    LogoFilesService,
    ClientRemovalService,
    ClientRemovalInternal,
  ],
  exports: [DeveloperClientsService, ClientRemovalService],
})
export class RegistrationModule {}
