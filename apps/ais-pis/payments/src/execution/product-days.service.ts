import { Injectable } from '@nestjs/common';
import { BankClock, Database } from '@open-banking/database';
import { WhenDue } from '@open-banking/service';
import { keepProductDays } from '@open-banking/ais-pis-ledger';
import { PaymentProducts } from '../payment-products.js';

/** Keeps the days of the payment products in the database, where a change of the calendar moves what waits for them. */
@Injectable()
export class ProductDaysService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly products: PaymentProducts,
  ) {}

  /** Repeated each minute, because on the schema of the last release the service starts before the table is there. */
  @WhenDue()
  async keep(): Promise<void> {
    const products = this.products.known.map((product) => {
      const { currencies, cutOff, restDays = [], answerWithin } = this.products.schemeOfPayment(product);
      return {
        product,
        currencies,
        anyDay: cutOff === undefined,
        restDays,
        ...('businessDays' in answerWithin && { answerBusinessDays: answerWithin.businessDays }),
      };
    });
    await this.database.rows(keepProductDays, JSON.stringify(products), this.clock.timeZone);
  }
}
