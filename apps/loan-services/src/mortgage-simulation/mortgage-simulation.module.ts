import { Module } from '@nestjs/common';
import { LoanServicesSettings } from '../settings.js';
import type { WarningLimits } from './affordability.js';
import { MortgageSimulationController } from './mortgage-simulation.controller.js';
import { MortgageSimulationService, WARNING_LIMITS } from './mortgage-simulation.service.js';

const warningLimits = (settings: LoanServicesSettings): WarningLimits => ({
  loanToValuePerCent: settings.loanToValueWarningPerCent,
  paymentToIncomePerCent: settings.paymentToIncomeWarningPerCent,
  termInMonths: settings.termWarningMonths,
});

@Module({
  controllers: [MortgageSimulationController],
  providers: [MortgageSimulationService, { provide: WARNING_LIMITS, inject: [LoanServicesSettings], useFactory: warningLimits }],
})
export class MortgageSimulationModule {}
