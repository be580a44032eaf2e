import { IsOneOf, IsText, Optional } from '@open-banking/http/field.decorator';
import { executionChecksInternal } from '@open-banking/spec';
import Type from 'typebox';
import { contracts } from './contract.js';

/** Codes of four characters; any can be shown to the client. */
export const IsStatusReason = () => IsText({ matches: /^[A-Z0-9]{4}$/, must: 'be an ISO 20022 ExternalStatusReason1Code such as FRAD' });

/** The answer of the bank's own check (docs/ports/execution-checks.json). */
export class ExecutionCheckAnswer {
  @IsText({ min: 43, max: 43 }) readonly factsHash!: string;
  @IsOneOf('allow', 'refuse', 'hold') readonly decision!: 'allow' | 'refuse' | 'hold';
  /** The reason of a refusal; MS03 where it is left out. */
  @Optional() @IsStatusReason() readonly reason?: string;
  /** For operators; neither client nor customer is shown it. */
  @Optional() @IsText({ min: 1, max: 500, notBlank: true }) readonly note?: string;
}

export const executionChecksContracts = contracts(executionChecksInternal, {
  answerExecutionCheck: {
    body: ExecutionCheckAnswer,
    response: Type.Object({
      decision: Type.String(),
    }),
  },
});
