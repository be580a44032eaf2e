import { Injectable } from '@nestjs/common';
import { ServesInternal, type InternalRequest } from '@open-banking/http';
import { clearingInternal } from '@open-banking/spec';
import { ClearingFileService } from './clearing-file.service.js';
import type { InstructionRow } from './clearing-file.statements.js';
import {
  ClearingAnswer,
  ClearingRuleRequest,
  InstructionsQuery,
  ReceivedInstructionsQuery,
  type ClearingRule,
  type InstructionPage,
} from './clearing.messages.js';
import { ClearingSimulatorService } from './simulator.service.js';

/** Clearing operations for the bank's connector and operators; in the sandbox also the simulator's rules. */
@Injectable()
export class ClearingInternal {
  constructor(
    private readonly file: ClearingFileService,
    private readonly simulator: ClearingSimulatorService,
  ) {}

  @ServesInternal(clearingInternal.listInstructions, { body: InstructionsQuery })
  list({ body }: InternalRequest<InstructionsQuery>): Promise<InstructionPage> {
    return this.file.list(body);
  }

  @ServesInternal(clearingInternal.answerInstruction, { body: ClearingAnswer })
  answer({ operator, params, body }: InternalRequest<ClearingAnswer>): Promise<{ state: string }> {
    return this.file.answer(params['instructionId']!, body, operator);
  }

  @ServesInternal(clearingInternal.listReceived, { body: ReceivedInstructionsQuery })
  received({ body: { from = 0 } }: InternalRequest<ReceivedInstructionsQuery>): readonly InstructionRow[] {
    return this.simulator.received(from);
  }

  @ServesInternal(clearingInternal.listClearingRules)
  rules(): Promise<ClearingRule[]> {
    return this.file.rules();
  }

  @ServesInternal(clearingInternal.addClearingRule, { body: ClearingRuleRequest })
  addRule({ body }: InternalRequest<ClearingRuleRequest>): Promise<{ ruleId: string }> {
    return this.file.addRule(body);
  }

  @ServesInternal(clearingInternal.removeClearingRule)
  removeRule({ params }: InternalRequest): Promise<undefined> {
    return this.file.removeRule(params['ruleId']!);
  }
}
