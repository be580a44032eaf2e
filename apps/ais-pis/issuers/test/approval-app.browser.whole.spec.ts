import { randomUUID } from 'node:crypto';
import { alertOf, ApprovalApp, exchange, killableBank, type AppRequest } from '@open-banking/testing';
import { barriersOn, screenshot, testBrowser } from '@open-banking/testing/browser';
import { createLocalJWKSet, flattenedVerify, type JSONWebKeySet } from 'jose';
import Value from 'typebox/value';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { inEuro } from '@open-banking/ais-pis-testing/a-payment';

describe('an approval in the bank’s own app', () => {
  const settings: Record<string, string> = {};
  let app: ApprovalApp;
  beforeAll(async () => {
    app = await ApprovalApp.open(settings);
  });
  afterAll(() => {
    app.close();
  });
  const { asks, answers } = ApprovalApp.schemas();
  const bank = killableBank(['ais-pis'], settings);
  const browsers = testBrowser();

  const payment = async () => {
    const client = await bank.client();
    const customer = await aCustomer(bank);
    const { iban } = await anAccount(bank, [customer]);
    const itself = await client.withClientToken('payments', 'PIS');
    const { body } = await itself.post('/v1.7/payments/sepa-credit-transfers', { ...inEuro, debtorAccount: { iban } });
    const { paymentId } = body as { paymentId: string };
    const authorization = client.authorization('payments', `PIS:${paymentId}`);
    return { client, customer, iban, itself, paymentId, authorization };
  };
  const paymentStatus = async ({ itself, paymentId }: Awaited<ReturnType<typeof payment>>) =>
    ((await itself.get(`/v1.7/payments/sepa-credit-transfers/${paymentId}/status`)).body as { transactionStatus: string })
      .transactionStatus;

  /** A payment whose customer has signed in. */
  const signedIn = async () => {
    const begun = await payment();
    const browser = new Browser(bank.baseUrl, begun.client.from);
    await browser.open(begun.authorization.url);
    await browser.press('sign-in', { login: begun.customer.login, password: begun.customer.password });
    return { ...begun, browser };
  };
  /** And whose app was asked. */
  const asked = async () => {
    const begun = await signedIn();
    const page = await begun.browser.press('ask-app');
    return { ...begun, page, appRequest: app.last };
  };

  it('is asked as its contract says, signed by the bank, and approves exactly what it was told', async () => {
    const begun = await signedIn();
    const { browser, customer, iban } = begun;
    const before = app.received.length;
    expect(browser.response.text).not.toContain('name="code"');
    const page = await browser.press('ask-app');
    expect(app.received.length).toBe(before + 1);
    const { raw, headers, body } = app.received[before]!;
    const appRequest = app.last;
    expect(Value.Check(asks, body)).toBe(true);
    expect(Value.Check(asks, { ...body, factsHash: undefined })).toBe(false);
    expect(appRequest).toMatchObject({
      psuId: customer.psuId,
      answerTo: `${bank.baseUrl}/v1.7/oauth/payments/app-answers`,
      facts: {
        kind: 'payment',
        id: begun.paymentId,
        creditorName: inEuro.creditorName,
        amount: inEuro.instructedAmount,
        accounts: [{ number: iban }],
      },
    });
    expect(appRequest.words.map(({ says }) => says).join()).toContain(inEuro.creditorName);
    expect(page.text).toContain(appRequest.bindingMessage);

    const issuer = `${bank.baseUrl}/v1.7/oauth/payments`;
    const { body: metadata } = await exchange(`${issuer}/.well-known/oauth-authorization-server`);
    const keys = createLocalJWKSet((await exchange((metadata as { jwks_uri: string }).jwks_uri)).body as JSONWebKeySet);
    const [encoded, , signature] = (headers['x-jws-signature'] as string).split('.') as [string, string, string];
    const { protectedHeader } = await flattenedVerify({ protected: encoded, payload: raw, signature }, keys);
    expect(protectedHeader).toMatchObject({ alg: 'ES256', iss: issuer, aud: app.url });

    const sent = {
      approvalId: appRequest.approvalId,
      factsHash: appRequest.factsHash,
      decision: 'approved',
      decidedAt: new Date().toISOString(),
    };
    expect([Value.Check(answers, sent), Value.Check(answers, { ...sent, decision: 'perhaps' })]).toEqual([true, false]);
    const waiting = await browser.press('go-on');
    expect([waiting.status, alertOf(waiting.text)]).toEqual([422, expect.stringContaining('no answer from the app yet')]);
    expect(await app.answer(appRequest, 'approved')).toBe(204);
    expect(await paymentStatus(begun)).toBe('RCVD');
    await browser.press('go-on');
    expect(browser.redirectParameters).toHaveProperty('code');
    expect(await paymentStatus(begun)).not.toBe('RCVD');
  });

  it.each<[string, number, (appRequest: AppRequest) => Promise<number>]>([
    ['for other facts', 409, (appRequest) => app.answer(appRequest, 'approved', { factsHash: 'A'.repeat(43) })],
    ['of an approval that nobody asked for', 404, (appRequest) => app.answer(appRequest, 'approved', { approvalId: randomUUID() })],
    ['with another key', 401, (appRequest) => app.answer(appRequest, 'approved', {}, { key: ApprovalApp.newKeys().privateKey })],
    ['of a key that is not in the file', 401, (appRequest) => app.answer(appRequest, 'approved', {}, { header: { kid: 'other' } })],
    [
      'signed for another address',
      401,
      (appRequest) => app.answer(appRequest, 'approved', {}, { header: { aud: 'https://other.example/' } }),
    ],
    [
      'signed two minutes ago',
      401,
      (appRequest) => app.answer(appRequest, 'approved', {}, { header: { iat: Math.floor(Date.now() / 1_000) - 120 } }),
    ],
    [
      'that was changed after it was signed',
      401,
      (appRequest) => app.answer(appRequest, 'refused', {}, { sent: { ...appRequest, decision: 'approved' } }),
    ],
    ['that is neither yes nor no', 400, (appRequest) => app.answer(appRequest, 'perhaps')],
  ])('does not take an answer %s, and takes the right one', async (_, status, wrong) => {
    const { browser, appRequest } = await asked();
    expect(await wrong(appRequest)).toBe(status);
    expect((await browser.press('go-on')).status).toBe(422);
    expect(await app.answer(appRequest, 'approved')).toBe(204);
    await browser.press('go-on');
    expect(browser.redirectParameters).toHaveProperty('code');
  });

  it('takes an answer once: the same again changes nothing, and another is refused', async () => {
    const { browser, appRequest, ...begun } = await asked();
    expect([
      await app.answer(appRequest, 'refused'),
      await app.answer(appRequest, 'refused'),
      await app.answer(appRequest, 'approved'),
    ]).toEqual([204, 204, 409]);
    await browser.press('take-back');
    await browser.press('go-on');
    expect(browser.redirectParameters).toMatchObject({ error: 'access_denied' });
    expect(await paymentStatus(begun)).toBe('RJCT');
  });

  it('answers as often as it has to: only answers without its signature are limited', async () => {
    const { appRequest } = await asked();
    const many = (signing: object) => Promise.all(Array.from({ length: 30 }, () => app.answer(appRequest, 'approved', {}, signing)));
    expect(new Set(await many({}))).toEqual(new Set([204]));
    const unsigned = new Set<number>();
    while (!unsigned.has(429)) for (const status of await many({ key: ApprovalApp.newKeys().privateKey })) unsigned.add(status);
    expect(unsigned).toEqual(new Set([401, 429]));
    expect(await app.answer(appRequest, 'approved')).toBe(204);
  });

  it('is asked again, and only the last answer counts', async () => {
    const { browser, appRequest } = await asked();
    expect((await browser.press('take-back')).text).toContain('value="ask-app"');
    expect(await app.answer(appRequest, 'approved')).toBe(409);
    await browser.press('ask-app');
    expect(app.last.approvalId).not.toBe(appRequest.approvalId);
    expect(await app.answer(app.last, 'approved')).toBe(204);
    await browser.press('go-on');
    expect(browser.redirectParameters).toHaveProperty('code');
  });

  it('has its time, after which it is asked again, five times at most', async () => {
    const { browser, appRequest } = await asked();
    await bank.advance('PT6M');
    expect(await app.answer(appRequest, 'approved')).toBe(409);
    const late = await browser.press('go-on');
    expect(alertOf(late.text)).toContain('no answer in the app in time');
    for (let more = 0; more < 4; more += 1) {
      expect((await browser.press('ask-app')).status).toBe(200);
      await browser.press('take-back');
    }
    expect(alertOf((await browser.press('ask-app')).text)).toContain('cannot be asked again');
  });

  it('takes no code, and no answer without a page that asked', async () => {
    const { browser } = await signedIn();
    const form = browser.response.text;
    const about = /name="about" value="([^"]+)"/.exec(form)![1]!;
    const csrf = /name="csrf" value="([^"]+)"/.exec(form)![1]!;
    const typed = await browser.open(browser.url, new URLSearchParams({ csrf, about, code: '000000', step: 'approve' }));
    expect(typed.status).toBe(400);
    const early = await browser.open(browser.url, new URLSearchParams({ csrf, step: 'go-on' }));
    expect([early.status, early.text.includes('value="ask-app"')]).toEqual([200, true]);
  });

  it.each([500, 302, 'never'] as const)('is asked again by the page where it answered %s, with the same request', async (status) => {
    app.nextStatuses = [status];
    const { browser, page, appRequest } = await asked();
    expect(page.text).toContain('could not reach our app yet');
    const before = app.received.length;
    // It is asked again after some seconds.
    await bank
      .database('ais-pis')
      .query("update app_approval set attempted_at = attempted_at - interval '1 minute' where approval_id = $1", [appRequest.approvalId]);
    await browser.press('go-on');
    expect(app.received.length).toBe(before + 1);
    expect(app.last).toEqual(appRequest);
    expect(await app.answer(appRequest, 'approved')).toBe(204);
    await browser.press('go-on');
    expect(browser.redirectParameters).toHaveProperty('code');
  });

  it('loses no answer when the service is killed before the page goes on', async () => {
    const { browser, appRequest } = await asked();
    expect(await app.answer(appRequest, 'approved')).toBe(204);
    process.kill(bank.facts.pids['ais-pis']!, 'SIGKILL');
    await bank.restart('ais-pis');
    await browser.open(browser.url);
    await browser.press('go-on');
    expect(browser.redirectParameters).toHaveProperty('code');
  });

  it.each([
    ['en-GB', 1_100, true],
    ['he-IL', 375, true],
    ['ar', 375, false],
  ] as const)(
    'goes on by itself in a browser in %s at %i pixels with scripts (%s), and by a button without',
    async (locale, width, scripts) => {
      const begun = await payment();
      const { authorization, customer } = begun;
      const { page, close } = await browsers.open(authorization.url, {
        locale,
        viewport: { width, height: 800 },
        javaScriptEnabled: scripts,
      });
      await page.route('http://127.0.0.1/back**', (route) => route.fulfill({ body: 'back at the client' }));
      await page.fill('[name=login]', customer.login);
      await page.fill('[name=password]', customer.password);
      await page.click('[value=sign-in]');
      await page.locator('[value=ask-app]').waitFor();
      await screenshot(page, `app-ask-${locale}`);
      await page.click('[value=ask-app]');
      await page.locator('[value=go-on]').waitFor();
      await screenshot(page, `app-waits-${locale}`);
      expect(await app.answer(app.last, 'approved')).toBe(204);
      if (!scripts) await page.click('[value=go-on]');
      await page.waitForURL('http://127.0.0.1/back**');
      expect(new URL(page.url()).searchParams.has('code')).toBe(true);
      await close();
    },
  );

  it('can be used by everybody while it waits', async () => {
    const { authorization, customer } = await payment();
    const { page, close } = await browsers.open(authorization.url, { locale: 'en-GB', bypassCSP: true });
    await page.fill('[name=login]', customer.login);
    await page.fill('[name=password]', customer.password);
    await page.click('[value=sign-in]');
    await page.click('[value=ask-app]');
    await page.locator('[value=go-on]').waitFor();
    expect(await barriersOn(page)).toEqual([]);
    await close();
  });
});
