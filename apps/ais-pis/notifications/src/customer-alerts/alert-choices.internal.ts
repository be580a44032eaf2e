import { Injectable } from '@nestjs/common';
import { IsFormat, ServesInternal, type InternalRequest } from '@open-banking/http';
import type { AlertChoice } from '@open-banking/issuer';
import { directoryInternal } from '@open-banking/spec';
import { AlertChoicesService } from './alert-choices.service.js';

class AlertChoiceQuery {
  @IsFormat('uuid') readonly psuId!: string;
}

/** Serves customers' choices to the mandates service, which sends alerts of its own. */
@Injectable()
export class AlertChoicesInternal {
  constructor(private readonly choices: AlertChoicesService) {}

  @ServesInternal(directoryInternal.readAlertChoice, { body: AlertChoiceQuery })
  async choice({ body: { psuId } }: InternalRequest<AlertChoiceQuery>): Promise<{ choice?: AlertChoice }> {
    return { choice: await this.choices.choiceFor(psuId) };
  }
}
