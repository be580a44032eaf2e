import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { VisitModule } from '../visit/visit.module.js';
import { NotificationPagesService } from './notification-pages.service.js';
import { NotificationsService } from './notifications.service.js';

/** The notifications that the bank has sent to a developer's clients. */
@Module({ imports: [VisitModule, ClientsModule], providers: [NotificationsService, NotificationPagesService] })
export class NotificationsModule {}
