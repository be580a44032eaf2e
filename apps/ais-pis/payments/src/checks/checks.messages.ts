import { IsFormat, IsOneOf, IsText, Optional } from '@open-banking/http';
import type { PortDecision } from './execution-check.js';

/** Codes of four characters; any can be shown to the client. */
export const IsStatusReason = () => IsText({ matches: /^[A-Z0-9]{4}$/, must: 'be an ISO 20022 ExternalStatusReason1Code such as FRAD' });

/** What the bank's own check answers (docs/ports/execution-checks.json). */
export class ExecutionCheckAnswer {
  @IsText({ min: 43, max: 43 }) readonly factsHash!: string;
  @IsOneOf('allow', 'refuse', 'hold') readonly decision!: PortDecision;
  /** Of a refusal; MS03 where it is left out. */
  @Optional() @IsStatusReason() readonly reason?: string;
  /** For operators; neither client nor customer is shown it. */
  @Optional() @IsText({ min: 1, max: 500, notBlank: true }) readonly note?: string;
}

/** The same as the answer to the request itself. */
export class SignedCheckAnswer extends ExecutionCheckAnswer {
  @IsFormat('uuid') readonly checkId!: string;
}
