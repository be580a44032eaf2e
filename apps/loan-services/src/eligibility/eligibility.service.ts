import { Injectable } from '@nestjs/common';
import type { CustomerPrincipal } from '@open-banking/access';
import { BankClock, Database } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { storedNumbers, toAccount, type Numbers } from '../branch-accounts/branch-accounts.js';
import { money } from '../loans/money.js';
import { daysBetween } from '../mortgage-simulation/interval.js';
import { eligibilityOf, type Offer as Offered } from './eligibility.js';
import type { LoanEligibility, Offer } from './eligibility.messages.js';
import { applicantOfAccount, loanProducts } from './eligibility.statements.js';

@Injectable()
export class EligibilityService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
  ) {}

  async read({ psuId, granted }: CustomerPrincipal, numbers: Numbers): Promise<LoanEligibility> {
    const asOf = this.clock.today();
    const row = await this.database.row(applicantOfAccount, psuId, granted, ...storedNumbers(numbers), asOf);
    if (!row) throw new Refusal('RESOURCE_UNKNOWN');
    const products = await this.database.rows(loanProducts, row.usage, row.currency);
    const daysPastDue = row.oldestUnpaidDate === null ? 0 : daysBetween(row.oldestUnpaidDate, asOf);
    const { eligible, reasons, offers } = eligibilityOf({ ...row, daysPastDue }, row, products, asOf);
    return { account: toAccount(row), asOf, eligible, reasons: [...reasons], offers: offers.map((offer) => toOffer(offer, row.currency)) };
  }
}

const toOffer = ({ product, maximumAmount, estimatedInstalment, aprc, validUntil }: Offered, currency: string): Offer => ({
  product: product.product,
  minimumAmount: money(currency, product.minimumAmount),
  maximumAmount: money(currency, maximumAmount),
  currency,
  termInMonths: { minimum: product.minimumTerm, maximum: product.maximumTerm },
  annualInterestRate: product.annualInterestRate,
  estimatedInstalment: money(currency, estimatedInstalment),
  aprc,
  validUntil,
});
