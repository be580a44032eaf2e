import { randomUUID } from 'node:crypto';
import { exchange, exchangeWithinLimits, runningBank, until, type Caller, type TestClient } from '@open-banking/testing';

type Headers = Readonly<Record<string, string>>;
type Body = Readonly<Record<string, unknown>>;
const product = 'sepa-credit-transfers';
const payment = {
  instructedAmount: { currency: 'EUR', amount: '12.50' },
  creditorAccount: { iban: 'DE89370400440532013000' },
  creditorName: 'Bookshop',
};
const entry = { type: 'payment', paymentProduct: product, ...payment };

describe('the headers and the text of a pushed request with authorization_details', () => {
  const bank = runningBank(['ais-pis']);
  let client: TestClient;
  let direct: Caller;
  beforeAll(async () => {
    client = await bank.client();
    direct = (await client.withClientToken('payments', 'PIS')).paced;
  });
  /** `headers`: made anew for each try where it is a function, because proofs are good once. */
  const push = (headers: Headers | (() => Promise<Headers>), details: unknown = [entry], changed: Headers = {}) => {
    const { clientId, clientSecret } = client.client;
    const { scope: _, ...form } = Object.fromEntries(new URL(client.authorization('payments', '').url).searchParams);
    const text = typeof details === 'string' ? details : JSON.stringify(details);
    return exchangeWithinLimits(`${client.issuerOf('payments')}/par`, async () => ({
      method: 'POST',
      from: client.from,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        ...(typeof headers === 'function' ? await headers() : headers),
      },
      body: new URLSearchParams({ ...form, authorization_details: text, ...changed }).toString(),
    }));
  };
  const count = async (of = client): Promise<number> => {
    const { rows } = await bank
      .database('ais-pis')
      .query<{ count: string }>('select count(*) from payment where client_id = $1', [of.clientId]);
    return Number(rows[0]!.count);
  };

  it.each([
    ['X-Request-ID', ['x', randomUUID().slice(1), `${randomUUID()}, ${randomUUID()}`], randomUUID()],
    ['TPP-Notification-URI', ['x', '/path', 'http://'], 'http://127.0.0.1/told'],
    ['TPP-Notification-Content-Preferred', ['PROCESS', 'status=x'], 'status=LAST'],
    ['TPP-Redirect-URI', ['x'], 'https://tpp.example/back'],
    ['PSU-IP-Port', ['x'], '443'],
    ['PSU-Device-ID', ['x'], randomUUID()],
    ['Client-VOP-Requested', ['yes'], 'false'],
  ])('%s is held to the form that the operation holds it to, and nothing is created otherwise', async (name, unfit, fit) => {
    const before = await count();
    for (const value of unfit) {
      const refused = await direct.post(`/v1.7/payments/${product}`, payment, { headers: { [name.toLowerCase()]: value } });
      expect(refused).toAnswer(400, { tppMessages: [{ code: 'FORMAT_ERROR', path: name }] });
      expect(await push({ [name]: value })).toAnswer(400, {
        error: 'invalid_request',
        error_description: expect.stringContaining(`${name}: `) as string,
      });
    }
    expect(await count()).toBe(before);
    expect(await push({ [name]: fit })).toAnswer(201);
    expect(await count()).toBe(before + 1);
  });

  it('may be without X-Request-ID: each request then creates another payment', async () => {
    const before = await count();
    expect([(await push({})).status, (await push({})).status]).toEqual([201, 201]);
    expect(await count()).toBe(before + 2);
  });

  it('says in its answer, as the operation does, whether changes will be told', async () => {
    const headersFor = async (address: string) => {
      const headers = { 'tpp-notification-uri': address };
      const answers = [await push(headers), await direct.post(`/v1.7/payments/${product}`, payment, { headers })];
      return answers.map(({ status, headers: has, body }) => ({
        status,
        support: has['aspsp-notification-support'],
        content: has['aspsp-notification-content'],
        warnings: (body as Body)['tppMessages'],
      }));
    };
    const [taken, directlyTaken] = await headersFor('http://127.0.0.1/told');
    expect(taken).toEqual({ status: 201, support: 'true', content: 'status=PROCESS', warnings: undefined });
    expect(taken).toEqual(directlyTaken);
    const [warned, directlyWarned] = await headersFor('https://elsewhere.example/told');
    expect(warned).toMatchObject({ status: 201, support: 'false', warnings: [{ category: 'WARNING', path: 'TPP-Notification-URI' }] });
    expect(warned).toEqual(directlyWarned);
    expect(Object.keys((await push({})).body as Body).sort()).toEqual(['expires_in', 'request_uri']);
  });

  it('creates nothing where the limit of pushed requests is used up', async () => {
    const fresh = await bank.client();
    const at = `${fresh.issuerOf('payments')}/par`;
    const { scope: _, ...form } = Object.fromEntries(new URL(fresh.authorization('payments', '').url).searchParams);
    const { clientId, clientSecret } = fresh.client;
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
    };
    const paymentId = (await (await fresh.withClientToken('payments', 'PIS')).post(`/v1.7/payments/${product}`, payment)).body as Body;
    const plain = { ...form, scope: `PIS:${String(paymentId['paymentId'])}` };
    const detailed = { ...form, authorization_details: JSON.stringify([entry]) };
    const send = (sent: Headers) => exchange(at, { method: 'POST', from: fresh.from, headers, body: new URLSearchParams(sent).toString() });
    let [created, refused] = [0, 0];
    await until('a pushed request is refused by its limit', async () => {
      // Ten are admitted in a second.
      await Promise.all(Array.from({ length: 10 }, () => send(plain)));
      for (const { status } of await Promise.all(Array.from({ length: 5 }, () => send(detailed)))) {
        if (status === 201) created += 1;
        if (status === 429) refused += 1;
      }
      return refused > 0;
    });
    expect(await count(fresh)).toBe(created + 1);
  });

  it('creates nothing where anything else of the request is refused', async () => {
    const before = await count();
    for (const [headers, changed] of [
      [{}, { grant_management_action: 'merge' }],
      [{}, { grant_id: 'x' }],
      [{}, { max_age: '1' }],
      [{}, { resource: 'https://x.example/' }],
      [{}, { dpop_jkt: 'x' }],
      [{}, { state: 'a\0' }],
      [{}, { prompt: 'none' }],
      [{ dpop: 'x' }, {}],
      [{ dpop: await client.proofKey.proof('POST', `${client.issuerOf('payments')}/token`) }, {}],
    ] as readonly (readonly [Headers, Headers])[])
      expect({ headers, changed, status: (await push(headers, [entry], changed)).status }).toEqual({ headers, changed, status: 400 });
    expect(await count()).toBe(before);
    const proved = async () => ({ dpop: await client.proofKey.proof('POST', `${client.issuerOf('payments')}/par`) });
    expect(await push(proved)).toAnswer(201);
    expect(await count()).toBe(before + 1);
  });

  it('is refused with invalid_authorization_details where the text is none that the operation takes as a body', async () => {
    const before = await count();
    const text = JSON.stringify([entry]);
    for (const [what, details] of Object.entries({
      'an empty list': '[]',
      'an empty object': '{}',
      null: 'null',
      'a text': '"payment"',
      'a list of nothing': '[null]',
      'no JSON': 'payment',
      'U+0000': text.replace('Bookshop', 'Book\\u0000shop'),
      'half a surrogate pair': text.replace('Bookshop', 'Book\\ud800shop'),
      'a field named twice': text.replace('"creditorName"', '"creditorName":"Another","creditorName"'),
      'nested too deep': `[{"type":"payment","x":${'['.repeat(100)}${']'.repeat(100)}}]`,
    })) {
      const { status, body } = await push({}, details);
      const { error, error_description: said } = body as Body;
      expect({ what, status, error }).toEqual({ what, status: 400, error: 'invalid_authorization_details' });
      // RFC 6749 §5.2 has neither quotation marks nor anything but ASCII in a description.
      expect({ what, said }).toEqual({ what, said: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/) as unknown });
    }
    expect(await push({}, '[]', { scope: 'PIS' })).toAnswer(400, { error: 'invalid_authorization_details' });
    expect(await client.requestToken('payments', { grant_type: 'client_credentials', authorization_details: '[]' })).toAnswer(400, {
      error: 'invalid_authorization_details',
    });
    // At the token endpoint nobody reads a request object.
    expect(await client.requestToken('payments', { grant_type: 'client_credentials', request: 'x', authorization_details: '[{' })).toAnswer(
      400,
    );
    expect(await client.requestToken('payments', { grant_type: 'client_credentials', request: 'x' })).toAnswer(200);
    expect(await count()).toBe(before);
    expect(await push({}, `\n ${text.replace('{', '{\n\t')}\r\n`)).toAnswer(201);
    expect(await count()).toBe(before + 1);
  });
});
