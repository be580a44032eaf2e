import { randomUUID } from 'node:crypto';
import { registrationEndpoints, services } from '@open-banking/spec';
import { anotherProcess, type AnotherProcess } from '@open-banking/testing/bank';
import {
  consentRequest,
  daysAgo,
  exchange,
  newCustomer,
  ownAddress,
  ProofKey,
  repeatOn,
  runningBank,
  until,
  type Caller,
  type HttpResponse,
} from '@open-banking/testing';

const max = 5;
const away = { headers: { 'psu-ip-address': '127.0.0.1' } };
const responseStatuses = (answers: readonly HttpResponse[]): number[] => answers.map(({ status }) => status).sort();

describe('two processes of a service', () => {
  const bank = runningBank(services);
  let pair: readonly [AnotherProcess, AnotherProcess];
  let cards: AnotherProcess;

  beforeAll(async () => {
    const settings = { MAX_OPEN_CONSENTS: String(max), MAX_REGISTRATIONS: String(max) };
    pair = [await anotherProcess(bank, 'ais-pis', { settings }), await anotherProcess(bank, 'ais-pis', { settings })];
    cards = await anotherProcess(bank, 'cards');
  });
  afterAll(async () => {
    await Promise.all([...pair, cards].map((process) => process.stop()));
  });

  /** Calls `send` for so many turns at once, alternately at each process. */
  const atBoth = <T>(turns: number, send: (baseUrl: string, turn: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: turns }, (_, turn) => send(pair[turn % 2]!.baseUrl, turn)));

  it('count wrong passwords together: after five at either, both refuse the right one', async () => {
    const customer = await newCustomer(bank);
    const page = await exchange(`${pair[0].baseUrl}/customer`, { headers: { accept: 'text/html' }, from: ownAddress() });
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)![1]!;
    const cookie = [page.headers['set-cookie']].flat().map((line) => line!.split(';', 1)[0]!);
    const signIn = (baseUrl: string, password: string): Promise<HttpResponse> =>
      exchange(`${baseUrl}/customer`, {
        method: 'POST',
        from: ownAddress(),
        body: new URLSearchParams({ csrf, login: customer.login, password, step: 'sign-in' }).toString(),
        headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded', cookie: cookie.join('; ') },
      });
    // The form of one process is accepted by the other.
    for (const { baseUrl } of pair) expect((await signIn(baseUrl, customer.password)).status).toBe(303);
    // One that waits too long to be compared (503) was not.
    await atBoth(max, (baseUrl) => repeatOn([503], () => signIn(baseUrl, 'wrong')));
    for (const { baseUrl } of pair) {
      const refused = await signIn(baseUrl, customer.password);
      expect([refused.status, refused.text.includes('locked until')]).toEqual([422, true]);
    }
  });

  it('accept a DPoP proof once together', async () => {
    const client = await bank.client();
    const consentId = await client.createConsent('allPsd2');
    const key = new ProofKey();
    const tokenUrl = `${bank.baseUrl}/v1.7/oauth/consents/token`;
    const issued = await exchange(tokenUrl, {
      method: 'POST',
      from: client.from,
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'AIS' }).toString(),
      headers: {
        authorization: `Basic ${btoa(`${client.client.clientId}:${client.client.clientSecret}`)}`,
        'content-type': 'application/x-www-form-urlencoded',
        dpop: await key.proof('POST', tokenUrl),
      },
    });
    const token = (issued.body as { access_token: string }).access_token;
    const path = `/v1.7/consents/${consentId}`;
    const read = (baseUrl: string, dpop: string): Promise<HttpResponse> =>
      exchange(baseUrl + path, { headers: { authorization: `DPoP ${token}`, dpop, 'x-request-id': randomUUID() } });
    const together = async (): Promise<HttpResponse[]> => {
      const proof = await key.proof('GET', bank.baseUrl + path, token);
      return atBoth(10, (baseUrl) => read(baseUrl, proof));
    };
    let answers = await together();
    // A machine that stands still for a second has the requests of that moment answered 503.
    for (let times = 1; responseStatuses(answers).includes(503) && times < 10; times += 1) answers = await together();
    expect(responseStatuses(answers)).toEqual([200, ...Array.from({ length: 9 }, () => 401)]);
    for (const { baseUrl } of pair) expect(await read(baseUrl, await key.proof('GET', bank.baseUrl + path, token))).toAnswer(200);
  });

  it('count what a client has waiting for approval together, also concurrently', async () => {
    const caller = await (await bank.client()).withClientToken('consents', 'AIS');
    const consent = consentRequest({ access: { allPsd2: 'allAccounts' }, validUntil: '9999-12-31' });
    const answers = await atBoth(8, (baseUrl) => {
      const headers = { 'x-request-id': randomUUID() };
      return repeatOn([503], () => caller.at(baseUrl).post('/v1.7/consents', consent, { headers }));
    });
    expect(responseStatuses(answers)).toEqual([...Array.from({ length: max }, () => 201), 429, 429, 429]);
  });

  it('count registrations from one address together, also concurrently', async () => {
    const together = (from: string): Promise<HttpResponse[]> =>
      atBoth(8, (baseUrl) =>
        exchange(baseUrl + registrationEndpoints.registerClient.path, {
          method: 'POST',
          from,
          headers: { 'content-type': 'application/json', 'x-request-id': randomUUID() },
          body: JSON.stringify({ client_name: 'Budget', redirect_uris: ['https://tpp.example/back'] }),
        }),
      );
    let answers = await together('127.78.7.7');
    for (let times = 1; responseStatuses(answers).includes(503) && times < 10; times += 1)
      answers = await together(`127.78.7.${7 + times}`);
    expect(responseStatuses(answers)).toEqual([...Array.from({ length: max }, () => 201), 429, 429, 429]);
  });

  it('continue a list that the other one began, and publish the same keys', async () => {
    const permitted = await (await bank.client()).consentedBy(bank.demo, 'allPsd2');
    const [account] = bank.resources(bank.demo, 'account');
    const list = `/v1.7/accounts/${account!.resourceId}/transactions?bookingStatus=booked&dateFrom=${daysAgo(300)}&limit=2`;
    const first = await permitted.at(pair[0].baseUrl).get(list, away);
    expect(first).toAnswer(200);
    const next = (first.body as { transactions: { _links: Record<string, { href: string }> } }).transactions._links['next']!.href;
    const [here, there] = await atBoth(2, (baseUrl) => permitted.at(baseUrl).get(next, away));
    expect(here).toAnswer(200);
    expect(there!.text).toBe(here!.text);

    const keys = await atBoth(2, (baseUrl) => exchange(`${baseUrl}/v1.7/oauth/consents/jwks`));
    expect(keys[0]).toAnswer(200);
    expect(keys[1]!.text).toBe(keys[0]!.text);
  });

  it('refuse a consent that was deleted at the other one: at once at the issuer, within a second at other services', async () => {
    const client = await bank.client();
    const permitted = await client.consentedBy(bank.demo, 'allPsd2');
    const asClient = await client.withClientToken('consents', 'AIS');
    const readers: [string, Caller][] = [
      ['/v1.7/accounts', permitted.at(pair[1].baseUrl)],
      ['/v1.7/cards', permitted],
      ['/v1.7/cards', permitted.at(cards.baseUrl)],
    ];
    for (const [path, reader] of readers) expect(await reader.paced.get(path, away)).toAnswer(200);
    expect(await asClient.at(pair[0].baseUrl).delete(`/v1.7/consents/${permitted.consentId}`)).toAnswer(204);
    const refused = { tppMessages: [{ code: 'CONSENT_INVALID' }] };
    expect(await readers[0]![1].get('/v1.7/accounts', away)).toAnswer(401, refused);
    for (const [path, reader] of readers.slice(1)) {
      // What they have asked of a consent they keep for a second.
      let answer = await reader.retrying.get(path, away);
      await until(
        'the read is refused',
        async () => answer.status !== 200 || (answer = await reader.retrying.get(path, away)).status !== 200,
      );
      expect(answer).toAnswer(401, refused);
    }
  });
});
