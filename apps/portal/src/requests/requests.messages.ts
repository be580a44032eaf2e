import { RecordedRequests } from '@open-banking/access';
import { IsMessage } from '@open-banking/http';

/** A batch of answered requests. */
export class RequestBatch {
  @IsMessage(RecordedRequests) readonly requests!: RecordedRequests;
}
