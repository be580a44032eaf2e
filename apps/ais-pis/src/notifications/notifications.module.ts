import { ServiceSettings } from '@open-banking/config';
import { Module } from '@nestjs/common';
import { CommandsModule, JobsModule, NotificationsService, notifying, SigningKeys } from '@open-banking/commands';
import { ClientDirectoryService } from '../directory/clients.service.js';
import { AlertOutboxModule } from '../alert-outbox/alert-outbox.module.js';
import { DirectoryModule } from '../directory/directory.module.js';

/** Notifies clients of changes to their consents and payments. */
@Module({
  imports: [DirectoryModule, CommandsModule, JobsModule, AlertOutboxModule],
  providers: notifying(ClientDirectoryService, ServiceSettings),
  exports: [NotificationsService, SigningKeys],
})
export class NotificationsModule {}
