import { ExecutionCheckAnswer } from '@open-banking/contracts';
import { IsFormat } from '@open-banking/http';

/** The same as the answer to the request itself. */
export class SignedCheckAnswer extends ExecutionCheckAnswer {
  @IsFormat('uuid') readonly checkId!: string;
}
