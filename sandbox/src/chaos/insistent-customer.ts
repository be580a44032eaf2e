import type { Customer } from '../demo-bank/bank.js';
import { Browser } from '../third-party/browser.js';
import { formsOf } from '../third-party/forms.js';
import type { Insistence } from './insistence.js';
import { collector } from './insistent-creditor.js';
import { payee } from './orders.js';

/** Between a button and what it does stands at most a page that asks whether that is meant. */
const mostPresses = 3;

/** A customer on the bank's own pages (`/customer`), who signs in and presses again until the button is gone. */
export class InsistentCustomer {
  constructor(
    private readonly baseUrl: string,
    private readonly customer: Customer,
    private readonly insist: Insistence,
    private readonly from?: string,
  ) {}

  /** Cancels a payment that waits for its day, or finds that it is too late. One that was never approved in time is not among the customer's: the list is shown. */
  cancel(paymentId: string): Promise<true> {
    return this.until('cancel-payment', `/customer/payments/${paymentId}`, payee, '/customer/payments');
  }

  /** Takes back what was collected, or finds that it was taken back before. */
  refund(mandateId: string, collectionId: string): Promise<true> {
    return this.until(`refund:${collectionId}`, `/customer/mandates/${mandateId}`, collector);
  }

  /** Presses this button of a page, and confirms it, until the page has it no more. `shows`: while a service is away, its page says so, or leads back to the list. */
  private until(step: string, address: string, shows: string, list?: string): Promise<true> {
    return this.insist.on(`${step} at ${address}`, async () => {
      const browser = new Browser(this.baseUrl, this.from);
      await browser.open('/customer');
      await browser.press('sign-in', { login: this.customer.login, password: this.customer.password });
      const { status } = await browser.open(address);
      if (status === 200 && browser.at.pathname === list) return true;
      if (status !== 200 || browser.at.pathname !== address || !browser.seen.text.includes(shows)) return undefined;
      if (!offers(browser, step)) return true;
      for (let press = 0; press < mostPresses && offers(browser, step); press += 1) await browser.press(step);
      return undefined;
    });
  }
}

const offers = ({ seen }: Browser, step: string): boolean =>
  formsOf(seen.text).some(({ buttons }) => buttons.some(({ value }) => value === step));
