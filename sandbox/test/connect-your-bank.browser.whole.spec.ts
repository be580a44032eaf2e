import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePorts } from '@open-banking/installation/ports';
import { services } from '@open-banking/spec';
import { registeredClients, runningBank } from '@open-banking/testing';
import { barriersOn, screenshot, testBrowser, type Page } from '@open-banking/testing/browser';

const program = fileURLToPath(new URL('../../docs/guides/programs/connect-your-bank.mjs', import.meta.url));
const startMs = 120_000;

describe('connect-your-bank.mjs', () => {
  const bank = runningBank(services);
  const browser = testBrowser();
  let app: ChildProcess;
  let lines: Interface;
  let printed = '';
  let address: string;
  beforeAll(async () => {
    const [port] = await freePorts([undefined]);
    address = `http://127.0.0.1:${port}`;
    app = spawn(process.execPath, [program, bank.baseUrl, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
    lines = createInterface({ input: app.stdout! });
    lines.on('line', (line) => (printed += `${line}\n`));
    await once(lines, 'line');
  }, startMs);
  afterAll(() => app.kill('SIGKILL'));

  const signInAndApprove = async (page: Page) => {
    await page.click('text=Connect your bank');
    await page.fill('[name=login]', bank.demo.login);
    await page.fill('[name=password]', bank.demo.password);
    await page.click('[value=sign-in]');
    await page.click('[value=approve]');
    await page.locator('text=Disconnect').waitFor();
  };
  const forged = (aud: string): string => {
    const header = { alg: 'ES256', kid: 'mine', iss: `${bank.baseUrl}/v1.7/oauth/consents`, aud, jti: 'made-up' };
    return `${Buffer.from(JSON.stringify(header)).toString('base64url')}..${'A'.repeat(86)}`;
  };
  /** Another client pays from the customer's euro account; the bank books it at once. */
  const pay = async () => {
    const client = await bank.client();
    const own = await client.withClientToken('payments', 'PIS');
    const { iban } = bank.demo.accounts.find(({ kind, currency }) => kind === 'account' && currency === 'EUR')!.reference;
    const { body } = await own.post('/v1.7/payments/instant-sepa-credit-transfers', {
      debtorAccount: { iban },
      instructedAmount: { currency: 'EUR', amount: '1.50' },
      creditorAccount: { iban: 'DE89370400440532013000' },
      creditorName: 'Station Books',
    });
    await client.approvedBy(bank.demo, 'payments', `PIS:${body['paymentId'] as string}`);
  };
  const notified = (page: Page, event: string) => page.locator(`td:text-is("${event}")`).waitFor();

  it('leads from the button to balances and signed notifications, on a phone and a desktop, and until the customer disconnects', async () => {
    const { page, close } = await browser.open(address, { viewport: { width: 390, height: 800 }, bypassCSP: true });
    expect(await barriersOn(page)).toEqual([]);
    await screenshot(page, 'connect-your-bank-button');
    await signInAndApprove(page);
    await notified(page, 'valid');
    const ibans = bank.demo.accounts.flatMap(({ kind, reference }) => (kind === 'account' ? [reference['iban']] : []));
    expect(await page.locator('section header small').allTextContents()).toEqual(expect.arrayContaining(ibans));
    expect(await page.locator('section strong').first().textContent()).toMatch(/^-?[₪€$][\d,]+\.\d\d$/);
    expect(await page.locator('section').first().locator('tr').count()).toBe(5);
    for (const width of [390, 1_280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await barriersOn(page)).toEqual([]);
      await screenshot(page, `connect-your-bank-${width}`);
    }
    await pay();
    await notified(page, 'new entries');
    await page.locator('td:text-is("Station Books")').waitFor();
    await page.click('text=Disconnect');
    await notified(page, 'terminatedByTpp');
    expect(await page.locator('text=Connect your bank').count()).toBe(1);
    expect(printed).toMatch(/^notification: \{"consentId":"[\w-]{36}","consentStatus":"terminatedByTpp"\}$/m);
    await close();
  });

  it('refuses a notification that the bank has not signed, and an answer that belongs to no request of the browser', async () => {
    const headers = { 'x-jws-signature': forged(`${address}/webhook`), 'x-request-id': 'made-up' };
    const body = JSON.stringify({ consentId: 'any', consentStatus: 'valid' });
    expect((await fetch(`${address}/webhook`, { method: 'POST', headers, body })).status).toBe(401);
    const answer = await fetch(`${address}/back?code=stolen&state=unknown`);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('belongs to no request of this browser')]);
  });

  it('shows a customer who refuses that the account is not connected, which is no failure of the bank', async () => {
    const { page, close } = await browser.open(address, { bypassCSP: true });
    await page.click('text=Connect your bank');
    await page.fill('[name=login]', bank.demo.login);
    await page.fill('[name=password]', bank.demo.password);
    await page.click('[value=sign-in]');
    const back = page.waitForResponse((answer) => answer.url().startsWith(`${address}/back`));
    await page.click('[value=refuse]');
    expect((await back).status()).toBe(200);
    await page.locator('text=You have not connected the account (access_denied).').waitFor();
    expect(await page.locator('text=Connect your bank').count()).toBe(1);
    await close();
  });

  it('names the argument for another port where its port is taken', async () => {
    const { port } = new URL(address);
    const ended = await new Promise((resolve) =>
      execFile(process.execPath, [program, bank.baseUrl, port], (error, out, stderr) => resolve([error?.code, out, stderr])),
    );
    const remedy = `give another port as the second argument: node connect-your-bank.mjs ${bank.baseUrl} <port>`;
    expect(ended).toEqual([1, '', `Nothing can listen at 127.0.0.1:${port} (EADDRINUSE). Stop what listens there, or ${remedy}\n`]);
  });

  it('removes its client when it is ended', async () => {
    const ours = async () =>
      (await registeredClients(bank.operator)).filter(({ redirectUris }) => redirectUris.includes(`${address}/back`));
    expect(await ours()).toHaveLength(1);
    app.kill('SIGTERM');
    expect(await once(app, 'exit')).toEqual([0, null]);
    expect(await ours()).toEqual([]);
  });

  it('ends with a sentence and exit code 1 where the bank does not answer', async () => {
    const [port] = await freePorts([undefined]);
    const ended = await new Promise((resolve) =>
      execFile(process.execPath, [program, `http://127.0.0.1:${port}`], (error, out, stderr) => resolve([error?.code, out, stderr])),
    );
    const sentence = `The bank at http://127.0.0.1:${port} does not answer (fetch failed): node connect-your-bank.mjs <address of the bank>\n`;
    expect(ended).toEqual([1, '', sentence]);
  });
});
