import { Injectable } from '@nestjs/common';
import {
  type AdjustmentPage,
  AdjustmentRequest,
  adjustmentsContracts,
  AdjustmentsQuery,
  type AdjustmentView,
  type InternalRequest,
  ServesInternal,
} from '@open-banking/contracts';
import { AdjustmentsService } from './adjustments.service.js';

@Injectable()
export class AdjustmentsInternal {
  constructor(private readonly adjustments: AdjustmentsService) {}

  @ServesInternal(adjustmentsContracts.proposeAdjustment)
  propose({ operator = '', params: { adjustmentId = '' }, body }: InternalRequest<AdjustmentRequest>): Promise<AdjustmentView> {
    return this.adjustments.propose(adjustmentId, operator, body);
  }

  @ServesInternal(adjustmentsContracts.approveAdjustment)
  approve({ operator = '', params: { adjustmentId = '' } }: InternalRequest): Promise<AdjustmentView> {
    return this.adjustments.approve(adjustmentId, operator);
  }

  @ServesInternal(adjustmentsContracts.refuseAdjustment)
  refuse({ operator = '', params: { adjustmentId = '' } }: InternalRequest): Promise<AdjustmentView> {
    return this.adjustments.refuse(adjustmentId, operator);
  }

  @ServesInternal(adjustmentsContracts.listAdjustments)
  list({ body }: InternalRequest<AdjustmentsQuery>): Promise<AdjustmentPage> {
    return this.adjustments.list(body);
  }
}
