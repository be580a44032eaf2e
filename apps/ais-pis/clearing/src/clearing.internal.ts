import { Injectable } from '@nestjs/common';
import {
  ClearingAnswer,
  clearingContracts,
  type ClearingRule,
  ClearingRuleRequest,
  type InstructionPage,
  InstructionsQuery,
  type InternalRequest,
  ReceivedInstructionsQuery,
  ServesInternal,
} from '@open-banking/contracts';
import { ClearingFileService } from './clearing-file.service.js';
import type { InstructionRow } from './clearing-file.statements.js';
import { ClearingSimulatorService } from './simulator.service.js';

/** Clearing operations for the bank's connector and operators; in the sandbox also the simulator's rules. */
@Injectable()
export class ClearingInternal {
  constructor(
    private readonly file: ClearingFileService,
    private readonly simulator: ClearingSimulatorService,
  ) {}

  @ServesInternal(clearingContracts.listInstructions)
  list({ body }: InternalRequest<InstructionsQuery>): Promise<InstructionPage> {
    return this.file.list(body);
  }

  @ServesInternal(clearingContracts.answerInstruction)
  answer({ operator, params, body }: InternalRequest<ClearingAnswer>): Promise<{ state: string }> {
    return this.file.answer(params['instructionId']!, body, operator);
  }

  @ServesInternal(clearingContracts.listReceived)
  received({ body: { from = 0 } }: InternalRequest<ReceivedInstructionsQuery>): readonly InstructionRow[] {
    return this.simulator.received(from);
  }

  @ServesInternal(clearingContracts.listClearingRules)
  rules(): Promise<ClearingRule[]> {
    return this.file.rules();
  }

  @ServesInternal(clearingContracts.addClearingRule)
  addRule({ body }: InternalRequest<ClearingRuleRequest>): Promise<{ ruleId: string }> {
    return this.file.addRule(body);
  }

  @ServesInternal(clearingContracts.removeClearingRule)
  removeRule({ params }: InternalRequest): Promise<undefined> {
    return this.file.removeRule(params['ruleId']!);
  }
}
