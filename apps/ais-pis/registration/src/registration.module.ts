import { ServiceSettings } from '@open-banking/config';
import { Module } from '@nestjs/common';
import { RegistrationRoutes } from '@open-banking/issuer';
import { CommandsModule } from '@open-banking/commands';
import { RateLimitsService } from '@open-banking/limits';
import { DirectoryModule, AuthorisationRegisterModule } from '@open-banking/ais-pis-directory';
import { ClientRemovalModule } from './removal/client-removal.module.js';
import { DeveloperClientsInternal } from './developer-clients.internal.js';
import { DeveloperClientsService } from './developer-clients.service.js';
import { RegistrationBoundsService } from './registration-bounds.service.js';
import { RegistrationService } from './registration.service.js';

const routes = {
  provide: RegistrationRoutes,
  inject: [RegistrationService, RateLimitsService, ServiceSettings],
  useFactory: (registration: RegistrationService, limits: RateLimitsService, settings: ServiceSettings) =>
    new RegistrationRoutes(registration, limits, settings),
};

/** Clients that register themselves in the sandbox (RFC 7591, RFC 7592), and those that developers register at the portal. */
@Module({
  imports: [CommandsModule, DirectoryModule, ClientRemovalModule, AuthorisationRegisterModule],
  providers: [RegistrationBoundsService, RegistrationService, DeveloperClientsService, DeveloperClientsInternal, routes],
  exports: [DeveloperClientsService],
})
export class RegistrationModule {}
