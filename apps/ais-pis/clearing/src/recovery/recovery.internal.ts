import { Injectable } from '@nestjs/common';
import { ServesInternal, type InternalRequest } from '@open-banking/http';
import { recoveryInternal } from '@open-banking/spec';
import { ReceivedInstruction, RecoveryEnd, type RecoveryState, type RecoveryOutcome } from './recovery.messages.js';
import { RecoveryService } from './recovery.service.js';

@Injectable()
export class RecoveryInternal {
  constructor(private readonly recovery: RecoveryService) {}

  @ServesInternal(recoveryInternal.readRecovery)
  read(): Promise<RecoveryState> {
    return this.recovery.state();
  }

  @ServesInternal(recoveryInternal.takeInstruction, { body: ReceivedInstruction })
  take({ operator = '', params: { instructionId = '' }, body }: InternalRequest<ReceivedInstruction>): Promise<RecoveryOutcome> {
    return this.recovery.take(instructionId, operator, body);
  }

  @ServesInternal(recoveryInternal.endRecovery, { body: RecoveryEnd })
  end({ operator = '', body }: InternalRequest<RecoveryEnd>): Promise<RecoveryState> {
    return this.recovery.end(operator, body.despiteProblems ?? false);
  }
}
