import { Injectable } from '@nestjs/common';
import { amountFault } from '@open-banking/messages';
import { readForm } from '@open-banking/pages';
import { PaymentProducts } from '@open-banking/ais-pis-payments';
import type { Customer, PageResult, Visit } from '../visit/customer-router.js';
import { CustomerVisitsService } from '../visit/visits.service.js';
import { CustomerLimitsService } from './customer-limits.service.js';
import { LimitsForm } from './limits.form.js';
import { limitsPage, type FilledLimits, type LimitField } from './limits.pages.js';

/** The page of the customer's own limits. */
@Injectable()
export class LimitViewsService {
  constructor(
    private readonly limits: CustomerLimitsService,
    private readonly visits: CustomerVisitsService,
    private readonly products: PaymentProducts,
  ) {}

  async show(visit: Visit, customer: Customer, sent?: FilledLimits): Promise<PageResult> {
    const [header, set] = await Promise.all([this.visits.header(visit, customer), this.limits.list(customer.psuId)]);
    const known = sent ? [sent, ...set] : set;
    const limits = this.products.instantCurrencies.map(
      (currency): FilledLimits => known.find((one) => one.currency === currency) ?? { currency, perPayment: null, perDay: null },
    );
    return { text: limitsPage(visit.frame, { ...header, limits }), ...(sent && { refused: true }) };
  }

  /** Nothing is changed where one of the two is no amount. */
  async change(visit: Visit, customer: Customer): Promise<PageResult> {
    const { currency, perPayment, perDay } = readForm([LimitsForm], visit.form);
    // The bank's products have changed since the page was shown.
    if (!this.products.instantCurrencies.includes(currency)) return { goTo: '/customer/limits', done: 'changed' };
    const [forPayment, forDay] = [amountIn(perPayment, currency), amountIn(perDay, currency)];
    if (forPayment === undefined || forDay === undefined) {
      const wrong: LimitField[] = [
        ...(forPayment === undefined ? ['perPayment' as const] : []),
        ...(forDay === undefined ? ['perDay' as const] : []),
      ];
      return this.show(visit, customer, { currency, perPayment, perDay, wrong });
    }
    await this.limits.set(customer.psuId, { currency, perPayment: forPayment, perDay: forDay });
    return { goTo: '/customer/limits', done: 'limited' };
  }
}

/** Null: no limit; undefined: no amount of this currency. People write a point or a comma. */
function amountIn(text: string, currency: string): string | null | undefined {
  if (text === '') return null;
  const amount = text.replace(',', '.');
  return /^\d{1,14}(\.\d{1,4})?$/.test(amount) && amountFault({ currency, amount }) === undefined ? amount : undefined;
}
