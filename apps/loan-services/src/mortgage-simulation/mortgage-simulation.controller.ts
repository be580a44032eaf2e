import { Body, Controller, Query } from '@nestjs/common';
import { Serves, type BankDay, type Shapes } from '@open-banking/http';
import type { Fault } from '@open-banking/messages';
import { loanServices } from '@open-banking/spec';
import { inconsistencies } from './consistency.js';
import { MortgageSimulation, MortgageSimulationQuery, MortgageSimulationRequest } from './mortgage-simulation.messages.js';
import { MortgageSimulationService } from './mortgage-simulation.service.js';

// 200, not 201: a simulation creates nothing.
const shapes = {
  body: MortgageSimulationRequest,
  query: MortgageSimulationQuery,
  answers: MortgageSimulation,
  status: 200,
  refuses: ['PARAMETER_NOT_CONSISTENT'],
  consistency: (request: MortgageSimulationRequest, { today }: BankDay, misformed: readonly Fault[]) =>
    inconsistencies(request, today, misformed),
} satisfies Omit<Shapes, 'description'>;

@Controller()
export class MortgageSimulationController {
  constructor(private readonly simulations: MortgageSimulationService) {}

  @Serves(loanServices.simulateMortgage, {
    ...shapes,
    description:
      'Simulates a mortgage: instalments, total cost, annual percentage rate of charge and repayment schedule. The bank keeps nothing of it.',
  })
  simulate(@Body() request: MortgageSimulationRequest, @Query() query: MortgageSimulationQuery): MortgageSimulation {
    return this.simulations.simulate(request, query);
  }

  @Serves(loanServices.simulateMortgageV1, {
    ...shapes,
    description: 'Simulates a mortgage exactly as `POST /mortgageSimulation` does, under its versioned path and with a limit of its own.',
  })
  simulateV1(@Body() request: MortgageSimulationRequest, @Query() query: MortgageSimulationQuery): MortgageSimulation {
    return this.simulations.simulate(request, query);
  }
}
