import { Module } from '@nestjs/common';
import { JobsModule, Notifications, notifying, SigningKeys } from '@open-banking/commands';
import { SETTINGS } from '@open-banking/service';
import { RemoteClients } from '../issuers/remote-directory.service.js';

/** Clients are told when their mandates change. */
@Module({ imports: [JobsModule], providers: [RemoteClients, ...notifying(RemoteClients, SETTINGS)], exports: [Notifications, SigningKeys] })
export class NotificationsModule {}
