import { IsStep } from '@open-banking/pages';

export class SendAgainForm {
  @IsStep('send-again')
  readonly step!: 'send-again';
}
