import { Injectable } from '@nestjs/common';
import {
  type InternalRequest,
  ReceivedInstruction,
  recoveryContracts,
  RecoveryEnd,
  type RecoveryOutcome,
  type RecoveryState,
  ServesInternal,
} from '@open-banking/contracts';
import { RecoveryService } from './recovery.service.js';

@Injectable()
export class RecoveryInternal {
  constructor(private readonly recovery: RecoveryService) {}

  @ServesInternal(recoveryContracts.readRecovery)
  read(): Promise<RecoveryState> {
    return this.recovery.state();
  }

  @ServesInternal(recoveryContracts.takeInstruction)
  take({ operator = '', params: { instructionId = '' }, body }: InternalRequest<ReceivedInstruction>): Promise<RecoveryOutcome> {
    return this.recovery.take(instructionId, operator, body);
  }

  @ServesInternal(recoveryContracts.endRecovery)
  end({ operator = '', body }: InternalRequest<RecoveryEnd>): Promise<RecoveryState> {
    return this.recovery.end(operator, body.despiteProblems ?? false);
  }
}
