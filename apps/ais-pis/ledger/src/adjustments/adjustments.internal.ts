import { Injectable } from '@nestjs/common';
import { ServesInternal, type InternalRequest } from '@open-banking/http';
import { adjustmentsInternal } from '@open-banking/spec';
import { AdjustmentRequest, AdjustmentsQuery, type AdjustmentPage, type AdjustmentView } from './adjustments.messages.js';
import { AdjustmentsService } from './adjustments.service.js';

@Injectable()
export class AdjustmentsInternal {
  constructor(private readonly adjustments: AdjustmentsService) {}

  @ServesInternal(adjustmentsInternal.proposeAdjustment, { body: AdjustmentRequest })
  propose({ operator = '', params: { adjustmentId = '' }, body }: InternalRequest<AdjustmentRequest>): Promise<AdjustmentView> {
    return this.adjustments.propose(adjustmentId, operator, body);
  }

  @ServesInternal(adjustmentsInternal.approveAdjustment)
  approve({ operator = '', params: { adjustmentId = '' } }: InternalRequest): Promise<AdjustmentView> {
    return this.adjustments.approve(adjustmentId, operator);
  }

  @ServesInternal(adjustmentsInternal.refuseAdjustment)
  refuse({ operator = '', params: { adjustmentId = '' } }: InternalRequest): Promise<AdjustmentView> {
    return this.adjustments.refuse(adjustmentId, operator);
  }

  @ServesInternal(adjustmentsInternal.listAdjustments, { body: AdjustmentsQuery })
  list({ body }: InternalRequest<AdjustmentsQuery>): Promise<AdjustmentPage> {
    return this.adjustments.list(body);
  }
}
