import { randomUUID } from 'node:crypto';
import { daysAgo, runningBank, type TestClient } from '@open-banking/testing';
import { services } from '@open-banking/spec';

const path = '/v1.7/consents';
const request = (over: object = {}) => ({
  access: { allPsd2: 'allAccounts' },
  recurringIndicator: true,
  validUntil: daysAgo(-30),
  frequencyPerDay: 4,
  combinedServiceIndicator: false,
  ...over,
});

describe('POST /v1.7/consents', () => {
  const bank = runningBank(services);
  let client: TestClient;
  beforeAll(async () => {
    client = await bank.client();
  });
  const own = async () => (await client.withClientToken('consents', 'AIS')).paced;

  it('stores the requested access and returns where it is approved', async () => {
    const caller = await own();
    const created = await caller.post(path, request());
    const { consentId } = created.body;
    const self = `${path}/${consentId}`;
    expect(created).toAnswer(201);
    expect(created.body).toEqual({
      consentStatus: 'received',
      consentId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      _links: {
        scaOAuth: { href: `${bank.baseUrl}/v1.7/oauth/consents/.well-known/oauth-authorization-server` },
        self: { href: self },
        status: { href: `${self}/status` },
      },
    });
    expect(created.headers).toMatchObject({ location: self, 'aspsp-sca-approach': 'REDIRECT' });
    expect(await caller.get(created.body._links.scaOAuth.href.slice(bank.baseUrl.length))).toAnswer(200, {
      issuer: `${bank.baseUrl}/v1.7/oauth/consents`,
    });
    expect((await caller.get(self)).body).toEqual({
      access: { allPsd2: 'allAccounts' },
      recurringIndicator: true,
      validUntil: daysAgo(-30),
      frequencyPerDay: 4,
      lastActionDate: daysAgo(0),
      consentStatus: 'received',
      _links: { self: { href: self }, status: { href: `${self}/status` } },
    });
    expect((await caller.get(`${self}/status`)).body).toEqual({ consentStatus: 'received' });
  });

  it("limits validity and frequency to the bank's maximum", async () => {
    const caller = await own();
    const {
      body: { _links },
    } = await caller.post(path, request({ validUntil: '9999-12-31', frequencyPerDay: 100 }));
    expect(await caller.get(_links.self.href)).toAnswer(200, { validUntil: daysAgo(-180), frequencyPerDay: 4 });
  });

  it('reports all faults of headers and body at once', async () => {
    const caller = await own();
    const refused = await caller.post(path, request({ combinedServiceIndicator: true, validUntil: daysAgo(1), access: {} }), {
      headers: { 'x-request-id': '1', 'psu-ip-address': 'here', 'tpp-redirect-uri': 'nowhere', 'psu-http-method': 'LOOK' },
    });
    expect(refused).toAnswer(400);
    expect(refused.body.tppMessages.map(({ path: at, code }: { path: string; code: string }) => `${at} ${code}`).sort()).toEqual([
      '/access FORMAT_ERROR',
      '/combinedServiceIndicator SESSIONS_NOT_SUPPORTED',
      '/validUntil PERIOD_INVALID',
      'PSU-Http-Method FORMAT_ERROR',
      'PSU-IP-Address FORMAT_ERROR',
      'TPP-Redirect-URI FORMAT_ERROR',
      'X-Request-ID FORMAT_ERROR',
    ]);
  });

  it('creates one consent per X-Request-ID, however often it is sent, and refuses a different body with it', async () => {
    const caller = await own();
    const headers = { 'x-request-id': randomUUID(), 'psu-ip-address': '192.0.2.17' };
    const copies = await Promise.all([1, 2, 3, 4].map(() => caller.post(path, request(), { headers })));
    for (const copy of copies) {
      expect(copy).toAnswer(201);
      expect(copy.text).toBe(copies[0]!.text);
      expect(copy.headers).toMatchObject({
        location: copies[0]!.headers['location'],
        'aspsp-sca-approach': 'REDIRECT',
        'x-request-id': headers['x-request-id'],
      });
    }
    expect(await caller.post(path, request({ frequencyPerDay: 3 }), { headers })).toAnswer(409, {
      tppMessages: [{ code: 'STATUS_INVALID', path: 'X-Request-ID' }],
    });
    const { rows } = await bank
      .database('ais-pis')
      .query('select operation, client_id, subject, psu_headers from audit where request_id = $1', [headers['x-request-id']]);
    expect(rows).toEqual([
      {
        operation: 'createConsent',
        client_id: client.clientId,
        subject: copies[0]!.body.consentId,
        psu_headers: { 'psu-ip-address': expect.any(String) },
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain('192.0.2.17');
  });

  it('does not store a refusal: the corrected request may use the same id', async () => {
    const caller = await own();
    const headers = { 'x-request-id': randomUUID() };
    expect(await caller.post(path, request({ frequencyPerDay: 0 }), { headers })).toAnswer(400);
    expect(await caller.post(path, request(), { headers })).toAnswer(201);
  });
});
