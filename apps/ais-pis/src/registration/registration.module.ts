import { ServiceSettings } from '@open-banking/config';
import { Module } from '@nestjs/common';
import { RegistrationRoutes } from '@open-banking/issuer';
import { CommandsModule } from '@open-banking/commands';
import { RateLimitsService } from '@open-banking/limits';
import { ClientRemovalModule } from '../client-removal/client-removal.module.js';
import { DirectoryModule } from '../directory/directory.module.js';
import { RegistrationBoundsService } from './registration-bounds.service.js';
import { RegistrationService } from './registration.service.js';

const routes = {
  provide: RegistrationRoutes,
  inject: [RegistrationService, RateLimitsService, ServiceSettings],
  useFactory: (registration: RegistrationService, limits: RateLimitsService, settings: ServiceSettings) =>
    new RegistrationRoutes(registration, limits, settings),
};

/** In the sandbox, clients register themselves (RFC 7591) and manage their registration (RFC 7592). */
@Module({
  imports: [CommandsModule, DirectoryModule, ClientRemovalModule],
  providers: [RegistrationBoundsService, RegistrationService, routes],
})
export class RegistrationModule {}
