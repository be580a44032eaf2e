import { Controller, Query } from '@nestjs/common';
import { CurrentDeveloper } from '@open-banking/access';
import { Serves } from '@open-banking/http';
import { sandboxOperations, type Operation } from '@open-banking/spec';
import { FollowQuery } from '../following/following.messages.js';
import { FollowedRequestsService } from './followed-requests.service.js';
import { RecordedRequests } from './requests.messages.js';

const row: Operation = sandboxOperations.listRecordedRequests as unknown as Operation;

@Controller()
export class RequestsController {
  constructor(private readonly requests: FollowedRequestsService) {}

  @Serves(row, {
    description:
      "Lists the requests of the developer's clients of the last seven days with their outcome, at the latest some seconds after the answer.",
    query: FollowQuery,
    answers: RecordedRequests,
  })
  list(@CurrentDeveloper() developer: string, @Query() query: FollowQuery): Promise<RecordedRequests> {
    return this.requests.follow(developer, query);
  }
}
