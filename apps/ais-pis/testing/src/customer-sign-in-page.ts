import type { TestCustomer } from '@open-banking/testing';
import type { Page } from '@open-banking/testing/browser';

/** Fills in the sign-in page of the customer's own pages, and waits for the page that follows. */
export async function signInOn(page: Page, { login, password }: TestCustomer): Promise<void> {
  await page.fill('[name=login]', login);
  await page.fill('[name=password]', password);
  await page.click('[value=sign-in]');
  await page.locator('[value=sign-out]').waitFor();
}
