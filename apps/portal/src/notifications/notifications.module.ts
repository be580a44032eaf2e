import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { VisitModule } from '../visit/visit.module.js';
import { NotificationPagesService } from './notification-pages.service.js';
import { NotificationsService } from './notifications.service.js';

/** What the bank has notified a developer's clients of. */
@Module({ imports: [VisitModule, ClientsModule], providers: [NotificationsService, NotificationPagesService] })
export class NotificationsModule {}
