import { Module } from '@nestjs/common';
import { JobsModule, Notifications, notifying, SigningKeys } from '@open-banking/commands';
import { SETTINGS } from '@open-banking/service';
import { ClientDirectory } from '../directory/clients.service.js';
import { DirectoryModule } from '../directory/directory.module.js';

/** Clients are told when their consents and payments change. */
@Module({ imports: [DirectoryModule, JobsModule], providers: notifying(ClientDirectory, SETTINGS), exports: [Notifications, SigningKeys] })
export class NotificationsModule {}
