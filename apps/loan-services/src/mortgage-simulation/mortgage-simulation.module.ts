import { Module } from '@nestjs/common';
import { readSettings } from '@open-banking/config';
import { settings } from '../settings.js';
import type { WarningLimits } from './affordability.js';
import { MortgageSimulationController } from './mortgage-simulation.controller.js';
import { MortgageSimulationService, WARNING_LIMITS } from './mortgage-simulation.service.js';

function warningLimits(): WarningLimits {
  const { loanToValueWarningPerCent, paymentToIncomeWarningPerCent, termWarningMonths } = readSettings(settings);
  return {
    loanToValuePerCent: loanToValueWarningPerCent,
    paymentToIncomePerCent: paymentToIncomeWarningPerCent,
    termInMonths: termWarningMonths,
  };
}

@Module({
  controllers: [MortgageSimulationController],
  providers: [MortgageSimulationService, { provide: WARNING_LIMITS, useFactory: warningLimits }],
})
export class MortgageSimulationModule {}
