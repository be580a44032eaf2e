import { createHmac } from 'node:crypto';
import { Module } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import { Database, serviceKey } from '@open-banking/database';
import { DeveloperSessionsService } from './developer-sessions.service.js';
import { portalUrl } from '../portal-url.js';
import { PortalSettings } from '../portal.settings.js';
import { BackgroundActionPagesService } from './background-action-pages.service.js';
import { BackgroundActionsService } from './background-actions.service.js';
import { PortalRouter } from './portal-router.js';

const router = {
  provide: PortalRouter,
  inject: [Database, DeveloperSessionsService, ServiceSettings, PortalSettings],
  useFactory: async (
    database: Database,
    sessions: DeveloperSessionsService,
    { sandbox, baseUrl }: ServiceSettings,
    { bankName, portalHost }: PortalSettings,
  ) =>
    new PortalRouter({
      sessions,
      formKey: createHmac('sha256', await serviceKey(database, 'portal'))
        .update('forms')
        .digest(),
      bankName,
      sandbox,
      site: portalUrl(baseUrl, portalHost),
      secure: baseUrl.startsWith('https:'),
    }),
};

/** The parts that all pages of the portal share: their routes, the signed-in developer, and actions that take longer than a page may. */
@Module({
  providers: [router, DeveloperSessionsService, BackgroundActionsService, BackgroundActionPagesService],
  exports: [PortalRouter, DeveloperSessionsService, BackgroundActionsService],
})
export class VisitModule {}
