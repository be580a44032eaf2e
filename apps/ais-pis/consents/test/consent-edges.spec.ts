import { alertOf, leasedBank, type TestClient, type TestCustomer } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';

interface StartedConsent {
  readonly client: TestClient;
  readonly id: string;
}
type Action = (of: StartedConsent) => Promise<string>;
/** The outcome of an action: its response, and the status afterwards. */
type Edges = Readonly<Record<string, readonly [does: Action, outcome: string, state: string]>>;

describe('every action on a consent in every state', () => {
  const bank = leasedBank(services);
  let [one, two, stranger]: TestCustomer[] = [];
  let own: { iban: string };
  let shared: { iban: string };

  beforeAll(async () => {
    [one, two, stranger] = [await aCustomer(bank), await aCustomer(bank), await aCustomer(bank)];
    [own, shared] = [await anAccount(bank, [one!]), await anAccount(bank, [one!, two!], { rule: 'both' })];
    for (const who of [two!, stranger!]) await anAccount(bank, [who]);
  });

  const ask = async (
    access: Parameters<TestClient['createConsent']>[0],
    requested: Parameters<TestClient['createConsent']>[1] = {},
  ): Promise<StartedConsent> => {
    const client = await bank.client();
    return { client, id: await client.createConsent(access, requested) };
  };
  const consentState = async ({ client, id }: StartedConsent) =>
    (await (await client.withClientToken('consents', 'AIS')).get(`/v1.7/consents/${id}/status`)).body.consentStatus as string;

  /** The client sends the customer to the bank, who presses this button there. */
  const presses =
    (who: () => TestCustomer, step: 'approve' | 'refuse' | 'cancel'): Action =>
    async ({ client, id }) => {
      const browser = new Browser(bank.baseUrl, client.from);
      await browser.open(client.authorization('consents', `AIS:${id}`).url);
      if (browser.response.status === 303) return browser.redirectParameters['error']!;
      await browser.press('sign-in', { login: who().login, password: who().password });
      if (!browser.response.text.includes(`value="${step}"`)) return alertOf(browser.response.text).split('.')[0]!;
      await browser.press(step);
      return browser.redirectParameters['error'] ?? (browser.redirectParameters['code'] && 'code')!;
    };
  /** On the bank's own pages, with a form they show or a forged one. */
  const enters = async (who: TestCustomer) => {
    const browser = new Browser(bank.baseUrl, (await bank.client()).from);
    await browser.open('/customer');
    await browser.press('sign-in', { login: who.login, password: who.password });
    return browser;
  };
  const sends =
    (who: () => TestCustomer, kind: 'access' | 'pending', step: string): Action =>
    async ({ id }) => {
      const browser = await enters(who());
      const csrf = /name="csrf" value="([^"]+)"/.exec(browser.response.text)![1]!;
      await browser.open(`/customer/${kind}/${id}`);
      const offered = browser.response.text.includes(`value="${step}"`);
      if (offered) await browser.press(step);
      // Irreversible actions need a confirmation.
      if (offered && browser.response.text.includes('name="confirmed"')) await browser.press(step);
      if (!offered) await browser.open(`/customer/${kind}/${id}`, new URLSearchParams({ csrf, step }));
      return new URL(browser.url).searchParams.get('done') ?? '';
    };
  const deletes: Action = async ({ client, id }) => {
    const { status, body } = await (await client.withClientToken('consents', 'AIS')).delete(`/v1.7/consents/${id}`);
    return [status, (body as { tppMessages?: { code: string }[] } | undefined)?.tppMessages?.[0]?.code].filter(Boolean).join(' ');
  };
  const goesBy =
    (time: string): Action =>
    async () => {
      await bank.advance(time);
      return '';
    };
  const another =
    (requested: { recurringIndicator?: boolean; client?: boolean }): Action =>
    async ({ client }) => {
      const by = requested.client === false ? await bank.client() : client;
      await by.consentedBy(one!, { accounts: [{ iban: own.iban }] }, { recurringIndicator: requested.recurringIndicator ?? true });
      return '';
    };

  const plain = (requested: Parameters<TestClient['createConsent']>[1] = {}) => ask({ accounts: [{ iban: own.iban }] }, requested);
  const after =
    (begin: () => Promise<StartedConsent>, ...actions: Action[]) =>
    async () => {
      const started = await begin();
      for (const act of actions) await act(started);
      return started;
    };
  const [first, second, nobody] = [() => one!, () => two!, () => stranger!];
  const approves = presses(first, 'approve');
  const ofTwo = () => ask({ balances: [{ iban: shared.iban }] });
  const foreign = 'This request belongs to somebody else’s approval';

  const open: Readonly<Record<string, { readonly reach: () => Promise<StartedConsent>; readonly state: string; readonly edges: Edges }>> = {
    received: {
      reach: plain,
      state: 'received',
      edges: {
        'its customer approves': [approves, 'code', 'valid'],
        'its customer refuses': [presses(first, 'refuse'), 'access_denied', 'rejected'],
        'its customer goes back': [presses(first, 'cancel'), 'access_denied', 'received'],
        'somebody else approves': [
          presses(nobody, 'approve'),
          'At least one of the accounts asked for cannot be shared by you',
          'received',
        ],
        DELETE: [deletes, '204', 'terminatedByTpp'],
        'withdrawn on /customer': [sends(first, 'access', 'end'), 'changed', 'received'],
        'approved on /customer': [sends(first, 'pending', 'approve'), 'changed', 'received'],
        'its deadline has not passed': [goesBy('PT25M'), '', 'received'],
        'its deadline has passed': [goesBy('PT30M1S'), '', 'rejected'],
        'another consent becomes valid': [another({}), '', 'received'],
      },
    },
    'received, for two owners': {
      reach: ofTwo,
      state: 'received',
      edges: {
        'one of them approves': [approves, 'code', 'partiallyAuthorised'],
        'the other approves on /customer first': [sends(second, 'pending', 'approve'), 'changed', 'received'],
      },
    },
    partiallyAuthorised: {
      reach: after(ofTwo, approves),
      state: 'partiallyAuthorised',
      edges: {
        'the first approves again': [approves, 'code', 'partiallyAuthorised'],
        'the second approves': [presses(second, 'approve'), 'code', 'valid'],
        'the second approves on /customer': [sends(second, 'pending', 'approve'), 'approved', 'valid'],
        'the second refuses': [presses(second, 'refuse'), 'access_denied', 'rejected'],
        'the second refuses on /customer': [sends(second, 'pending', 'refuse'), 'refused', 'rejected'],
        'the first refuses': [presses(first, 'refuse'), 'access_denied', 'rejected'],
        'the second goes back': [presses(second, 'cancel'), 'access_denied', 'partiallyAuthorised'],
        'somebody else approves': [presses(nobody, 'approve'), foreign, 'partiallyAuthorised'],
        'somebody else approves on /customer': [sends(nobody, 'pending', 'approve'), 'changed', 'partiallyAuthorised'],
        DELETE: [deletes, '204', 'terminatedByTpp'],
        'the first withdraws on /customer': [sends(first, 'access', 'end'), 'ended', 'rejected'],
        'the second withdraws what they have not approved': [sends(second, 'access', 'end'), 'changed', 'partiallyAuthorised'],
        'the deadline for the first has passed': [goesBy('PT31M'), '', 'partiallyAuthorised'],
        'the deadline for the second has passed': [goesBy('P7D'), '', 'rejected'],
        'another consent becomes valid': [another({}), '', 'partiallyAuthorised'],
      },
    },
    valid: {
      reach: after(plain, approves),
      state: 'valid',
      edges: {
        'its customer approves again': [approves, 'code', 'valid'],
        'its customer refuses another authorization': [presses(first, 'refuse'), 'access_denied', 'valid'],
        'its customer goes back': [presses(first, 'cancel'), 'access_denied', 'valid'],
        'somebody else approves': [presses(nobody, 'approve'), foreign, 'valid'],
        DELETE: [deletes, '204', 'terminatedByTpp'],
        'withdrawn on /customer': [sends(first, 'access', 'end'), 'ended', 'revokedByPsu'],
        'withdrawn by somebody else': [sends(nobody, 'access', 'end'), 'changed', 'valid'],
        'the deadlines for approval have passed': [goesBy('P8D'), '', 'valid'],
        'a newer one-off consent becomes valid': [another({ recurringIndicator: false }), '', 'valid'],
        'a newer consent of another client becomes valid': [another({ client: false }), '', 'valid'],
        'a newer recurring consent becomes valid': [another({}), '', 'replacedByTpp'],
      },
    },
    'valid, one-off': {
      reach: after(() => plain({ recurringIndicator: false }), approves),
      state: 'valid',
      edges: {
        '23 hours later': [goesBy('PT23H'), '', 'valid'],
        '24 hours later': [goesBy('PT24H'), '', 'expired'],
        'a newer recurring consent becomes valid': [another({}), '', 'valid'],
      },
    },
  };

  it.each(Object.keys(open))(
    '%s',
    async (name) => {
      const { reach, state, edges } = open[name]!;
      for (const [action, [does, outcome, to]] of Object.entries(edges)) {
        const started = await reach();
        expect({ action, state: await consentState(started) }).toEqual({ action, state });
        expect({ action, outcome: await does(started), to: await consentState(started) }).toEqual({ action, outcome, to });
      }
    },
    300_000,
  );

  const ended: Readonly<Record<string, () => Promise<StartedConsent>>> = {
    rejected: after(plain, presses(first, 'refuse')),
    expired: after(() => plain({ recurringIndicator: false }), approves, goesBy('PT24H')),
    revokedByPsu: after(plain, approves, sends(first, 'access', 'end')),
    terminatedByTpp: after(plain, approves, deletes),
    replacedByTpp: after(plain, approves, another({})),
  };

  it.each(Object.keys(ended))('%s, and nothing follows', async (state) => {
    const started = await ended[state]!();
    expect(await consentState(started)).toBe(state);
    const refused: Readonly<Record<string, readonly [Action, string]>> = {
      'its customer approves': [approves, 'invalid_scope'],
      'its customer refuses': [presses(first, 'refuse'), 'invalid_scope'],
      DELETE: [deletes, state === 'terminatedByTpp' ? '204' : '409 STATUS_INVALID'],
      'withdrawn on /customer': [sends(first, 'access', 'end'), 'changed'],
      'approved on /customer': [sends(second, 'pending', 'approve'), 'changed'],
      'refused on /customer': [sends(second, 'pending', 'refuse'), 'changed'],
      'another consent becomes valid': [another({}), ''],
      'a day passes': [goesBy('P1D'), ''],
    };
    for (const [action, [does, outcome]] of Object.entries(refused)) {
      expect({ action, outcome: await does(started), state: await consentState(started) }).toEqual({ action, outcome, state });
    }
  });
});
