import { runningBank } from '@open-banking/testing';
import { screenshot, testBrowser } from '@open-banking/testing/browser';
import { DeveloperInABrowser } from './a-developer-in-a-browser.js';
import { services } from '@open-banking/spec';

/** developer-journey.browser.whole.spec.ts looks at each of these pages with axe. */
describe('a developer in a browser', () => {
  const bank = runningBank(services);
  const browser = testBrowser();

  it('signs up, registers a client, rotates and removes it', async () => {
    const { page, close } = await browser.open(`${bank.baseUrl}/developer/sign-up`);
    const developer = new DeveloperInABrowser(bank, page, (name) => screenshot(page, `developer-${name}`));
    await developer.signUp();
    await developer.registerRotateAndRemove();
    await close();
  });
});
