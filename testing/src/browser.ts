import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { AddressProxy } from './address-proxy.js';
import { chromiumPath } from './chromium.js';

export type { Page } from 'playwright-core';

/**
 * The address from which pages load axe: the proxy of the browser. A script without an address would be compiled again in each document,
 * which takes a third of the time of its checks.
 */
const axe = 'http://127.0.0.1/axe-core.js';
/** Node.js loads it once for a worker. jest would parse and compile its 3 MB again for each file. */
const { chromium: playwright } = process.getBuiltinModule('node:module').createRequire(import.meta.url)(
  'playwright-core',
) as typeof import('playwright-core');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules that can find in one colour scheme what they did not find in another. */
const rulesOfColours = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
const screenshots = join(import.meta.dirname, '../../screenshots');
const startMs = 300_000;
/** As long as a busy machine may need for a step that takes some milliseconds. */
const stepMs = 90_000;

/** A browser for one test file, available from `beforeAll` on. Each page has a context of its own, thus its own cookies. */
export class TestBrowser {
  readonly #proxy = new AddressProxy(new Map([[axe, createRequire(import.meta.url).resolve('axe-core/axe.min.js')]]));
  #browser?: Browser;

  async start(): Promise<void> {
    // The browser's own sandbox needs privileges that a test lacks; otherwise the settings are a customer's.
    const args = ['--no-sandbox', '--disable-gpu'];
    // Without it Chromium asks no proxy for addresses of this machine.
    const proxy = { server: await this.#proxy.start(), bypass: '<-loopback>' };
    this.#browser = await playwright.launch({ executablePath: await chromiumPath(), args, headless: true, proxy });
  }

  async stop(): Promise<void> {
    await this.#browser?.close();
    this.#proxy.stop();
  }

  /** A page at an address, or an empty one. `close` ends its context. */
  async open(
    address: string | undefined,
    options: BrowserContextOptions = {},
  ): Promise<{ readonly page: Page; readonly close: () => Promise<void> }> {
    const context = await this.#browser!.newContext(options);
    context.setDefaultTimeout(stepMs);
    const page = await context.newPage();
    if (address) await page.goto(address);
    return { page, close: () => context.close() };
  }
}

/** Starts a browser before the tests of a file and ends it after them. */
export function testBrowser(): TestBrowser {
  const browser = new TestBrowser();
  beforeAll(() => browser.start(), startMs);
  afterAll(() => browser.stop());
  return browser;
}

/**
 * The barriers that keep people from using a page, in both colour schemes or those given: violations of WCAG 2.2 A and AA that axe finds,
 * and text beyond the window's width. The page's context needs `bypassCSP`.
 */
export async function barriersOn(page: Page, schemes: readonly ('light' | 'dark')[] = ['dark', 'light']): Promise<string[]> {
  // A click waits until the next page begins, not until all of it is there.
  await page.waitForLoadState();
  if (!(await page.evaluate("'axe' in window"))) await page.addScriptTag({ url: axe });
  const found: string[] = [];
  for (const [index, colorScheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme });
    const barriers = await barriersAsShown(page, index === 0 ? rules : rulesOfColours);
    found.push(...barriers.map((barrier) => (colorScheme === 'dark' ? `dark: ${barrier}` : barrier)));
  }
  return found;
}

async function barriersAsShown(page: Page, runOnly: typeof rules | typeof rulesOfColours): Promise<string[]> {
  // Otherwise axe also describes each element without a fault: on a long page that takes longer than its checks.
  const { violations } = (await page.evaluate(`axe.run(${JSON.stringify({ runOnly, resultTypes: ['violations'] })})`)) as {
    violations: { id: string; nodes: { html: string }[] }[];
  };
  const overflowing = (await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')) as boolean;
  return [
    ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    ...(overflowing ? ['the page is wider than the window'] : []),
  ];
}

/** With `SCREENSHOTS=1`, keeps a picture of the whole page, light and dark, in the folder `screenshots`, to look at. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (process.env['SCREENSHOTS'] !== '1') return;
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: join(screenshots, `${name}-dark.png`), fullPage: true });
  await page.emulateMedia({ colorScheme: 'light' });
}
