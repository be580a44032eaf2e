import { Injectable } from '@nestjs/common';
import { type InternalRequest, RequestBatch, type RequestDetailBatch, requestLogContracts, ServesInternal } from '@open-banking/contracts';
import { RecordedBodiesService } from './recorded-bodies.service.js';
import { RequestsService } from './requests.service.js';

@Injectable()
export class RequestsInternal {
  constructor(
    private readonly requests: RequestsService,
    private readonly bodies: RecordedBodiesService,
  ) {}

  @ServesInternal(requestLogContracts.recordRequests)
  record({ body }: InternalRequest<RequestBatch>): Promise<void> {
    return this.requests.record(body.requests);
  }

  @ServesInternal(requestLogContracts.recordRequestDetails)
  async recordDetails({ body }: InternalRequest<RequestDetailBatch>): Promise<{ readonly accepted: number }> {
    await this.bodies.record(body.details);
    return { accepted: body.details.length };
  }

  @ServesInternal(requestLogContracts.forgetRequestBodies)
  async forgetBodies(): Promise<void> {
    await this.bodies.forgetAll();
  }
}
