import { ServiceSettings } from '@open-banking/config';
import { Module } from '@nestjs/common';
import { CommandsModule, JobsModule, NotificationsService, notifying, SigningKeys } from '@open-banking/commands';
import { ClientDirectoryService, AlertOutboxModule, DirectoryModule } from '@open-banking/ais-pis-directory';

/** Notifies clients of changes to their consents and payments. */
@Module({
  imports: [DirectoryModule, CommandsModule, JobsModule, AlertOutboxModule],
  providers: notifying(ClientDirectoryService, ServiceSettings),
  exports: [NotificationsService, SigningKeys],
})
export class NotificationsModule {}
