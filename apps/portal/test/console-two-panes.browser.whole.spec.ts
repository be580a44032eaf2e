import { aisPis, consolePages, mandates, services } from '@open-banking/spec';
import { runningBank } from '@open-banking/testing';
import { barriersOn, screenshot, testBrowser, type Page } from '@open-banking/testing/browser';
import { ADeveloper } from './a-developer.js';
import { consented } from './a-consented-console.js';

describe('a page of the console', () => {
  const bank = runningBank(services);
  const browser = testBrowser();
  const at = (operationId: string) => `${bank.baseUrl}${consolePages.showConsoleOperation.path.replace('{operationId}', operationId)}`;

  /** A developer with a consent, in a real browser: the session is taken over from the scripted one. */
  const opened = async (width: number, javaScriptEnabled = true) => {
    const developer = await ADeveloper.signedIn(bank);
    await consented(bank, developer);
    const { page, close } = await browser.open(undefined, { viewport: { width, height: 800 }, bypassCSP: true, javaScriptEnabled });
    const cookies = developer.browser.cookies
      .for('/')!
      .split('; ')
      .map((cookie) => {
        const [name, ...value] = cookie.split('=');
        return { name: name!, value: value.join('='), url: bank.baseUrl };
      });
    await page.context().addCookies(cookies);
    return { page, close };
  };

  const boxOf = async (page: Page, selector: string) => (await page.locator(selector).boundingBox())!;
  const send = async (page: Page) => {
    await page.click('[value=send]');
    await page.waitForURL('**?call=*');
    await page.waitForLoadState();
  };
  const status = (page: Page) => page.locator('h2#answer + p .badge').innerText();

  it('has the response beside the request where there is room, and keeps it in view; below it on a phone', async () => {
    const wide = await opened(1_280);
    await wide.page.goto(at(aisPis.listTransactions.id));
    await send(wide.page);
    expect(await status(wide.page)).toBe('200');
    const [request, response] = [await boxOf(wide.page, 'section.request'), await boxOf(wide.page, 'section.response')];
    expect(response.x).toBeGreaterThan(request.x + request.width);
    expect(request.width + response.width).toBeGreaterThan(1_000);
    // At both ends of a long form.
    await wide.page.locator('[value=send]').scrollIntoViewIfNeeded();
    expect((await boxOf(wide.page, 'h2#answer')).y).toBeGreaterThanOrEqual(0);
    await wide.page.evaluate('scrollTo(0, 0)');
    expect((await boxOf(wide.page, 'h2#answer')).y).toBeLessThan(800);
    expect(await barriersOn(wide.page)).toEqual([]);
    await screenshot(wide.page, 'console-panes');
    await wide.page.click('details.headers summary');
    await wide.page.fill('[name="query.limit"]', '900');
    await send(wide.page);
    expect(await wide.page.locator('.fault').count()).toBe(1);
    expect(await barriersOn(wide.page)).toEqual([]);
    await screenshot(wide.page, 'console-fault');
    await wide.close();

    const narrow = await opened(390);
    await narrow.page.goto(at(aisPis.listTransactions.id));
    await send(narrow.page);
    const [above, below] = [await boxOf(narrow.page, 'section.request'), await boxOf(narrow.page, 'section.response')];
    expect(below.y).toBeGreaterThanOrEqual(above.y + above.height);
    // The page begins at its response.
    const { y } = await boxOf(narrow.page, 'h2#answer');
    expect(y).toBeGreaterThanOrEqual(-1);
    expect(y).toBeLessThan(400);
    expect(await barriersOn(narrow.page)).toEqual([]);
    await screenshot(narrow.page, 'console-panes-390');
    await narrow.close();
  });

  it('shows the same response after a reload, and sends nothing again', async () => {
    const { page, close } = await opened(1_280);
    await page.goto(at(aisPis.readAccountBalances.id));
    await send(page);
    const shown = async () => ({
      request: await page.locator('h2#answer + p code').innerText(),
      text: await page.getByLabel('Response body', { exact: true }).innerText(),
      calls: await page.locator('ol.calls li').count(),
    });
    const before = await shown();
    await page.reload();
    expect(await shown()).toEqual(before);
    await close();
  });

  it('remembers the language of the samples that was opened last, and keeps the place of the form', async () => {
    const { page, close } = await opened(1_280);
    await page.goto(at(aisPis.readAccountBalances.id));
    await send(page);
    const open = () =>
      page.locator('details[data-language][open]').evaluateAll((all) => all.map((one) => one.getAttribute('data-language')));
    expect(await open()).toEqual(['curl']);
    await page.click('details[data-language=Python] summary');
    expect(await open()).toEqual(['curl', 'Python']);
    await send(page);
    await page.waitForFunction("document.querySelectorAll('details[data-language][open]').length === 1");
    expect(await open()).toEqual(['Python']);

    await page.goto(at(aisPis.listTransactions.id));
    await page.fill('[name="query.limit"]', '7');
    await page.locator('[value=send]').scrollIntoViewIfNeeded();
    await send(page);
    await page.waitForFunction('scrollY > 100');
    expect((await boxOf(page, 'h2#answer')).y).toBeGreaterThanOrEqual(0);
    await close();
  });

  it('says that a call is under way once it takes a while', async () => {
    const { page, close } = await opened(390);
    await page.goto(at(aisPis.readConsentsMetadata.id));
    const status = page.locator('.sending[role=status]');
    expect(await status.textContent()).toBe('');
    // A script of a page that is about to be left cannot be asked: it reports by itself, and the call waits for it.
    const { promise: said, resolve } = Promise.withResolvers<string>();
    await page.exposeFunction('said', resolve);
    await page.evaluate(`new MutationObserver(() => said(document.querySelector('.sending').textContent))
      .observe(document.querySelector('.sending'), { childList: true })`);
    await page.route('**/readConsentsMetadata', async (route) => {
      await said;
      await route.continue();
    });
    await page.click('[value=send]', { noWaitAfter: true });
    expect(await said).toBe('Sending…');
    await page.waitForURL('**?call=*');
    await close();
  });

  it('works the same without script: typed fields, headers, the response, and a call that is sent again', async () => {
    const { page, close } = await opened(1_280, false);
    await page.goto(at(aisPis.listTransactions.id));
    expect(await page.getAttribute('[name="query.dateFrom"]', 'type')).toBe('date');
    expect(await page.inputValue('[name="query.dateFrom"]')).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    await page.fill('[name="query.limit"]', '900');
    await send(page);
    expect(await status(page)).toBe('400');
    expect(await page.locator('#field-query-limit-fault').innerText()).toBe('Must be a whole number from 1 to 500.');
    expect(await page.getAttribute('[name="query.limit"]', 'aria-invalid')).toBe('true');
    await page.fill('[name="query.limit"]', '3');
    await page.click('details.headers summary');
    await page.selectOption('[name="header.Accept"]', 'text/csv');
    await send(page);
    expect(await status(page)).toBe('200');
    expect((await page.getByLabel('Response body', { exact: true }).innerText()).split('\n')[0]).toContain('bookingStatus,transactionId');
    expect(await page.locator('#field-query-limit-fault').count()).toBe(0);
    // The form has the values of the call.
    expect([await page.inputValue('[name="query.limit"]'), await page.inputValue('[name="header.Accept"]')]).toEqual(['3', 'text/csv']);
    await page.locator('ol.calls a').nth(1).click();
    await page.waitForLoadState();
    expect([await status(page), await page.inputValue('[name="query.limit"]')]).toEqual(['400', '900']);
    expect(await page.title()).toContain(await page.locator('h1').innerText());
    await close();
  });

  it('leads on from a cancelled request: the customer is sent again, and the states passed are shown', async () => {
    const { page, close } = await opened(390);
    await page.goto(at(mandates.createMandate.id));
    await send(page);
    const goToBank = async () => {
      await page.click('[value=approve]');
      await page.waitForLoadState();
      await page.click('text=Go to the bank');
      // The customer is signed in already where one consented before.
      if ((await page.locator('[name=login]').count()) > 0) {
        await page.fill('[name=login]', bank.demo.login);
        await page.fill('[name=password]', bank.demo.password);
        await page.click('[value=sign-in]');
      }
      await page.locator('[value=approve]').waitFor();
    };
    await goToBank();
    await page.click('[value=cancel]');
    await page.getByRole('heading', { name: 'The customer did not approve' }).waitFor();
    expect(await page.locator('.lead').innerText()).toContain('RCVD');
    expect(await barriersOn(page)).toEqual([]);
    await screenshot(page, 'console-not-approved-390');
    await goToBank();
    await page.click('[value=approve]');
    await page.locator('.lead', { hasText: 'ACTV' }).waitFor();
    expect(await page.locator('ol.states li time').count()).toBe(2);
    expect(await page.locator('ul.next a').allInnerTexts()).toContain('See it as the customer');
    expect(await barriersOn(page)).toEqual([]);
    await close();
  });
});
