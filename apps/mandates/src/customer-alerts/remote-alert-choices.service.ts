import { Injectable } from '@nestjs/common';
import { InternalCalls } from '@open-banking/access';
import { type AlertChoice, directoryContracts } from '@open-banking/contracts';
import { AlertChoices } from '@open-banking/issuer';
import { Refusal } from '@open-banking/messages';
import { directoryInternal } from '@open-banking/spec';

/** Asks ais-pis what a customer has chosen; while it is down, alerts wait. */
@Injectable()
export class RemoteAlertChoicesService extends AlertChoices {
  constructor(private readonly calls: InternalCalls) {
    super();
  }

  async choiceFor(psuId: string): Promise<AlertChoice | undefined> {
    const answer = await this.calls.call('ais-pis', directoryContracts.readAlertChoice, { body: { psuId } });
    if (!answer) throw new Refusal('SERVICE_UNAVAILABLE', { operation: directoryInternal.readAlertChoice.id });
    return answer.choice;
  }
}
