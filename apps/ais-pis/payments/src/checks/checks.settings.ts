import { IsHttpUrl, IsOneOf, IsReadableFile, IsWholeNumber, onlyWith, Setting } from '@open-banking/config';
import { IsOptional } from '@open-banking/config/class-validator';
import type { TimeoutOutcome } from './execution-check.js';

const outcomes = ['refuse', 'allow', 'hold'] as const satisfies readonly TimeoutOutcome[];

/** Injectable. */
export class ExecutionCheckSettings {
  @Setting(
    "URL of the bank's own checks (sanctions, fraud, limits): each payment is told there after its approval, before money is decided on (docs/payment-checks.md, docs/ports/execution-checks.json).",
  )
  @IsOptional()
  @IsHttpUrl()
  readonly executionCheckUrl?: string;

  @Setting(
    'JWK Set of the public keys (P-256) that the server at EXECUTION_CHECK_URL signs its answers with; read for each answer.',
    onlyWith('EXECUTION_CHECK_URL'),
  )
  @IsOptional()
  @IsReadableFile()
  readonly executionCheckKeysFile?: string;

  @Setting('Seconds in which a check must be answered.', onlyWith('EXECUTION_CHECK_URL'))
  @IsWholeNumber(1, 86_400)
  readonly executionCheckSeconds: number = 30;

  @Setting(
    'What becomes of a payment whose check was not answered in time: `refuse`, `allow`, or `hold` for a person.',
    onlyWith('EXECUTION_CHECK_URL'),
  )
  @IsOneOf(outcomes)
  readonly executionCheckTimeout: TimeoutOutcome = 'hold';

  @Setting(
    'Seconds in which the check of an instant payment must be answered. Its scheme gives 10 for all.',
    onlyWith('EXECUTION_CHECK_URL'),
  )
  @IsWholeNumber(1, 8)
  readonly executionCheckInstantSeconds: number = 4;

  @Setting(
    'The same for instant payments. One that is held is refused when the time of its scheme is over.',
    onlyWith('EXECUTION_CHECK_URL'),
  )
  @IsOneOf(outcomes)
  readonly executionCheckInstantTimeout: TimeoutOutcome = 'refuse';
}
