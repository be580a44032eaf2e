import { IsStep, IsTextField } from '@open-banking/pages';

export class MakeReceiverForm {
  @IsStep('make')
  readonly step!: 'make';
}

export class AnswersForm {
  @IsStep('answer-500', 'answer-slowly', 'answer-well')
  readonly step!: 'answer-500' | 'answer-slowly' | 'answer-well';

  /** How many of the next notifications. */
  @IsTextField({ max: 3 })
  readonly count!: string;
}
