import { codes } from '@open-banking/messages';
import { operations, sandboxRowsOf, services } from '@open-banking/spec';
import { runningBank } from '@open-banking/testing';
import { barriersOn, screenshot, testBrowser, type Page } from '@open-banking/testing/browser';

/** For a page of each operation and code. */
const sweepMs = 300_000;
const widths = [1_280, 390] as const;

const operationIds = [...operations, ...sandboxRowsOf('portal')].map(({ id }) => id);
const pages = [
  ...['/reference', '/errors', '/status', '/reading', '/versions', '/changelog', '/guides/package'],
  ...operationIds.map((id) => `/reference/${id}`),
  ...Object.keys(codes).map((code) => `/errors/${code}`),
];

/** Words of code, of cells and of links that stand in two lines, with all folds open; and whether the page is wider than the window. */
const brokenWords = `(() => {
  for (const fold of document.querySelectorAll('main details')) fold.open = true;
  const broken = new Set();
  for (const part of document.querySelectorAll('main code, main td, main th, main a, main .type')) {
    if (part.closest('pre')) continue;
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (const word of text.data.matchAll(/[\\p{L}\\p{N}]{2,}/gu)) {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top / 4)));
        if (lines.size > 1) broken.add(word[0]);
      }
  }
  if (document.documentElement.scrollWidth > innerWidth) broken.add('the page is too wide');
  return [...broken];
})()`;

describe('the reference in a browser', () => {
  const bank = runningBank(services);
  const browser = testBrowser();

  it.each(widths)(
    'breaks no name within a word on any page of operations, errors and documents, at %i pixels',
    async (width) => {
      const { page, close } = await browser.open(undefined, { viewport: { width, height: 900 } });
      const found: [string, string[]][] = [];
      for (const path of pages) {
        await page.goto(bank.baseUrl + path);
        const broken = await page.evaluate(brokenWords);
        if ((broken as string[]).length > 0) found.push([path, broken as string[]]);
      }
      expect(found).toEqual([]);
      // The sweep finds a word that is broken.
      await page.evaluate(
        "{ const [name] = document.querySelectorAll('main a'); name.textContent = 'listTransactions'; Object.assign(name.style, { display: 'block', width: '4em', overflowWrap: 'anywhere' }); }",
      );
      expect(await page.evaluate(brokenWords)).toContain('listTransactions');
      await close();
    },
    sweepMs,
  );

  const shownColumns = (page: Page) =>
    page.evaluate(
      "[...document.querySelectorAll('table.operations')].map((table) => [...table.querySelectorAll('th')].map((cell) => Math.round(cell.getBoundingClientRect().width)).join(' '))",
    ) as Promise<string[]>;

  it('gives the tables of all products the same columns', async () => {
    const { page, close } = await browser.open(`${bank.baseUrl}/reference`, { viewport: { width: 1_280, height: 900 } });
    const columns = await shownColumns(page);
    expect(columns.length).toBeGreaterThan(6);
    expect(new Set(columns).size).toBe(1);
    await close();
  });

  it('lists all operations beside the page, with the current one marked, and folds the list on a phone', async () => {
    const { page, close } = await browser.open(`${bank.baseUrl}/reference/createPayment`, { viewport: { width: 1_280, height: 900 } });
    const links = page.locator('nav.side li a');
    expect(await links.count()).toBe(operationIds.length);
    expect(await links.first().isVisible()).toBe(true);
    expect(await page.locator('nav.side [aria-current=page]').textContent()).toBe('Create payment');
    const listTop = "document.querySelector('nav.side').getBoundingClientRect().top";
    await page.evaluate('scrollTo(0, 3000)');
    expect(await page.evaluate(listTop)).toBe(16);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await links.first().isVisible()).toBe(false);
    await page.locator('nav.side summary').click();
    expect(await links.first().isVisible()).toBe(true);
    await close();
  });

  it(
    'leads from the first operation to the last by its links to the next one, and back by the previous one',
    async () => {
      const { page, close } = await browser.open(`${bank.baseUrl}/reference/${operationIds[0]}`, {});
      const ids = [operationIds[0]];
      for (let next = page.locator('a[rel=next]'); (await next.count()) > 0; next = page.locator('a[rel=next]')) {
        await page.goto(bank.baseUrl + (await next.getAttribute('href')));
        ids.push(page.url().split('/').at(-1)!);
        expect(await page.locator('a[rel=prev]').getAttribute('href')).toBe(`/reference/${ids.at(-2)}`);
      }
      expect(new Set(ids)).toEqual(new Set(operationIds));
      expect(ids.length).toBe(operationIds.length);
      await close();
    },
    sweepMs,
  );

  it('shows an IBAN as one in the fields of an account, with the pattern behind a fold', async () => {
    const { page, close } = await browser.open(`${bank.baseUrl}/reference/createPayment`, {});
    const account = page.locator('.fields > li', { has: page.locator('> p > code', { hasText: /^creditorAccount$/ }) }).first();
    expect(await account.locator('> p').first().textContent()).toMatch(/creditorAccount · object · required/);
    const iban = account.locator('.fields > li', { has: page.locator('> p > code', { hasText: /^iban$/ }) }).first();
    expect(await iban.isVisible()).toBe(false);
    await account.locator('> details > summary').click();
    expect(await iban.locator('> p').first().textContent()).toMatch(/iban · IBAN · optional/);
    expect(await iban.locator('pre').isVisible()).toBe(false);
    await iban.locator('summary').click();
    expect(await iban.locator('pre').textContent()).toContain('^[A-Z]{2}[0-9]{2}');
    await close();
  });

  it('lists statuses and codes with their meaning', async () => {
    const { page, close } = await browser.open(`${bank.baseUrl}/reference/readPaymentStatus`, {});
    const status = page.locator('.fields > li', { has: page.locator('> p > code', { hasText: /^transactionStatus$/ }) }).first();
    await status.locator('summary').click();
    expect(await status.locator('li', { hasText: 'ACSP' }).textContent()).toMatch(/^ACSP: The account has been debited/);
    await close();
  });

  it.each([
    '/reference',
    '/reference/createPayment',
    '/reference/listTransactions',
    '/errors',
    '/errors/PAYMENT_FAILED',
    '/errors/ACCESS_EXCEEDED',
    '/reading',
    '/status',
    '/changelog',
  ])(
    'has no barrier (axe) at %s in both widths and schemes, with all folds open',
    async (path) => {
      const { page, close } = await browser.open(bank.baseUrl + path, { bypassCSP: true });
      await page.evaluate("document.querySelectorAll('main details').forEach((fold) => (fold.open = true))");
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        expect([width, await barriersOn(page, ['light', 'dark'])]).toEqual([width, []]);
        await screenshot(page, `reading${path.replaceAll('/', '-')}-${width}`);
      }
      await close();
    },
    sweepMs,
  );
});
