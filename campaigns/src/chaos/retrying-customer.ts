import type { Customer } from '@open-banking/installation/customers-file';
import { Browser, formsOf } from '@open-banking/sandbox/third-party';
import { type RetryPolicy, payee } from '@open-banking/sandbox/payer';
import { creditorName } from './retrying-creditor.js';

/** A button takes effect at once or after one confirmation page. */
const maxPresses = 3;

/** A customer on the bank's own pages (`/customer`), who signs in and presses a button until the page no longer has it. */
export class RetryingCustomer {
  constructor(
    private readonly baseUrl: string,
    private readonly customer: Customer,
    private readonly retryPolicy: RetryPolicy,
    private readonly from?: string,
  ) {}

  /** Cancels a dated payment, or finds that it is too late. A payment that was not approved in time is not the customer's: the bank redirects to the list. */
  cancel(paymentId: string): Promise<true> {
    return this.pressUntilGone('cancel-payment', `/customer/payments/${paymentId}`, payee, '/customer/payments');
  }

  /** Refunds a collection, or finds that it is already refunded. */
  refund(mandateId: string, collectionId: string): Promise<true> {
    return this.pressUntilGone(`refund:${collectionId}`, `/customer/mandates/${mandateId}`, creditorName);
  }

  /** Presses and confirms a button until the page no longer has it. A page without the text `shows` does not count: while a service is down, its page says so or redirects to the list. */
  private pressUntilGone(step: string, address: string, shows: string, list?: string): Promise<true> {
    return this.retryPolicy.retry(`${step} at ${address}`, async () => {
      const browser = new Browser(this.baseUrl, this.from);
      await browser.open('/customer');
      await browser.press('sign-in', { login: this.customer.login, password: this.customer.password });
      const { status } = await browser.open(address);
      if (status === 200 && browser.url.pathname === list) return true;
      if (status !== 200 || browser.url.pathname !== address || !browser.response.text.includes(shows)) return undefined;
      if (!hasButton(browser, step)) return true;
      for (let press = 0; press < maxPresses && hasButton(browser, step); press += 1) await browser.press(step);
      return undefined;
    });
  }
}

const hasButton = ({ response }: Browser, step: string): boolean =>
  formsOf(response.text).some(({ buttons }) => buttons.some(({ value }) => value === step));
