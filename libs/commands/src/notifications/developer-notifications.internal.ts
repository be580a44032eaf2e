import { Injectable } from '@nestjs/common';
import { developerNotificationsContracts, type InternalRequest, NotificationsQuery, ServesInternal } from '@open-banking/contracts';
import { DeveloperNotificationsService, type DeliveryPage, type DeliveryView } from './developer-notifications.service.js';

/** Notifications of the clients of developers, for the portal. */
@Injectable()
export class DeveloperNotificationsInternal {
  constructor(private readonly notifications: DeveloperNotificationsService) {}

  @ServesInternal(developerNotificationsContracts.listDeveloperNotifications)
  list({ params, body }: InternalRequest<NotificationsQuery>): Promise<DeliveryPage> {
    return this.notifications.list(params['developerId']!, body);
  }

  @ServesInternal(developerNotificationsContracts.readDeveloperNotification)
  read({ params }: InternalRequest): Promise<DeliveryView> {
    return this.notifications.read(params['developerId']!, params['notificationId']!);
  }

  @ServesInternal(developerNotificationsContracts.sendDeveloperNotification)
  send({ params }: InternalRequest): Promise<undefined> {
    return this.notifications.sendAgain(params['developerId']!, params['notificationId']!);
  }
}
