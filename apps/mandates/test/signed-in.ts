import { Browser, type RunningBank, type TestCustomer } from '@open-banking/testing';

/** A browser in which the customer has signed in on the bank's pages. */
export async function signedIn(bank: RunningBank, customer: TestCustomer): Promise<Browser> {
  const browser = new Browser(bank.baseUrl, (await bank.client()).from);
  await browser.open('/customer');
  await browser.press('sign-in', { login: customer.login, password: customer.password });
  return browser;
}
