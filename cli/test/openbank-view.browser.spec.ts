import { runningBank } from '@open-banking/testing';
import { testBrowser } from '@open-banking/testing/browser';
import { viewsOf, type RunningView } from './a-view.js';
import { services } from '@open-banking/spec';

/** One act of an operator; openbank-view.browser.whole.spec.ts has the others, and looks at each page. */
describe('openbank view', () => {
  const bank = runningBank(services);
  const browser = testBrowser();
  const { viewOf } = viewsOf(bank);
  let dana: RunningView;
  beforeAll(async () => {
    dana = await viewOf('dana', 'read,act');
  });

  it('lets an operator with role act suspend and resume a client, with the reason and the operator in the audit', async () => {
    const { clientId } = await bank.client();
    const { page, close } = await browser.open(await dana.another());
    await page.fill('input[name=id]', clientId);
    await page.click('button:has-text("Find")');
    await page.waitForURL(`**/clients/${clientId}`);
    for (const [button, state] of [
      ['Suspend', 'suspended'],
      ['Resume', 'active'],
    ] as const) {
      await page.fill('input[name=reason]', `seen on the view: ${button}`);
      await page.click(`button:has-text("${button}")`);
      await page.waitForSelector(`[role=status]`);
      expect(await page.textContent('dl.facts .badge')).toBe(state);
    }
    expect(await page.textContent('main')).toContain(`operator ${dana.operator}`);
    await close();
  });
});
