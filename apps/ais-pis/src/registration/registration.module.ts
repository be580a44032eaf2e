import { Module } from '@nestjs/common';
import { RegistrationRoutes } from '@open-banking/authorization';
import { CommandsModule } from '@open-banking/commands';
import { Limits } from '@open-banking/limits';
import { SETTINGS, type ServiceSettings } from '@open-banking/service';
import { DirectoryModule } from '../directory/directory.module.js';
import { RegistrationBounds } from './registration-bounds.service.js';
import { Registration } from './registration.service.js';

const routes = {
  provide: RegistrationRoutes,
  inject: [Registration, Limits, SETTINGS],
  useFactory: (registration: Registration, limits: Limits, settings: ServiceSettings) =>
    new RegistrationRoutes(registration, limits, settings),
};

/** Clients register themselves (RFC 7591) and manage what they registered (RFC 7592), in the sandbox. */
@Module({ imports: [CommandsModule, DirectoryModule], providers: [RegistrationBounds, Registration, routes] })
export class RegistrationModule {}
