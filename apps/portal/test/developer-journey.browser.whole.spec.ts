import { runningBank } from '@open-banking/testing';
import { barriersOn, screenshot, testBrowser } from '@open-banking/testing/browser';
import { DeveloperInABrowser } from './a-developer-in-a-browser.js';
import { services } from '@open-banking/spec';

describe('a developer in a browser', () => {
  const bank = runningBank(services);
  const browser = testBrowser();

  it.each([
    [1_200, 'light'],
    [390, 'dark'],
  ] as const)('signs up, registers a client, rotates and removes it at %i pixels, %s', async (width, colorScheme) => {
    const { page, close } = await browser.open(`${bank.baseUrl}/developer/sign-up`, {
      viewport: { width, height: 800 },
      colorScheme,
      bypassCSP: true,
    });
    const developer = new DeveloperInABrowser(bank, page, async (name) => {
      expect([name, await barriersOn(page)]).toEqual([name, []]);
      await screenshot(page, `developer-${name}-${width}`);
    });
    await developer.signUp();
    await developer.registerRotateAndRemove();
    await close();
  });
});
