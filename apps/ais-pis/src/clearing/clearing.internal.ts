import { Injectable } from '@nestjs/common';
import { ServesInternal, type InternalRequest } from '@open-banking/http';
import { clearingInternal } from '@open-banking/spec';
import { ClearingFile } from './clearing-file.service.js';
import type { InstructionRow } from './clearing-file.statements.js';
import {
  ClearingAnswer,
  ClearingRuleRequest,
  InstructionsAsked,
  ReceivedAsked,
  type ClearingRule,
  type InstructionPage,
} from './clearing.messages.js';
import { ClearingSimulator } from './simulator.service.js';

/** Clearing for the bank's connector and its operators; in the sandbox also the rules of the simulator. */
@Injectable()
export class ClearingInternal {
  constructor(
    private readonly file: ClearingFile,
    private readonly simulator: ClearingSimulator,
  ) {}

  @ServesInternal(clearingInternal.listInstructions, { body: InstructionsAsked })
  list({ body }: InternalRequest<InstructionsAsked>): Promise<InstructionPage> {
    return this.file.list(body);
  }

  @ServesInternal(clearingInternal.answerInstruction, { body: ClearingAnswer })
  answer({ operator, params, body }: InternalRequest<ClearingAnswer>): Promise<{ state: string }> {
    return this.file.answer(params['instructionId']!, body, operator);
  }

  @ServesInternal(clearingInternal.listReceived, { body: ReceivedAsked })
  received({ body: { from = 0 } }: InternalRequest<ReceivedAsked>): readonly InstructionRow[] {
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
