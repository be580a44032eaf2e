import { Controller, Param } from '@nestjs/common';
import { CurrentPrincipal, type CustomerPrincipal } from '@open-banking/access';
import { Serves } from '@open-banking/http';
import { loanServices } from '@open-banking/spec';
import type { Numbers } from '../branch-accounts/branch-accounts.js';
import { LoanEligibility } from './eligibility.messages.js';
import { EligibilityService } from './eligibility.service.js';

@Controller()
export class EligibilityController {
  constructor(private readonly eligibility: EligibilityService) {}

  @Serves(loanServices.readLoanEligibility, {
    description:
      "Reads whether the bank would offer the owner of an account a loan, why not, and on which terms. It is decided by income, debt service, arrears, the length of the relationship and the bank's products; all loans of the account count.",
    answers: LoanEligibility,
  })
  read(@CurrentPrincipal() principal: CustomerPrincipal, @Param() numbers: Numbers): Promise<LoanEligibility> {
    return this.eligibility.read(principal, numbers);
  }
}
