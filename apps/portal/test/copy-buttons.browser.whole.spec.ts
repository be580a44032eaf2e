import { runningBank } from '@open-banking/testing';
import { barriersOn, testBrowser } from '@open-banking/testing/browser';

describe('the copy button of a block of code', () => {
  const bank = runningBank(['portal']);
  const browser = testBrowser();
  const clipboard = 'navigator.clipboard.readText()';

  it('copies the whole block by the keyboard alone, and says so to a screen reader, each time', async () => {
    const { page, close } = await browser.open(`${bank.baseUrl}/guides/curl`, {
      permissions: ['clipboard-read', 'clipboard-write'],
      bypassCSP: true,
    });
    const button = page.getByRole('button', { name: /^Copy/ }).first();
    const status = page.locator('p[role=status].spoken');
    expect(await status.textContent()).toBe('');
    await button.focus();
    await page.keyboard.press('Enter');
    await page.locator('p[role=status].spoken', { hasText: 'Copied' }).waitFor();
    const code = (await page.locator('main pre').first().textContent())!;
    expect(await page.evaluate(clipboard)).toBe(code.trimEnd());
    expect(await barriersOn(page)).toEqual([]);

    // Said again at the second time: the text goes away in between.
    await page.evaluate(`window.said = []; new MutationObserver(() => window.said.push(document.querySelector('p.spoken').textContent))
      .observe(document.querySelector('p.spoken'), { childList: true })`);
    await page.keyboard.press('Space');
    await page.waitForFunction('window.said.at(-1) === "Copied"');
    expect(await page.evaluate('window.said')).toEqual(['', 'Copied']);
    await close();
  });

  it('selects and copies the text where the browser gives no clipboard to scripts', async () => {
    const { page, close } = await browser.open(undefined, { permissions: ['clipboard-read'] });
    await page.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await page.goto(`${bank.baseUrl}/guides/curl`);
    await page.getByRole('button', { name: /^Copy/ }).first().click();
    await page.locator('p[role=status].spoken', { hasText: 'Copied' }).waitFor();
    const code = (await page.locator('main pre').first().innerText()).trimEnd();
    expect((await page.evaluate<string>('getSelection().toString()')).trimEnd()).toBe(code);
    await close();
  });

  it('is not there without script, where the page says the same', async () => {
    const { page, close } = await browser.open(`${bank.baseUrl}/guides/curl`, { javaScriptEnabled: false });
    expect(await page.locator('main pre').count()).toBeGreaterThan(0);
    expect(await page.locator('button').count()).toBe(0);
    await close();
  });
});
