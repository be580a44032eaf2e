import { Injectable } from '@nestjs/common';
import { type InternalRequest, RequestBatch, requestLogContracts, ServesInternal } from '@open-banking/contracts';
import { RequestsService } from './requests.service.js';

@Injectable()
export class RequestsInternal {
  constructor(private readonly requests: RequestsService) {}

  @ServesInternal(requestLogContracts.recordRequests)
  record({ body }: InternalRequest<RequestBatch>): Promise<void> {
    return this.requests.record(body.requests);
  }
}
