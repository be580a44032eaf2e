import { readThemeFile } from '@open-banking/pages';
import { defineService } from '@open-banking/service';
import { CollectionsModule } from './collections/collections.module.js';
import { CustomerAlertsModule } from './customer-alerts/customer-alerts.module.js';
import { CustomerModule } from './customer/customer.module.js';
import { IssuersModule } from './issuers/issuers.module.js';
import { LocalTokenAuthorityService } from './issuers/token-authority.service.js';
import { MandatesModule } from './mandates/mandates.module.js';
import { settings } from './settings.js';

/** The service mandates, for `run` and `serve`. */
export const mandates = defineService(
  'mandates',
  [MandatesModule, CollectionsModule, CustomerModule, CustomerAlertsModule, IssuersModule],
  {
    settings,
    fileReaders: { themeFile: readThemeFile },
    tokenAuthority: LocalTokenAuthorityService,
    erasure: () => import('./erasure/erasure.js'),
  },
);
