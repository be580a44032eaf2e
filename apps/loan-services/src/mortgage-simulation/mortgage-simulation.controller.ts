import { Body, Controller, Query } from '@nestjs/common';
import { Serves, type BankDay, type Shapes } from '@open-banking/http';
import type { Fault } from '@open-banking/messages';
import { loanServices } from '@open-banking/spec';
import { inconsistencies } from './consistency.js';
import { MortgageSimulation, MortgageSimulationQuery, MortgageSimulationRequest } from './mortgage-simulation.messages.js';
import { MortgageSimulationService } from './mortgage-simulation.service.js';

// 200, not 201: a simulation leaves nothing behind.
const shapes = {
  body: MortgageSimulationRequest,
  query: MortgageSimulationQuery,
  answers: MortgageSimulation,
  status: 200,
  refuses: ['PARAMETER_NOT_CONSISTENT'],
  consistency: (request: MortgageSimulationRequest, { today }: BankDay, misformed: readonly Fault[]) =>
    inconsistencies(request, today, misformed),
} satisfies Shapes;

@Controller()
export class MortgageSimulationController {
  constructor(private readonly simulations: MortgageSimulationService) {}

  @Serves(loanServices.simulateMortgage, shapes)
  simulate(@Body() request: MortgageSimulationRequest, @Query() query: MortgageSimulationQuery): MortgageSimulation {
    return this.simulations.simulate(request, query);
  }

  @Serves(loanServices.simulateMortgageV1, shapes)
  simulateV1(@Body() request: MortgageSimulationRequest, @Query() query: MortgageSimulationQuery): MortgageSimulation {
    return this.simulations.simulate(request, query);
  }
}
