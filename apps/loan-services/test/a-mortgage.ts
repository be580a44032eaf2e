import type { MortgageSimulationRequest } from '../src/mortgage-simulation/mortgage-simulation.messages.js';

export const eur = (amount: string) => ({ currency: 'EUR', amount });

export const aTrack = {
  name: 'A',
  share: '100',
  interestType: 'fixed',
  annualInterestRate: '6',
  termInMonths: 240,
  repaymentMethod: 'annuity',
} as const;

/** 200,000 at 6 % over 20 years with a fee of 4,000: example 1 of the Commission's workbook. */
export const aMortgage: MortgageSimulationRequest = {
  propertyValue: eur('300000'),
  loanAmount: eur('200000'),
  drawdownDate: '2026-01-15',
  tracks: [aTrack],
  fees: [{ type: 'arrangement', amount: eur('4000'), timing: 'upfront' }],
};
