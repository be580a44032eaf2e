import { defineService } from '@open-banking/service';
import { AccountModule } from './account/account.module.js';
import { AssetsModule } from './assets/assets.module.js';
import { CertificatesModule } from './certificates/certificates.module.js';
import { ClientsModule } from './clients/clients.module.js';
import { ConsoleModule } from './console/console.module.js';
import { CustomerPagesModule } from './customer-pages/customer-pages.module.js';
import { DevelopersModule } from './developers/developers.module.js';
import { DocumentsModule } from './documents/documents.module.js';
import { DownloadsModule } from './downloads/downloads.module.js';
import { GuidesModule } from './guides/guides.module.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { ObjectsModule } from './objects/objects.module.js';
import { OperationSamplesModule } from './operation-samples/operation-samples.module.js';
import { ReceiversModule } from './receivers/receivers.module.js';
import { ReferenceModule } from './reference/reference.module.js';
import { RequestsModule } from './requests/requests.module.js';
import { SandboxAccountsModule } from './sandbox-accounts/sandbox-accounts.module.js';
import { SandboxKeysService } from './scenarios/sandbox-keys.service.js';
import { ScenariosModule } from './scenarios/scenarios.module.js';
import { settings } from './settings.js';
import { SiteModule } from './site/site.module.js';
import { StatusModule } from './status/status.module.js';
import { PortalUnservedPages } from './visit/portal-unserved-pages.service.js';

/** The service portal, for `run` and `serve`. */
export const portal = defineService(
  'portal',
  [
    AssetsModule,
    SiteModule,
    OperationSamplesModule,
    ReferenceModule,
    GuidesModule,
    DocumentsModule,
    DownloadsModule,
    StatusModule,
    DevelopersModule,
    SandboxAccountsModule,
    AccountModule,
    ClientsModule,
    CertificatesModule,
    ConsoleModule,
    RequestsModule,
    NotificationsModule,
    ReceiversModule,
    ScenariosModule,
    ObjectsModule,
    CustomerPagesModule,
  ],
  { settings, developerKeys: SandboxKeysService, unservedPages: PortalUnservedPages },
);
