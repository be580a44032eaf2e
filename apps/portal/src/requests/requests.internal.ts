import { Injectable } from '@nestjs/common';
import { ServesInternal, type InternalRequest } from '@open-banking/http';
import { requestLogInternal } from '@open-banking/spec';
import { RequestBatch } from './requests.messages.js';
import { RequestsService } from './requests.service.js';

@Injectable()
export class RequestsInternal {
  constructor(private readonly requests: RequestsService) {}

  @ServesInternal(requestLogInternal.recordRequests, { body: RequestBatch })
  record({ body }: InternalRequest<RequestBatch>): Promise<void> {
    return this.requests.record(body.requests);
  }
}
