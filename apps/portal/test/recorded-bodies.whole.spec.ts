import { randomUUID } from 'node:crypto';
import { issuerHomes, services } from '@open-banking/spec';
import { exchange, ownAddress, runningBank, until, type HttpResponse } from '@open-banking/testing';
import { anotherService } from '@open-banking/testing/bank';
import { AScenarist, type Made } from './a-scenarist.js';

const slowMs = 300_000;
const payment = (more: object = {}) => ({
  instructedAmount: { currency: 'EUR', amount: '5.00' },
  creditorAccount: { iban: 'DE02120300000000202051' },
  creditorName: 'Zelophehad Quillfeather',
  ...more,
});
const sepa = '/v1.7/payments/sepa-credit-transfers';

describe('what the request log of a sandbox keeps', () => {
  const bank = runningBank(services);
  const idOf = ({ headers }: Pick<HttpResponse, 'headers'>): string => String(headers['x-request-id']);
  const rows = async (table: string, requestId: string): Promise<Record<string, unknown>[]> =>
    (await bank.database('portal').query<Record<string, unknown>>(`select * from ${table} where request_id = $1`, [requestId])).rows;
  const recorded = async (response: Pick<HttpResponse, 'headers'>): Promise<Record<string, unknown>> => {
    await until('the request is recorded with its details', async () => (await rows('request_exchange', idOf(response))).length === 1);
    return (await rows('request_exchange', idOf(response)))[0]!;
  };
  const isKept = async (response: Pick<HttpResponse, 'headers'>): Promise<boolean> =>
    (await rows('request_exchange', idOf(response))).length > 0;

  it(
    'is the sentence of the bank, the request and the response, on the page of the entry, in the list and for programs',
    async () => {
      const scenarist = await AScenarist.of(bank);
      const client = await scenarist.client(bank);
      const own = await client.withClientToken('payments', 'PIS');
      const headers = { 'psu-ip-address': '203.0.113.7' };
      const body = payment({
        instructedAmount: { currency: 'ILS', amount: '999999999.00' },
        creditorAccount: { bban: '0109360000007869660' },
      });
      const refused = await own.post('/v1.7/payments/fp', body, { headers });
      const broken = await exchange(`${bank.baseUrl}/v1.7/payments/fp`, {
        method: 'POST',
        from: ownAddress(),
        body: '{"a": Dana',
        headers: { ...headers, authorization: `Bearer ${own.token}`, 'content-type': 'application/json', 'x-request-id': randomUUID() },
      });
      const created = await own.post(sepa, payment(), { headers });
      expect([refused.status, broken.status, created.status]).toEqual([400, 400, 201]);
      for (const response of [refused, broken, created]) await recorded(response);
      const { tppMessages } = refused.body as { tppMessages: { code: string; path: string; text: string }[] };

      const { browser } = scenarist.developer;
      const { text: list } = await browser.open('/developer/requests');
      expect(list).toContain(tppMessages[0]!.text);
      expect(list).toContain(`<a href="/developer/requests/${idOf(refused)}">Details`);
      expect(list).toContain('POST /v1.7/payments/fp');
      const { text: page } = await browser.open(`/developer/requests/${idOf(refused)}`);
      for (const { text } of tppMessages) expect(page).toContain(text);
      expect(page).toContain('&quot;amount&quot;: &quot;999999999.00&quot;');
      expect(page).toMatch(/href="\/developer\/console\/operations\/createPayment\?from=\d+"/);
      const { text: unreadable } = await browser.open(`/developer/requests/${idOf(broken)}`);
      expect(unreadable).toContain('The body is not JSON');
      expect(unreadable).toContain('10 bytes. A body that is not JSON is not kept.');
      const { paymentId } = created.body as { paymentId: string };
      const { text: second } = await browser.open(`/developer/requests/${idOf(created)}`);
      expect(second).toContain(`href="/developer/payments/${paymentId}"`);
      expect(second).toContain(`&quot;paymentId&quot;: &quot;${paymentId}&quot;`);

      const found = (await scenarist.call('GET', '/sandbox/requests')).body as { requests: Record<string, unknown>[] };
      expect(found.requests.find(({ requestId }) => requestId === idOf(refused))).toMatchObject({
        method: 'POST',
        path: '/v1.7/payments/fp',
        faults: tppMessages.map(({ code, path, text }) => ({ code, path, text })),
      });
      // The text that is kept for a week has no value of the client's.
      const [detail] = await rows('request_detail', idOf(refused));
      expect(JSON.stringify(detail)).not.toMatch(/999999999|Zelophehad|DE0212/);
      expect(JSON.stringify(detail!['texts'])).toContain('fp supports amounts of at most');
    },
    slowMs,
  );

  it(
    'is found by the consent, payment or mandate, and by no other developer',
    async () => {
      const [one, other] = await Promise.all([AScenarist.of(bank), AScenarist.of(bank)]);
      const client = await one.client(bank);
      const own = await client.withClientToken('payments', 'PIS');
      const headers = { 'psu-ip-address': '203.0.113.7' };
      const created = await own.post(sepa, payment(), { headers });
      const { paymentId } = created.body as { paymentId: string };
      const read = await own.get(`${sepa}/${paymentId}`);
      const unrelated = await own.post(sepa, payment(), { headers });
      for (const response of [created, read, unrelated]) await recorded(response);
      const { text } = await one.developer.browser.open(`/developer/requests?object=${paymentId}`);
      expect([created, read, unrelated].map((response) => text.includes(idOf(response)))).toEqual([true, true, false]);
      expect((await other.developer.browser.open(`/developer/requests?object=${paymentId}`)).text).not.toContain(idOf(created));
      expect((await other.developer.browser.open(`/developer/requests/${idOf(created)}`)).status).toBe(404);
      expect((await one.developer.browser.open('/developer/requests?object=none')).text).toContain('is a UUID');

      const { customerId, logins } = await one.customer();
      const consented = await client.consentedBy(logins[0] as never, 'allPsd2', { choices: { leaveOut: true } });
      const accounts = await consented.get('/v1.7/accounts');
      await recorded(accounts);
      const { text: ofConsent } = await one.developer.browser.open(`/developer/requests?object=${consented.consentId}`);
      expect([accounts, created].map((response) => ofConsent.includes(idOf(response)))).toEqual([true, false]);
      expect(customerId).toBeDefined();
    },
    slowMs,
  );

  it(
    'has the reason of a refused token request, and no credential of any kind',
    async () => {
      const scenarist = await AScenarist.of(bank);
      const client = await scenarist.client(bank);
      const planted: string[] = [client.client.clientSecret!];
      const started = await client.pushAuthorization(client.authorization('consents', `AIS:${await client.createConsent('allPsd2')}`));
      planted.push(started.verifier, started.state, new URL(started.url).searchParams.get('request_uri')!.split(':').at(-1)!);
      const own = await client.withClientToken('consents', 'AIS');
      planted.push(own.token!);
      const basic = (secret: string) => `Basic ${Buffer.from(`${client.clientId}:${secret}`).toString('base64')}`;
      const issuer = issuerHomes.consents.path;
      const ask = async (path: string, form: Record<string, string>, more: Record<string, string> = {}) => {
        const id = randomUUID();
        const response = await exchange(`${bank.baseUrl}${path}`, {
          method: 'POST',
          from: ownAddress(),
          body: new URLSearchParams(form).toString(),
          headers: {
            authorization: basic(client.client.clientSecret!),
            'content-type': 'application/x-www-form-urlencoded',
            'x-request-id': id,
            ...more,
          },
        });
        return { ...response, headers: { ...response.headers, 'x-request-id': id } };
      };
      const parameters = 'code code_verifier client_assertion refresh_token token request state password approval_code secret_of_mine';
      const secrets = Object.fromEntries(parameters.split(' ').map((name) => [name, `Planted-${name}-7Q`]));
      planted.push(...Object.values(secrets), 'Planted-wrong-secret', 'Planted-cookie', 'Planted-proof');
      const cookie = { cookie: 'session=Planted-cookie' };
      const { client_assertion: _, ...withoutAssertion } = secrets;
      const badCode = await ask(
        `${issuer}/token`,
        { ...withoutAssertion, grant_type: 'authorization_code', redirect_uri: client.client.redirectUri },
        cookie,
      );
      const badGrant = await ask(`${issuer}/token`, { grant_type: secrets['code']!, scope: `AIS ${secrets['password']}` }, cookie);
      const badSecret = await ask(
        `${issuer}/token`,
        { grant_type: 'client_credentials' },
        { authorization: basic('Planted-wrong-secret') },
      );
      const badPush = await ask(`${issuer}/par`, {
        ...withoutAssertion,
        response_type: 'code',
        client_id: client.clientId,
        redirect_uri: 'https://Planted-code-7Q.example',
      });
      const proof = await ask(`${issuer}/token`, { grant_type: 'client_credentials' }, { dpop: 'Planted-proof' });
      for (const { status } of [badCode, badGrant, badSecret, badPush, proof]) expect(status).toBeGreaterThanOrEqual(400);
      const text = `Pay ${own.token!} and ${started.verifier}`;
      const inText = await (
        await client.withClientToken('payments', 'PIS')
      ).post(sepa, payment({ remittanceInformationUnstructured: text }), {
        headers: { 'psu-ip-address': '203.0.113.7', cookie: 'session=Planted-cookie' },
      });
      const inPath = await own.get(`/v1.7/consents/Planted-code-7Q?access_token=Planted-token-7Q&code=${own.token!}`);
      const registration = await exchange(`${bank.baseUrl}${issuer}/register`, {
        method: 'POST',
        from: ownAddress(),
        body: JSON.stringify({
          client_name: 'Planted-password-7Q',
          software_statement: secrets['request'],
          client_secret: secrets['code'],
        }),
        headers: { 'content-type': 'application/json' },
      });
      expect(registration.status).toBe(201);

      const described = (badCode.body as { error_description: string }).error_description;
      expect(await recorded(badCode)).toMatchObject({ method: 'POST', path: `${issuer}/token`, texts: [described] });
      for (const response of [badGrant, badSecret, badPush, proof, inText, inPath]) await recorded(response);
      const { text: page } = await scenarist.developer.browser.open(`/developer/requests/${idOf(badCode)}`);
      expect(page).toMatch(/<code>invalid_(grant|request)<\/code>: code/);
      expect(page).toContain('&quot;grant_type&quot;: &quot;authorization_code&quot;');
      expect(page).toContain('&quot;code&quot;: &quot;not kept&quot;');
      const { text: unproved } = await scenarist.developer.browser.open(`/developer/requests/${idOf(badSecret)}`);
      expect(unproved).toContain('invalid_client');

      for (const table of ['request', 'request_detail', 'request_exchange']) {
        const { rows: all } = await bank
          .database('portal')
          .query<{ line: string }>(`select t::text as line from ${table} t where client_id = $1`, [client.clientId]);
        expect(all.length).toBeGreaterThan(5);
        const written = all.map(({ line }) => line).join('\n');
        expect([table, planted.filter((one) => written.includes(one))]).toEqual([table, []]);
      }
      const { rows: registered } = await bank.database('portal').query("select from request where operation like '%egist%'");
      expect(registered).toEqual([]);
    },
    slowMs,
  );

  it(
    'ends with the customer that it is about, when that one is reset or deleted, and with the client',
    async () => {
      const scenarist = await AScenarist.of(bank);
      const client = await scenarist.client(bank);
      const other = await scenarist.client(bank);
      const [one, two] = [await scenarist.customer(), await scenarist.customer({ seed: 'two' })];
      const readBy = async ({ logins }: Made, by = client): Promise<HttpResponse> => {
        const consented = await by.consentedBy(logins[0] as never, 'allPsd2', { choices: { leaveOut: true } });
        const response = await consented.get('/v1.7/accounts');
        await recorded(response);
        return response;
      };
      const [ofOne, ofTwo, byOther] = [await readBy(one), await readBy(two), await readBy(two, other)];
      expect((await scenarist.call('POST', `/sandbox/customers/${one.customerId}/resets`)).status).toBeLessThan(300);
      expect([await isKept(ofOne), await isKept(ofTwo)]).toEqual([false, true]);
      expect((await rows('request', idOf(ofOne))).length).toBe(1);
      await scenarist.developer.browser.open(`/developer/clients/${other.clientId}`);
      await scenarist.developer.browser.confirm('remove');
      expect([await isKept(byOther), await isKept(ofTwo)]).toEqual([false, true]);
      expect((await scenarist.call('DELETE', `/sandbox/customers/${two.customerId}`)).status).toBe(204);
      expect(await isKept(ofTwo)).toBe(false);
    },
    slowMs,
  );

  it(
    'is outside a sandbox the sentence without what the client sent, and no body, path or method',
    async () => {
      const scenarist = await AScenarist.of(bank);
      const client = await scenarist.client(bank);
      const own = await client.withClientToken('payments', 'PIS');
      const outside = await anotherService(bank, 'ais-pis', {
        settings: { APPROVAL_CODE_URL: 'http://127.0.0.1:9/' },
        overrides: { SANDBOX: '0' },
      });
      const there = own.at(outside.baseUrl);
      const headers = { 'psu-ip-address': '203.0.113.7' };
      const body = payment({ instructedAmount: { currency: 'EUR', amount: '8888888888.00' }, requestedExecutionDate: '2001-01-01' });
      const refused = await there.post(sepa, body, { headers });
      const created = await there.post(sepa, payment(), { headers });
      const inSandbox = await own.post(sepa, body, { headers });
      expect([refused.status, created.status, inSandbox.status]).toEqual([400, 201, 400]);
      for (const response of [refused, created])
        await until('the details are recorded', async () => (await rows('request_detail', idOf(response))).length === 1);
      await recorded(inSandbox);
      await outside.stop();
      expect([await isKept(refused), await isKept(created), await isKept(inSandbox)]).toEqual([false, false, true]);
      const [detail] = await rows('request_detail', idOf(refused));
      expect(detail!['texts']).toContainEqual(expect.stringMatching(/^sepa-credit-transfers supports amounts of at most [\d.]+ EUR\.$/));
      expect(JSON.stringify(detail)).not.toMatch(/88888888|2001-01-01|Zelophehad|DE0212/);
      const [{ object_id: objectId } = {}] = await rows('request_detail', idOf(created));
      expect(objectId).toBe((created.body as { paymentId: string }).paymentId);
    },
    slowMs,
  );
});
