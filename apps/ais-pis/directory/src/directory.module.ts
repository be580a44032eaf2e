import { Module } from '@nestjs/common';
import { CustomerAlerts, customerAlerts, JobsModule, CommandsModule } from '@open-banking/commands';
import { themeOf } from '@open-banking/pages';
import { IssuingSettings } from '@open-banking/issuer';
import { ServiceSettings } from '@open-banking/config';
import { alertAddressees } from './alert-outbox.statements.js';
import { ClientChangesService } from './client-changes.service.js';
import { CLIENT_RULES, type ClientRules } from './client-rules.js';
import { ClientSuspensionsService } from './client-suspensions.service.js';
import { ClientDirectoryService } from './clients.service.js';
import { CustomerDirectoryService } from './customers.service.js';
import { OptOutsService } from './opt-outs.service.js';
import { DirectoryInternal } from './directory.internal.js';
import { RegisterStandingsService } from './register/register-standings.service.js';

const rules = {
  provide: CLIENT_RULES,
  inject: [ServiceSettings, IssuingSettings],
  useFactory: (service: ServiceSettings, issuing: IssuingSettings): ClientRules => ({ ...service, bankName: themeOf(issuing).bankName }),
};

/** The directory of clients and customers, the register of authorised third parties, and what writes alerts of customers in the transaction of what they are about. */
@Module({
  imports: [JobsModule, CommandsModule],
  providers: [
    customerAlerts(alertAddressees),
    rules,
    ClientDirectoryService,
    ClientChangesService,
    ClientSuspensionsService,
    CustomerDirectoryService,
    OptOutsService,
    DirectoryInternal,
    RegisterStandingsService,
  ],
  exports: [
    CustomerAlerts,
    CLIENT_RULES,
    ClientDirectoryService,
    ClientChangesService,
    CustomerDirectoryService,
    OptOutsService,
    RegisterStandingsService,
  ],
})
export class DirectoryModule {}
