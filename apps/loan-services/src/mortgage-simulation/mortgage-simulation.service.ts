import { Inject, Injectable } from '@nestjs/common';
import { BankClock } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import type { WarningLimits } from './affordability.js';
import type { MortgageSimulation, MortgageSimulationQuery, MortgageSimulationRequest } from './mortgage-simulation.messages.js';
import { simulationOf } from './simulation.js';

export const WARNING_LIMITS = Symbol('loan-services:warning-limits');

@Injectable()
export class MortgageSimulationService {
  constructor(
    private readonly clock: BankClock,
    @Inject(WARNING_LIMITS) private readonly limits: WarningLimits,
  ) {}

  simulate(request: MortgageSimulationRequest, { schedule }: MortgageSimulationQuery): MortgageSimulation {
    const simulation = simulationOf(request, this.clock.today(), this.limits, schedule);
    if (!simulation)
      throw new Refusal([
        {
          code: 'PARAMETER_NOT_CONSISTENT',
          text: 'The rates, fees and index lead to costs beyond any representable amount or annual percentage rate: lower them.',
        },
      ]);
    return simulation;
  }
}
