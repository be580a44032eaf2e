import { Injectable } from '@nestjs/common';
import { type AlertChoice, AlertChoiceQuery, directoryContracts, type InternalRequest, ServesInternal } from '@open-banking/contracts';
import { AlertChoicesService } from './alert-choices.service.js';

/** Serves customers' choices to the mandates service, which sends alerts of its own. */
@Injectable()
export class AlertChoicesInternal {
  constructor(private readonly choices: AlertChoicesService) {}

  @ServesInternal(directoryContracts.readAlertChoice)
  async choice({ body: { psuId } }: InternalRequest<AlertChoiceQuery>): Promise<{ choice?: AlertChoice }> {
    return { choice: await this.choices.choiceFor(psuId) };
  }
}
