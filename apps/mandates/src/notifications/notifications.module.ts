import { ServiceSettings } from '@open-banking/config';
import { Module } from '@nestjs/common';
import { CommandsModule, JobsModule, NotificationsService, notifying, SigningKeys } from '@open-banking/commands';
import { AlertOutboxModule } from '../alert-outbox/alert-outbox.module.js';
import { RemoteClientsService } from '../directory/remote-directory.service.js';

/** Notifies clients of status changes of their mandates. */
@Module({
  imports: [CommandsModule, JobsModule, AlertOutboxModule],
  providers: [RemoteClientsService, ...notifying(RemoteClientsService, ServiceSettings)],
  exports: [NotificationsService, SigningKeys],
})
export class NotificationsModule {}
