import { alertOf, exchange, ownAddress, repeatOn, runningBank, type HttpResponse, type TestCustomer } from '@open-banking/testing';
import { hashPassword } from '@open-banking/access';
import { services } from '@open-banking/spec';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';

const policy = '"second";q=5;w=1, "minute";q=30;w=60, "day";q=1000;w=86400';
const maxRounds = 12;
const isLocked = ({ text }: HttpResponse): boolean => alertOf(text).includes('locked until');

describe('sign-in', () => {
  const bank = runningBank(services);
  const newBrowser = () => new Browser(bank.baseUrl, ownAddress());

  /** Opens a page with a sign-in form; returns a function that submits it, by default each time from a new address. */
  const formAt = async (browser: Browser, address = '/customer') => {
    await browser.open(address);
    const { url } = browser;
    const csrf = /name="csrf" value="([^"]+)"/.exec(browser.response.text)![1]!;
    return (login: string, password: string, from = ownAddress()) =>
      exchange(url.href, {
        method: 'POST',
        from,
        body: new URLSearchParams({ csrf, login, password, step: 'sign-in' }).toString(),
        headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded', cookie: browser.cookies.for(url.pathname) },
      });
  };
  const hashedBy = (hash: string, customers: readonly TestCustomer[]) =>
    bank
      .database('ais-pis')
      .query('update psu set password_hash = $1 where psu_id = any($2::uuid[])', [hash, customers.map(({ psuId }) => psuId)]);
  const signedIn = async (customer: TestCustomer, browser: Browser, password = customer.password) => {
    await browser.open('/customer');
    await browser.press('sign-in', { login: customer.login, password });
    return browser.response.text.includes('value="sign-out"');
  };
  const authorizationOf = async (issuer: 'consents' | 'payments') => {
    const client = await bank.client();
    const id =
      issuer === 'consents'
        ? `AIS:${await client.createConsent('allPsd2')}`
        : `PIS:${(await (await client.withClientToken('payments', 'PIS')).post('/v1.7/payments/sepa-credit-transfers', { instructedAmount: { currency: 'EUR', amount: '1.00' }, creditorAccount: { iban: 'DE89370400440532013000' }, creditorName: 'Shop' })).body.paymentId as string}`;
    return client.authorization(issuer, id).url;
  };

  it.each(['/customer', 'consents', 'payments'] as const)(
    'at %s compares five of fourteen passwords sent at once, so the correct one sent last is refused',
    async (place) => {
      let judged = 0;
      for (let round = 0; judged < 3 && round < maxRounds; round += 1) {
        const customer = await aCustomer(bank);
        await hashedBy(await hashPassword(customer.password), [customer]);
        const send = await formAt(newBrowser(), place === '/customer' ? place : await authorizationOf(place));
        const wrong = Array.from({ length: 13 }, () => send(customer.login, 'wrong'));
        // Thirteen are in progress when the correct one is sent.
        await Promise.race(wrong);
        const right = await send(customer.login, customer.password);
        const answers = await Promise.all(wrong);
        // A password that waits too long to be compared (503) is compared at another time: there is another round.
        if ([right, ...answers].some(({ status }) => status === 503)) continue;
        judged += 1;
        expect(answers.filter((one) => !isLocked(one)).map(({ status }) => status)).toEqual([422, 422, 422, 422]);
        expect([right.status, isLocked(right)]).toEqual([422, true]);
      }
      expect(judged).toBe(3);
    },
  );

  it('accepts the correct password after four wrong ones', async () => {
    const customer = await aCustomer(bank);
    const send = await formAt(newBrowser());
    for (let wrong = 1; wrong < 5; wrong += 1) expect(isLocked(await send(customer.login, 'wrong'))).toBe(false);
    expect((await send(customer.login, customer.password)).status).toBe(303);
  });

  it('from a browser that signed in before cannot be locked by strangers on any page; from a new browser it can', async () => {
    const customer = await aCustomer(bank);
    const known = newBrowser();
    expect(await signedIn(customer, known)).toBe(true);
    await known.press('sign-out');
    const stranger = await formAt(newBrowser());
    for (let wrong = 0; wrong < 5; wrong += 1) await stranger(customer.login, 'wrong');
    expect(await signedIn(customer, newBrowser())).toBe(false);
    expect(await signedIn(customer, known)).toBe(true);
    await known.open(await authorizationOf('consents'));
    await known.press('sign-in', { login: customer.login, password: customer.password });
    expect(isLocked(known.response)).toBe(false);
    // Five wrong passwords from the known browser lock that browser, and the page shows until when.
    await known.open('/customer');
    await known.press('sign-out');
    for (let wrong = 0; wrong < 5; wrong += 1) await known.press('sign-in', { login: customer.login, password: 'wrong' });
    expect(isLocked(known.response)).toBe(true);
    expect(await signedIn(customer, known)).toBe(false);
  });

  it('marks the browser with a cookie that scripts cannot read and other sites cannot use', async () => {
    const customer = await aCustomer(bank);
    const sent = await (await formAt(newBrowser()))(customer.login, customer.password);
    const cookie = [sent.headers['set-cookie']].flat().find((line) => line!.startsWith('device='))!;
    expect(cookie.split('; ').slice(1)).toEqual(['Path=/', 'Max-Age=15552000', 'HttpOnly', 'SameSite=Strict']);
    expect(cookie).not.toContain(customer.login);
  });

  it('keeps its session in a cookie that no other site can use, and an approval in one that no form of another site sends', async () => {
    const set = async (address: string) => {
      const { headers } = await exchange(new URL(address, bank.baseUrl).href, { headers: { accept: 'text/html' }, from: ownAddress() });
      return [headers['set-cookie'] ?? []].flat().map((line) => line.replace(/=[^;]*/, '').split('; '));
    };
    expect(await set('/customer')).toEqual([['customer_session', 'Path=/customer', 'HttpOnly', 'SameSite=Strict']]);
    const cookies = await set(await authorizationOf('consents'));
    expect(cookies.map(([name]) => name)).toContain('consents_interaction');
    // The customer comes from the client's site, so a link may bring it (Lax); a form of another site may not.
    for (const [, ...attributes] of cookies)
      expect(attributes.map((one) => one.toLowerCase())).toEqual(
        expect.arrayContaining(['httponly', 'samesite=lax', expect.stringMatching(/^path=\/v1\.7\/oauth\/consents/)]),
      );
  });

  it('is refused after five attempts per second from one address, on all sign-in pages together; other addresses and other pages are not', async () => {
    const [one, other] = [await formAt(newBrowser()), await formAt(newBrowser(), await authorizationOf('consents'))];
    const from = ownAddress();
    let refused: HttpResponse[] = [];
    // The sixteen may be spread over more seconds than two.
    for (let times = 0; refused.length === 0 && times < maxRounds; times += 1) {
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, at) => (at % 2 ? one : other)(`nobody-${at}-${Math.random()}`, 'wrong', from)),
      );
      refused = answers.filter(({ status }) => status === 429);
    }
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]!.headers).toMatchObject({
      'ratelimit-policy': policy,
      'retry-after': expect.stringMatching(/^\d+$/),
      'content-type': 'text/html; charset=utf-8',
    });
    expect((await exchange(`${bank.baseUrl}/customer`, { from, headers: { accept: 'text/html' } })).status).toBe(200);
    expect((await one('nobody', 'wrong')).status).toBe(422);
  });

  /** One or two are compared at a time, forty wait, and the others are refused at once. */
  const attempts = 80;
  it("answers eighty concurrent attempts within the gateway's time limit, with success or 503 with Retry-After, and then works again", async () => {
    const customers = await Promise.all(Array.from({ length: attempts }, () => aCustomer(bank)));
    const costly = await hashPassword('right', 2 ** 16);
    await hashedBy(costly, customers);
    const send = await formAt(newBrowser());
    const answers = await Promise.all(customers.map(({ login }) => send(login, 'right')));
    const statuses = answers.map(({ status }) => status);
    expect([...new Set(statuses)].sort()).toEqual([303, 503]);
    const busy = answers.find(({ status }) => status === 503)!;
    expect(busy.headers).toMatchObject({ 'retry-after': '2', 'content-type': 'text/html; charset=utf-8' });
    expect((await repeatOn([503], () => send(customers.at(-1)!.login, 'right'))).status).toBe(303);
  });

  /** False where a code waited too long to be compared (503): then it was not. */
  const codesAreCounted = async (): Promise<boolean> => {
    const customer = await aCustomer(bank);
    const { iban } = await anAccount(bank, [customer]);
    const client = await bank.client();
    const journeys = await Promise.all(
      [0, 1].map(async () => {
        const browser = new Browser(bank.baseUrl, ownAddress());
        await browser.open(client.authorization('consents', `AIS:${await client.createConsent({ accounts: [{ iban }] })}`).url);
        await browser.press('sign-in', { login: customer.login, password: customer.password });
        const fields = [...browser.response.text.matchAll(/name="(csrf|about)"[^>]*value="([^"]*)"/g)].map(([, name, value]) => [
          name!,
          value!,
        ]);
        const code = /id="code"[^>]*value="(\d{6})"/.exec(browser.response.text)![1]!;
        const { url } = browser;
        const cookie = browser.cookies.for(url.pathname);
        return {
          code,
          send: (given: string) =>
            exchange(url.href, {
              method: 'POST',
              from: ownAddress(),
              body: new URLSearchParams([...fields, ['code', given], ['step', 'approve']] as [string, string][]).toString(),
              headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded', cookie },
            }),
        };
      }),
    );
    const wrong = (code: string) => (code === '000000' ? '111111' : '000000');
    const answers = await Promise.all(journeys.flatMap(({ code, send }) => Array.from({ length: 4 }, () => send(wrong(code)))));
    if (answers.some(({ status }) => status === 503)) return false;
    expect(answers.map(isLocked).filter(Boolean)).toHaveLength(4);
    const [{ code, send }] = journeys as [(typeof journeys)[0]];
    expect(isLocked(await send(code))).toBe(true);
    return true;
  };

  it('counts concurrent approval codes of several authorizations together: five are compared, a later correct one is not', async () => {
    for (let round = 1; !(await codesAreCounted()); round += 1) expect(round).toBeLessThan(maxRounds);
  });
});
