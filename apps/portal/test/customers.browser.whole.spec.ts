import { randomUUID } from 'node:crypto';
import { runningBank } from '@open-banking/testing';
import { barriersOn, screenshot, testBrowser, type Page } from '@open-banking/testing/browser';
import { customerEditorPages, developerPages, services } from '@open-banking/spec';
import { AScenarist } from './a-scenarist.js';

describe('the pages of customers in a browser', () => {
  const bank = runningBank(services);
  const browser = testBrowser();

  const listPage = async ({ developer }: AScenarist, width: number, colorScheme: 'light' | 'dark') => {
    const { page, close } = await browser.open(undefined, { viewport: { width, height: 900 }, bypassCSP: true, colorScheme });
    const [name, value] = developer.browser.cookies.for('/developer')!.split('=') as [string, string];
    await page.context().addCookies([{ name, value, url: bank.baseUrl }]);
    await page.goto(bank.baseUrl + customerEditorPages.showSandboxCustomers.path);
    return { page, close };
  };
  const button = (page: Page, step: string) => page.locator(`button[value="${step}"]`);
  const isWide = (page: Page): Promise<boolean> => page.evaluate('document.documentElement.scrollWidth > innerWidth');

  it.each([
    [390, 'light'],
    [1_280, 'light'],
    [390, 'dark'],
    [1_280, 'dark'],
  ] as const)(
    'create a customer, let money come in and change the data, at %i pixels, %s',
    async (width, scheme) => {
      const one = await AScenarist.of(bank);
      const { page, close } = await listPage(one, width, scheme);
      const looksAt = async (name: string) => {
        expect([name, await barriersOn(page)]).toEqual([name, []]);
        expect([name, await isWide(page)]).toEqual([name, false]);
        await screenshot(page, `customers-${name}-${width}-${scheme}`);
      };
      await looksAt('none');
      await page.locator('[name=preset]').selectOption('overdrawn');
      await page.locator('[name=secondOwner]').check();
      await button(page, 'create').click();
      await page.getByText('The customer has been created.').waitFor();
      await looksAt('created');
      await page.getByText('Transfer to Everyday account').click();
      await button(page, 'receive').first().click();
      await page.getByText('250.00 ILS from Acme Ltd has been booked.').waitFor();

      await page.locator('[name=preset]').selectOption('mortgageInArrears');
      await button(page, 'load-preset').click();
      await page.getByText('"unpaidInstalments": 3').waitFor();
      const data = await page.locator('textarea').inputValue();
      await page
        .locator('textarea')
        .fill(data.replace('"unpaidInstalments": 3', '"unpaidInstalments": 99').replace('900000.00', '900000.001'));
      await button(page, 'save').click();
      await page.locator('#data-faults').getByText('/loans/0/amount').waitFor();
      await looksAt('faults');
      await page.locator('textarea').fill(data);
      await button(page, 'save').click();
      await page.getByText('The data are saved').waitFor();
      await page.getByRole('rowheader', { name: 'Loan' }).waitFor();
      await page.goto(bank.baseUrl + customerEditorPages.showSandboxCustomers.path);
      await looksAt('list');
      await page.getByRole('link', { name: 'Ruth Dayan' }).click();
      await page.getByText('Delete this customer').click();
      await button(page, 'delete').click();
      await page.getByText('The customer has been deleted.').waitFor();
      await close();
    },
    600_000,
  );

  it('show an action that is under way, reload by themselves, and lead on when it has ended', async () => {
    const one = await AScenarist.of(bank);
    const { page, close } = await listPage(one, 390, 'light');
    const database = bank.database('portal');
    const actionId = randomUUID();
    await database.query(
      `insert into developer_action (action_id, developer_id, title, back, begun_at, alive_until)
       select $1, developer_id, 'Creating the customer…', $2, now(), now() + interval '1 minute' from developer where email = $3`,
      [actionId, customerEditorPages.showSandboxCustomers.path, one.developer.email],
    );
    // With the fragment of the form that began it.
    await page.goto(`${bank.baseUrl}${developerPages.showAction.path.replace('{actionId}', actionId)}#data`);
    await page.getByRole('heading', { name: 'Creating the customer…' }).waitFor();
    expect(await barriersOn(page)).toEqual([]);
    await screenshot(page, 'action-390');
    // The page reloads without a click.
    await database.query(`update developer_action set ended_at = now(), says = 'It is done.', go_to = back where action_id = $1`, [
      actionId,
    ]);
    await page.getByText('It is done.').waitFor();
    expect(new URL(page.url()).pathname).toBe(customerEditorPages.showSandboxCustomers.path);
    await close();
  }, 300_000);
});
