import { Injectable } from '@nestjs/common';
import { IsFormat, IsListOf, IsWholeNumber, Optional, ServesInternal, type InternalRequest } from '@open-banking/http';
import { developerNotificationsInternal } from '@open-banking/spec';
import { DeveloperNotificationsService, type DeliveryPage, type DeliveryView } from './developer-notifications.service.js';

class NotificationsQuery {
  @IsListOf(IsFormat('uuid'), { max: 500 }) readonly clientIds!: string[];
  /** The last one of the page before. */
  @Optional() @IsFormat('uuid') readonly before?: string;
  @IsWholeNumber({ min: 1 }) readonly most!: number;
}

/** Notifications of the clients of developers, for the portal. */
@Injectable()
export class DeveloperNotificationsInternal {
  constructor(private readonly notifications: DeveloperNotificationsService) {}

  @ServesInternal(developerNotificationsInternal.listDeveloperNotifications, { body: NotificationsQuery })
  list({ params, body }: InternalRequest<NotificationsQuery>): Promise<DeliveryPage> {
    return this.notifications.list(params['developerId']!, body);
  }

  @ServesInternal(developerNotificationsInternal.readDeveloperNotification)
  read({ params }: InternalRequest): Promise<DeliveryView> {
    return this.notifications.read(params['developerId']!, params['notificationId']!);
  }

  @ServesInternal(developerNotificationsInternal.sendDeveloperNotification)
  send({ params }: InternalRequest): Promise<undefined> {
    return this.notifications.sendAgain(params['developerId']!, params['notificationId']!);
  }
}
