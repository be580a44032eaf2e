import { Module } from '@nestjs/common';
import { themeOf } from '@open-banking/pages';
import { IssuingSettings } from '@open-banking/issuer';
import { CommandsModule } from '@open-banking/commands';
import { ServiceSettings } from '@open-banking/config';
import { AuthorisationRegisterModule } from './register/authorisation-register.module.js';
import { AlertOutboxModule } from './alert-outbox.module.js';
import { ClientChangesService } from './client-changes.service.js';
import { CLIENT_RULES, type ClientRules } from './client-rules.js';
import { ClientSuspensionsService } from './client-suspensions.service.js';
import { ClientDirectoryService } from './clients.service.js';
import { CustomerDirectoryService } from './customers.service.js';
import { OptOutsService } from './opt-outs.service.js';
import { DirectoryInternal } from './directory.internal.js';

const rules = {
  provide: CLIENT_RULES,
  inject: [ServiceSettings, IssuingSettings],
  useFactory: (service: ServiceSettings, issuing: IssuingSettings): ClientRules => ({ ...service, bankName: themeOf(issuing).bankName }),
};

/** The directory of clients and customers. */
@Module({
  imports: [CommandsModule, AuthorisationRegisterModule, AlertOutboxModule],
  providers: [
    rules,
    ClientDirectoryService,
    ClientChangesService,
    ClientSuspensionsService,
    CustomerDirectoryService,
    OptOutsService,
    DirectoryInternal,
  ],
  exports: [CLIENT_RULES, ClientDirectoryService, ClientChangesService, CustomerDirectoryService, OptOutsService],
})
export class DirectoryModule {}
