import { freshBank } from '@open-banking/testing';
import { barriersOn, screenshot, testBrowser } from '@open-banking/testing/browser';
import { services } from '@open-banking/spec';
import { kindPages, objectPath, type ObjectKind } from '../src/objects/object-kinds.js';
import { SandboxObjects } from './a-sandbox-object.js';

const slowMs = 300_000;

describe('the pages of consents, payments and mandates in a browser', () => {
  const bank = freshBank(services);
  const browser = testBrowser();
  let own: SandboxObjects;
  let shown: Readonly<Record<ObjectKind, string>>;
  beforeAll(async () => {
    own = await SandboxObjects.of(bank as never);
    const [waiting, settled] = [await own.payment('both'), await own.payment('any')];
    await own.settled(settled, 'ACSC');
    shown = { consent: await own.consent('both'), payment: settled, mandate: await own.mandate('any') };
    await own.act('mandate', shown.mandate, 'suspend');
    await own.act('payment', waiting, 'refuse-as-second-owner');
    await own.consent('any');
    await own.payment('both');
    await own.mandate('both');
  }, slowMs);

  const opened = async (path: string, width: number) => {
    const { page, close } = await browser.open(undefined, { viewport: { width, height: 900 }, bypassCSP: true });
    const [name, value] = own.one.developer.browser.cookies.for('/developer')!.split('=') as [string, string];
    await page.context().addCookies([{ name, value, url: bank.baseUrl }]);
    await page.goto(bank.baseUrl + path);
    return { page, close };
  };
  const kinds = Object.keys(kindPages) as ObjectKind[];

  it.each([390, 1_280].flatMap((width) => kinds.map((kind) => [kind, width] as const)))(
    'have no barrier in the list and on the page of one: %ss at %i pixels',
    async (kind, width) => {
      for (const [path, name] of [
        [kindPages[kind].list.path, `${kind}s`],
        [objectPath(kind, shown[kind]), kind],
      ] as const) {
        const { page, close } = await opened(path, width);
        expect([path, await barriersOn(page)]).toEqual([path, []]);
        await screenshot(page, `${name}-${width}`);
        await close();
      }
    },
    slowMs,
  );

  it(
    'read the states passed as a list with the current step, and do an action of the list by its button',
    async () => {
      const { page, close } = await opened(kindPages.consent.list.path, 1_280);
      await page.getByRole('button', { name: `Second owner approves: consent ${shown.consent.slice(0, 8)}` }).click();
      await page.getByText('The second owner has approved. Your client now sees').waitFor();
      const steps = page.getByRole('list', { name: 'States passed' }).getByRole('listitem');
      expect((await steps.allInnerTexts()).map((text) => text.split(/\s/)[0])).toEqual(['received', 'partiallyAuthorised', 'valid']);
      expect(await steps.nth(2).getAttribute('aria-current')).toBe('step');
      await close();
    },
    slowMs,
  );
});
