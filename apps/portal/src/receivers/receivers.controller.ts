import { Controller, Param, Query } from '@nestjs/common';
import { CurrentDeveloper } from '@open-banking/access';
import { Serves } from '@open-banking/http';
import { sandboxOperations, type Operation } from '@open-banking/spec';
import { FollowQuery } from '../following/following.messages.js';
import { ReceivedNotifications, SandboxReceiver } from './receivers.messages.js';
import { SandboxReceiversService } from './sandbox-receivers.service.js';

const rows = sandboxOperations as unknown as Record<keyof typeof sandboxOperations, Operation>;

@Controller()
export class ReceiversController {
  constructor(private readonly receivers: SandboxReceiversService) {}

  @Serves(rows.putSandboxReceiver, {
    description:
      "Makes the receiver of one of the developer's clients, an address that takes notifications and keeps them for seven days, or returns the one that it has.",
    answers: SandboxReceiver,
    refuses: ['RESOURCE_UNKNOWN'],
  })
  put(@CurrentDeveloper() developer: string, @Param() { clientId }: { readonly clientId: string }): Promise<SandboxReceiver> {
    return this.receivers.put(developer, clientId);
  }

  @Serves(rows.listReceivedNotifications, {
    description:
      "Lists what has arrived at the receivers of the developer's clients, as it came, so that a program can verify it and pass it on.",
    query: FollowQuery,
    answers: ReceivedNotifications,
  })
  list(@CurrentDeveloper() developer: string, @Query() query: FollowQuery): Promise<ReceivedNotifications> {
    return this.receivers.follow(developer, query);
  }
}
