import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { aisPis, services } from '@open-banking/spec';
import { runningBank, until } from '@open-banking/testing';
import { barriersOn, screenshot, testBrowser, type Page } from '@open-banking/testing/browser';
import { KeyboardUser } from './keyboard-user.js';

const run = promisify(execFile);
const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) process.stdout.write('python3 is not on the PATH: the Python calls of the console are not run\n');

describe('the console', () => {
  const bank = runningBank(services);
  const browser = testBrowser();
  const at = (operationId: string) => `${bank.baseUrl}/developer/console/operations/${operationId}`;
  let accounts = 0;

  /** A developer with an account of the portal, signed in. */
  const developer = async (width = 1_100) => {
    const opened = await browser.open(`${bank.baseUrl}/developer/sign-up`, { viewport: { width, height: 800 }, bypassCSP: true });
    const { page } = opened;
    const email = `console-${Date.now()}-${++accounts}@example.com`;
    await page.fill('[name=email]', email);
    await page.fill('[name=password]', 'twelve or more characters');
    await page.click('[value=sign-up]');
    await page.click('[value=confirm-here]');
    await page.getByRole('heading', { name: 'Your clients' }).waitFor();
    return { ...opened, email };
  };

  /** What a customer does on the bank's pages, with the sign-in that the console shows. */
  const atBank = async (page: Page, step: 'approve' | 'refuse') => {
    // A click waits until the next page begins, not until all of it is there.
    await page.waitForLoadState();
    const [login, password] = await page.locator('dl.facts dd').allInnerTexts();
    await page.click('text=Go to the bank');
    await page.fill('[name=login]', login!);
    await page.fill('[name=password]', password!);
    await page.click('[value=sign-in]');
    await page.locator(`[value=${step}]`).waitFor();
    await page.waitForLoadState();
    for (const box of await page.locator('[type=checkbox]').all()) await box.check();
    await page.click(`[value=${step}]`);
  };

  const consented = async (page: Page, operationId: string) => {
    await page.goto(at(operationId));
    await page.click('[value=ask]');
    await atBank(page, 'approve');
    await page.waitForURL(at(operationId));
  };

  const answerOn = async (page: Page) => {
    const status = page.locator('h2#answer + p .badge');
    await status.waitFor();
    return { status: await status.innerText(), text: await page.getByLabel('Response body', { exact: true }).innerText() };
  };

  const pasted = async (page: Page, language: string): Promise<string> => {
    const command = await page.getByLabel(`The call with ${language}`).textContent();
    return (await run('sh', ['-c', command!])).stdout;
  };

  it("leads from its first page to a customer's balances, with calls that run as they are pasted", async () => {
    const { page, close, email } = await developer();
    await page.goto(`${bank.baseUrl}/developer/console`);
    expect(await barriersOn(page)).toEqual([]);
    await page.click('text=readAccountBalances');
    expect(await barriersOn(page)).toEqual([]);
    await page.check('[value=transactions]');
    await page.uncheck('[value=accounts]');
    await page.click('[value=ask]');
    const asked = JSON.parse((await page.getByLabel('Request as sent').textContent())!.split('\n\n')[1]!) as { access: unknown };
    expect(asked.access).toEqual({ balances: [], transactions: [] });
    expect(await barriersOn(page)).toEqual([]);
    await screenshot(page, 'console-approve');
    await atBank(page, 'approve');
    await page.waitForURL(at('readAccountBalances'));
    expect(await page.locator('.notice.done').innerText()).toContain('balances, transactions');
    await page.click('[value=send]');

    const { status, text } = await answerOn(page);
    expect(status).toBe('200');
    const { balances } = JSON.parse(text) as { balances: { balanceAmount: unknown }[] };
    expect(balances.length).toBeGreaterThan(0);
    expect(await page.locator('tr', { hasText: 'minute' }).textContent()).toMatch(/minute[\d,]+ of [\d,]+resets in [\d]+ (?:s|min)/);
    expect(await barriersOn(page)).toEqual([]);
    await screenshot(page, 'console-answer');
    for (const language of ['curl', 'Node', ...(hasPython ? ['Python'] : [])]) {
      const said = await pasted(page, language);
      expect([language, said]).toEqual([language, expect.stringContaining('200')]);
      expect(JSON.parse(said.slice(said.indexOf('{')))).toEqual(JSON.parse(text));
    }

    const token = /Bearer (\S+)/.exec((await page.getByLabel('Request as sent').textContent())!)![1]!;
    const { rows: tables } = await bank
      .database('portal')
      .query<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public'");
    const dump = await Promise.all(
      tables.map(async ({ name }) => JSON.stringify((await bank.database('portal').query(`select t::text from "${name}" t`)).rows)),
    );
    expect(dump.join()).toContain(email);
    for (const form of [token, Buffer.from(token).toString('hex')]) expect(dump.join()).not.toContain(form);
    await close();
  });

  it("shows the bank's refusal with a link to its code, and says beforehand which permission is missing", async () => {
    const { page, close } = await developer(390);
    await consented(page, 'listAccounts');
    await page.click('[value=send]');
    expect(await answerOn(page)).toMatchObject({ status: '200' });
    expect(await barriersOn(page)).toEqual([]);
    await screenshot(page, 'console-answer-390');
    await page.goto(at('readAccountBalances'));
    expect(await page.locator('.notice.note').innerText()).toContain('balances');
    await page.click('[value=send]');
    expect(await answerOn(page)).toMatchObject({ status: '401' });
    await page.click('ul.faults a');
    await page.waitForURL('**/errors/CONSENT_INVALID');
    await close();
  });

  it('leads from the sign-up to a final payment by keyboard alone, with the focus visible and in order', async () => {
    const { page, close } = await browser.open(`${bank.baseUrl}/developer/sign-up`, {
      viewport: { width: 1_100, height: 800 },
      bypassCSP: true,
    });
    const keys = new KeyboardUser(page);
    await keys.tabTo('[name=email]');
    await page.keyboard.type(`keys-${Date.now()}@example.com`);
    await keys.tabTo('[name=password]');
    await page.keyboard.type('twelve or more characters');
    await keys.press('[value=sign-up]');
    await keys.press('a[href*="confirmation?code"]');
    await keys.tabTo('[name=password]');
    await page.keyboard.type('twelve or more characters');
    await keys.press('[value=confirm]');
    await keys.press('nav a[href="/developer/console"]');
    await keys.press(`main li a[href$="/${aisPis.createPayment.id}"]`);
    expect(await barriersOn(page)).toEqual([]);
    await keys.press('[value=send]');
    expect(await answerOn(page)).toMatchObject({ status: '201' });
    await keys.press('[value=approve]');
    const [login, secret] = await page.locator('dl.facts dd').allInnerTexts();
    await keys.press('a.button');
    // The bank's page focuses its first field itself.
    await page.locator('[name=login]:focus').waitFor();
    await page.keyboard.type(login!);
    await keys.tabTo('[name=password]');
    await page.keyboard.type(secret!);
    await page.keyboard.press('Enter');
    await page.locator('[value=approve]').waitFor();
    await keys.press('[value=approve]');
    await page.waitForURL('**/developer/console/status?*');
    // The page asks again by itself.
    await page.locator('.lead', { hasText: 'ACCC' }).waitFor();
    expect(await page.locator('ol.states li code').allInnerTexts()).toEqual(['RCVD', 'ACTC', 'ACFC', 'ACSP', 'ACCC']);
    expect(JSON.parse((await answerOn(page)).text)).toMatchObject({ transactionStatus: 'ACCC' });
    expect(await barriersOn(page)).toEqual([]);
    await screenshot(page, 'console-payment');
    await close();
  });

  it('shows why a payment was refused: by the customer, and by the bank', async () => {
    const { page, close } = await developer();
    await page.goto(at('createPayment'));
    await page.click('[value=send]');
    const { paymentId } = JSON.parse((await answerOn(page)).text) as { paymentId: string };
    await page.click('[value=approve]');
    await atBank(page, 'refuse');
    await page.getByRole('heading', { name: 'The customer did not approve' }).waitFor();
    expect(await page.title()).toContain('The customer did not approve');
    expect(await page.locator('.notice.alert').innerText()).toContain('access_denied');
    // Refused is final: the customer is not sent again.
    expect(await page.locator('[value=approve]').count()).toBe(0);
    expect(await page.locator('.lead').innerText()).toContain('RJCT');
    await page.goto(`${bank.baseUrl}/developer/console/status?id=${paymentId}`);
    expect(await answerOn(page)).toMatchObject({ status: '200', text: expect.stringContaining('PAYMENT_FAILED') as string });
    expect(await page.locator('ul.faults li').innerText()).toContain('CUST');

    await page.goto(at('createPayment'));
    const body = await page.inputValue('[name=body]');
    await page.fill('[name=body]', body.replace('12.50', '-1'));
    await page.click('[value=send]');
    expect(await answerOn(page)).toMatchObject({ status: '400' });
    expect(await page.locator('ul.faults li').innerText()).toContain('/instructedAmount/amount');
    expect(await page.locator('#field-body-fault').innerText()).toContain('/instructedAmount/amount');
    // The text stays, to be corrected.
    expect(await page.inputValue('[name=body]')).toContain('-1');
    await close();
  });

  it('gives a mandate and cancels it with the customer', async () => {
    const { page, close } = await developer();
    await page.goto(at('createMandate'));
    await page.click('[value=send]');
    expect(await answerOn(page)).toMatchObject({ status: '201' });
    await page.click('[value=approve]');
    await atBank(page, 'approve');
    await page.locator('.lead', { hasText: 'ACTV' }).waitFor();
    expect(JSON.parse((await answerOn(page)).text)).toMatchObject({ mandateStatus: 'ACTV' });
    await page.goto(at('deleteMandate'));
    await page.click('[value=send]');
    expect(await answerOn(page)).toMatchObject({ status: '202' });
    await page.click('[value=approve]');
    await atBank(page, 'approve');
    await page.locator('.lead', { hasText: 'CANC' }).waitFor();
    expect(JSON.parse((await answerOn(page)).text)).toMatchObject({ mandateStatus: 'CANC' });
    await close();
  });

  it('has nothing for another session that brings what a browser keeps, nor for an approval that was not asked for', async () => {
    const mine = await developer();
    await consented(mine.page, 'listAccounts');
    const [kept] = (await mine.page.context().cookies()).filter(({ name }) => name === 'console');
    expect(kept).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
    await mine.page.goto(`${bank.baseUrl}/developer/console`);
    expect(await mine.page.getByText('Active tokens').count()).toBe(1);

    const theirs = await developer();
    await theirs.page.context().addCookies([kept!]);
    await theirs.page.goto(`${bank.baseUrl}/developer/console`);
    expect(await theirs.page.getByText('Active tokens').count()).toBe(0);
    await theirs.page.goto(`${bank.baseUrl}/developer/console/callback?code=x&state=y`);
    expect(await theirs.page.getByRole('heading', { name: 'This approval is unknown' }).count()).toBe(1);

    await mine.page.click('[value=forget]');
    await until('forgotten', async () => (await mine.page.getByText('Active tokens').count()) === 0);
    await mine.close();
    await theirs.close();
  });

  it('asks for sign-in first', async () => {
    const { page, close } = await browser.open(`${bank.baseUrl}/developer/console/operations/listAccounts`);
    await page.waitForURL('**/developer?next=*');
    expect(await page.getByRole('heading', { name: 'Sign in' }).count()).toBe(1);
    await close();
  });
});
