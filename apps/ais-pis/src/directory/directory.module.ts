import { Module } from '@nestjs/common';
import { issuerSettings } from '@open-banking/issuer';
import { CommandsModule } from '@open-banking/commands';
import { readSettings, SETTINGS, type ServiceSettings } from '@open-banking/config';
import { AuthorisationRegisterModule } from '../authorisation-register/authorisation-register.module.js';
import { settings } from '../settings.js';
import { ClientChangesService } from './client-changes.service.js';
import { CLIENT_RULES, type ClientRules } from './client-rules.js';
import { ClientSuspensionsService } from './client-suspensions.service.js';
import { ClientDirectoryService } from './clients.service.js';
import { CustomerDirectoryService } from './customers.service.js';
import { DirectoryInternal } from './directory.internal.js';
import { DIRECTORY_SETTINGS } from './directory.settings.js';

const rules = {
  provide: CLIENT_RULES,
  inject: [SETTINGS],
  useFactory: (service: ServiceSettings): ClientRules => ({ ...service, bankName: readSettings(issuerSettings).bankName }),
};

/** Clients and customers: the one place that knows them. */
@Module({
  imports: [CommandsModule, AuthorisationRegisterModule],
  providers: [
    rules,
    { provide: DIRECTORY_SETTINGS, useFactory: () => readSettings(settings) },
    ClientDirectoryService,
    ClientChangesService,
    ClientSuspensionsService,
    CustomerDirectoryService,
    DirectoryInternal,
  ],
  exports: [CLIENT_RULES, DIRECTORY_SETTINGS, ClientDirectoryService, ClientChangesService, CustomerDirectoryService],
})
export class DirectoryModule {}
