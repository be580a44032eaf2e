import { Controller, Param } from '@nestjs/common';
import { Serves } from '@open-banking/http';
import { Refusal, unknownPathText } from '@open-banking/messages';
import { gatewayProbe, type Operation } from '@open-banking/spec';
import Type, { type Static } from 'typebox';
import { ProbedService } from './ready-periods.service.js';

const Probed = Type.Object({ service: Type.String() });
const row = gatewayProbe.answerGatewayProbe as unknown as Operation;

/** Answers the probes that this service sends itself through the gateway. The name of another service is no path here. */
@Controller()
export class GatewayProbeController {
  constructor(private readonly probed: ProbedService) {}

  @Serves(row, { description: 'Answers under the name of this service, whatever its state.', answers: Probed })
  answer(@Param('service') service: string): Static<typeof Probed> {
    if (service !== this.probed.name) throw new Refusal([{ code: 'RESOURCE_UNKNOWN', text: unknownPathText }]);
    return { service };
  }
}
