import { randomUUID } from 'node:crypto';
import { alertOf, exchange, formsOf, inDays, ownAddress, runningBank, type TestClient, type TestCustomer } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { inEuro } from '@open-banking/ais-pis-testing/a-payment';

type Fields = readonly (readonly [name: string, value: string])[];
/** A page with a form on it, what is typed there, and the status that the form is answered with. */
interface Opened {
  readonly browser: Browser;
  readonly step: string;
  readonly typed?: Readonly<Record<string, string>>;
  readonly done: number;
  /** Fields of the page's other buttons, which this one does not read. */
  readonly unread?: readonly string[];
}

/** Fields that a form may lack, and how it is answered then. */
const optional: Readonly<Record<string, object>> = {
  account: { status: 422, alert: 'Tick at least one account.' },
  confirmed: { status: 200, text: expect.stringContaining('name="confirmed"') as string },
};
/** Fields whose values the page gives. */
const offered: Readonly<Record<string, true>> = { step: true, confirmed: true };
const malformed = 'The form did not arrive as our page sends it, so nothing was done.';
const says = (field: string, problem: string) => `\u2068${field}\u2069: ${problem}`;

describe('a form of the pages', () => {
  const bank = runningBank(services);
  let client: TestClient;
  let customer: TestCustomer;
  let other: TestCustomer;
  let own: string;
  let shared: string;
  beforeAll(async () => {
    client = await bank.client();
    [customer, other] = [await aCustomer(bank), await aCustomer(bank)];
    own = (await anAccount(bank, [customer])).iban;
    shared = (await anAccount(bank, [customer, other], { rule: 'both' })).iban;
  });

  const newBrowser = async (address: string) => {
    const browser = new Browser(bank.baseUrl, ownAddress());
    await browser.open(address);
    browser.followsRedirects = false;
    return browser;
  };
  const credentials = ({ login, password }: TestCustomer) => ({ login, password });
  const signedIn = async (address: string, who = customer) => {
    const browser = await newBrowser('/customer');
    await browser.press('sign-in', credentials(who));
    await browser.open(address);
    return browser;
  };
  const asked = async (access: Parameters<TestClient['createConsent']>[0]) =>
    client.authorization('consents', `AIS:${await client.createConsent(access)}`).url;
  const approval = async (access: Parameters<TestClient['createConsent']>[0]) => {
    const browser = await newBrowser(await asked(access));
    browser.followsRedirects = true;
    await browser.press('sign-in', credentials(customer));
    browser.followsRedirects = false;
    return browser;
  };
  const confirming = async (browser: Browser, step: string) => {
    await browser.press(step);
    return browser;
  };
  const pending = async () => {
    const consentId = await client.createConsent({ accounts: [{ iban: shared }] });
    await client.approvedBy(customer, 'consents', `AIS:${consentId}`);
    return signedIn(`/customer/pending/${consentId}`, other);
  };
  const payment = async () => {
    const paymentId = (
      await (
        await client.withClientToken('payments', 'PIS')
      ).paced.post('/v1.7/payments/sepa-credit-transfers', { ...inEuro, debtorAccount: { iban: own }, requestedExecutionDate: inDays(30) })
    ).body.paymentId as string;
    await client.approvedBy(customer, 'payments', `PIS:${paymentId}`);
    return `/customer/payments/${paymentId}`;
  };
  const mandate = async () => {
    const created = await (
      await client.withClientToken('mandates', 'MANDATE')
    ).paced.post('/v2/mandates', {
      mandateId: randomUUID().slice(0, 30),
      mandateType: { localInstrumentCode: 'CORE', classificationCode: 'USGB' },
      occurrences: { sequenceType: 'RCUR', frequencyType: 'ADHO' },
      creditor: { name: 'City Power' },
      creditorSchemeIdentification: 'DE98ZZZ09999999999',
      creditorAccount: { iban: 'DE89370400440532013000' },
      debtor: { name: 'Dana Levi' },
      debtorAccount: { iban: own },
    });
    expect(created).toAnswer(201);
    const resourceId = created.body.resourceId as string;
    await client.approvedBy(customer, 'mandates', `MANDATE:${resourceId}`);
    return `/customer/mandates/${resourceId}`;
  };
  const firstAccount = ({ response }: Browser) => /name="account" value="([^"]+)"/.exec(response.text)![1]!;

  const forms: Readonly<Record<string, () => Promise<Opened>>> = {
    'signing in at the bank': async () => ({
      browser: await newBrowser('/customer'),
      step: 'sign-in',
      typed: credentials(customer),
      done: 303,
    }),
    'signing out': async () => ({ browser: await signedIn('/customer'), step: 'sign-out', done: 303 }),
    'signing in for a third party': async () => ({
      browser: await newBrowser(await asked('allPsd2')),
      step: 'sign-in',
      typed: credentials(customer),
      done: 200,
    }),
    'approving a consent whose accounts the customer chooses': async () => {
      const browser = await approval({ balances: [] });
      return { browser, step: 'approve', typed: { account: firstAccount(browser) }, done: 303 };
    },
    'refusing a consent': async () => ({ browser: await approval('allPsd2'), step: 'refuse', done: 303, unread: ['about', 'code'] }),
    'reporting a consent': async () => ({ browser: await approval('allPsd2'), step: 'report', done: 200 }),
    'reporting as a second owner': async () => ({ browser: await confirming(await pending(), 'report'), step: 'report', done: 303 }),
    'going back to a third party': async () => ({ browser: await approval('allPsd2'), step: 'cancel', done: 303 }),
    'asking for another code': async () => ({ browser: await approval('allPsd2'), step: 'new-code', done: 200 }),
    'approving as a second owner': async () => ({ browser: await pending(), step: 'approve', done: 303 }),
    'refusing as a second owner': async () => ({ browser: await confirming(await pending(), 'refuse'), step: 'refuse', done: 303 }),
    'opting out of third parties': async () => ({
      browser: await confirming(await signedIn('/customer'), 'opt-out'),
      step: 'opt-out',
      done: 303,
    }),
    'taking the opt-out back': async () => ({ browser: await signedIn('/customer'), step: 'take-back', done: 303 }),
    'ending an access': async () => {
      const { consentId } = await client.consentedBy(customer, { accounts: [{ iban: own }] });
      return { browser: await confirming(await signedIn(`/customer/access/${consentId}`), 'end'), step: 'end', done: 303 };
    },
    'cancelling a payment': async () => ({
      browser: await confirming(await signedIn(await payment()), 'cancel-payment'),
      step: 'cancel-payment',
      done: 303,
    }),
    'suspending a mandate': async () => ({ browser: await signedIn(await mandate()), step: 'suspend', done: 303 }),
    'ending a mandate': async () => ({ browser: await confirming(await signedIn(await mandate()), 'end'), step: 'end', done: 303 }),
  };

  const formFields = ({ browser, step, typed = {} }: Opened): Fields => {
    const form = formsOf(browser.response.text).find(({ buttons }) => buttons.some(({ value }) => value === step))!;
    const standing = form.fields
      .filter(({ name, type, checked }) => !(name in typed) && ((type !== 'checkbox' && type !== 'radio') || checked))
      .map(({ name, value }) => [name, value] as const);
    return [...standing, ...Object.entries(typed), ['step', step]];
  };
  const sent = async ({ browser }: Pick<Opened, 'browser'>, fields: Fields) => {
    const { status, text, headers } = await exchange(browser.url.href, {
      method: 'POST',
      from: ownAddress(),
      body: new URLSearchParams(fields as [string, string][]).toString(),
      headers: {
        accept: 'text/html',
        'accept-language': 'en',
        'content-type': 'application/x-www-form-urlencoded',
        cookie: browser.cookies.for(browser.url.pathname),
      },
    });
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    return { status, text, alert: alertOf(text) };
  };
  const without = (fields: Fields, field: string) => fields.filter(([name]) => name !== field);
  const tooLong = (fields: Fields, field: string): Fields =>
    fields.map(([name, value]) => [name, name === field ? `${value}${'x'.repeat(500)}` : value]);
  const withNul = (fields: Fields, field: string): Fields =>
    fields.map(([name, value]) => [name, name === field ? `\0${value.slice(1)}` : value]);

  it.each(Object.keys(forms))(
    'for %s names the field that is missing, doubled, too long or no text, and does nothing; as shown it works',
    async (name) => {
      const opened = await forms[name]!();
      const fields = formFields(opened);
      const refused = async (changed: Fields, problem: string | RegExp) => {
        const { status, alert, text } = await sent(opened, changed);
        expect([status, alert, text]).toEqual([400, malformed, expect.stringMatching(problem)]);
      };
      const unread = ['csrf', ...(opened.unread ?? [])];
      for (const field of new Set(fields.map(([one]) => one).filter((one) => !unread.includes(one)))) {
        if (field in optional) expect(await sent(opened, without(fields, field))).toMatchObject(optional[field]!);
        else await refused(without(fields, field), says(field, 'is missing'));
        if (field !== 'account')
          await refused([...fields, ...fields.filter(([one]) => one === field)], says(field, 'was sent more than once'));
        await refused(tooLong(fields, field), says(field, field in offered ? 'is a value that the page does not offer' : 'is longer than'));
        await refused(withNul(fields, field), says(field, field in offered ? 'is a value that' : 'has a character that no text has'));
      }
      for (const changed of [without(fields, 'csrf'), tooLong(fields, 'csrf'), [...fields, ['csrf', 'A'.repeat(43)] as const]])
        expect(await sent(opened, changed)).toMatchObject({ status: 400, alert: expect.not.stringContaining(malformed) as string });

      expect((await sent(opened, [...fields, ['constructor', '1'], ['__proto__', '1']])).status).toBe(opened.done);
    },
  );

  it('names all faults at once, in the language of the page, and where to load the page again', async () => {
    const browser = await newBrowser('/customer?lang=he');
    const { csrf } = Object.fromEntries(formFields({ browser, step: 'sign-in', done: 303 }));
    const { status, text } = await sent({ browser }, [
      ['csrf', csrf!],
      ['step', 'sign-in'],
      ['password', 'x'.repeat(201)],
    ]);
    expect(status).toBe(400);
    for (const said of [says('login', 'חסר'), says('password', 'ארוך מ־200 תווים'), 'href="?lang=he"']) expect(text).toContain(said);
    const right = [['csrf', csrf!] as const, ['step', 'sign-in'] as const, ...Object.entries(credentials(customer))];
    expect((await sent({ browser }, right)).status).toBe(303);
  });

  it('leaves out the services that a page names, and takes no other name and no empty list for one', async () => {
    const browser = await approval('allPsd2');
    const { csrf } = Object.fromEntries(formFields({ browser, step: 'cancel', done: 303 }));
    const leaveOut = (...silent: string[]) =>
      sent({ browser }, [['csrf', csrf!], ['step', 'leave-out'], ...silent.map((service) => ['silent', service] as const)]);
    for (const [services, problem] of [
      [[], 'is missing'],
      [['nobody'], 'is a value that the page does not offer'],
      [['cards', 'nobody'], 'is a value that the page does not offer'],
      [['x'.repeat(51)], 'is longer than 50 characters'],
    ] as const) {
      const { status, text } = await leaveOut(...services);
      expect([status, text]).toEqual([400, expect.stringContaining(says('silent', problem))]);
    }
    expect((await leaveOut('cards', 'securities')).status).toBe(200);
  });

  it('gives a collection back by its id alone; another id changes nothing', async () => {
    const browser = await signedIn(await mandate());
    const fields = without(formFields({ browser, step: 'end', done: 303 }), 'step');
    expect((await sent({ browser }, [...fields, ['step', 'refund:1 or 2']])).text).toContain(says('step', 'is a value that'));
    expect((await sent({ browser }, [...fields, ['step', `refund:${randomUUID()}`]])).status).toBe(303);
  });
});
