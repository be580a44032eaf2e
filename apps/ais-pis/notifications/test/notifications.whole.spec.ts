import { daysAgo } from '@open-banking/testing';
import { readFileSync } from 'node:fs';
import {
  addClient,
  exchange,
  removeClient,
  runningBank,
  TestClient,
  until,
  type HttpResponse,
  type ReceivedNotification,
} from '@open-banking/testing';
import { freshDatabase } from '@open-banking/testing/database';
import { anotherProcess, anotherService } from '@open-banking/testing/bank';
import { createLocalJWKSet, flattenedVerify, type JSONWebKeySet } from 'jose';
import { services, userAgent } from '@open-banking/spec';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { notificationReceivers, notificationsIn, receivedStatuses } from '@open-banking/ais-pis-testing/a-notification-receiver';

const requested = {
  access: { allPsd2: 'allAccounts' },
  recurringIndicator: true,
  validUntil: daysAgo(-30),
  frequencyPerDay: 4,
  combinedServiceIndicator: false,
};
describe('a client that gives TPP-Notification-URI', () => {
  const bank = runningBank(services);
  const { receiving, clientOf, settled, failedFor } = notificationReceivers(bank);
  const requestConsent = async (
    client: TestClient,
    headers: Readonly<Record<string, string>>,
    body: object = requested,
  ): Promise<HttpResponse> => (await client.withClientToken('consents', 'AIS')).paced.post('/v1.7/consents', body, { headers });
  const readConsentId = ({ body }: HttpResponse): string => (body as { consentId: string }).consentId;
  it('is notified of every change in order and at least once, whether its server is down, fails, redirects or is slow', async () => {
    const receiver = await receiving();
    const [one, two] = [await aCustomer(bank), await aCustomer(bank)];
    const shared = await anAccount(bank, [one, two], { rule: 'both' });
    const client = await clientOf(receiver);
    const created = await requestConsent(
      client,
      { 'tpp-notification-uri': `${receiver.origin}/told?of=consents` },
      { ...requested, access: { balances: [{ iban: shared.iban }] } },
    );
    expect(created).toAnswer(201);
    expect(created.headers).toMatchObject({ 'aspsp-notification-support': 'true', 'aspsp-notification-content': 'status=PROCESS' });
    expect(created.body).not.toHaveProperty('tppMessages');
    const consentId = readConsentId(created);

    await client.approvedBy(one, 'consents', `AIS:${consentId}`);
    await failedFor(consentId);
    await client.approvedBy(two, 'consents', `AIS:${consentId}`);
    const browser = new Browser(bank.baseUrl, client.from);
    await browser.open('/customer');
    await browser.press('sign-in', { login: one.login, password: one.password });
    await browser.open(`/customer/access/${consentId}`);
    await browser.confirm('end');

    receiver.nextStatuses = [500, 'never', 302];
    await receiver.open();
    const rows = await settled(consentId, 3);
    expect(rows.map(({ status, delivered }) => [status, delivered])).toEqual([
      ['partiallyAuthorised', true],
      ['valid', true],
      ['revokedByPsu', true],
    ]);
    const { received } = receiver;
    expect(received.slice(0, 3).map(({ status }) => status)).toEqual([500, 'never', 302]);
    const attempts = received.map(({ body }) => body['consentStatus']!);
    const order = ['partiallyAuthorised', 'valid', 'revokedByPsu'];
    expect(attempts.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => 'partiallyAuthorised'));
    expect(attempts).toEqual(attempts.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)));
    expect(received.every(({ path, body }) => path === '/told?of=consents' && body['consentId'] === consentId)).toBe(true);
    // Each attempt has the id of its notification.
    expect(receivedStatuses(received)).toEqual(order);
  });

  it('can prove the sender, content and recipient of a notification with any JOSE library', async () => {
    const receiver = await (await receiving()).open();
    const client = await clientOf(receiver);
    const consentId = readConsentId(await requestConsent(client, { 'tpp-notification-uri': `${receiver.origin}/told` }));
    await (await client.withClientToken('consents', 'AIS')).delete(`/v1.7/consents/${consentId}`);
    const [{ headers, raw, body }] = (await receiver.waitFor(1)) as [ReceivedNotification];
    expect(body).toEqual({ consentId, consentStatus: 'terminatedByTpp' });
    expect(headers['user-agent']).toBe(userAgent);

    const issuer = `${bank.baseUrl}/v1.7/oauth/consents`;
    const { body: metadata } = await exchange(`${issuer}/.well-known/oauth-authorization-server`);
    const keys = (await exchange((metadata as { jwks_uri: string }).jwks_uri)).body as JSONWebKeySet;
    expect(keys.keys.every((key) => !('d' in key) && key.kid !== undefined)).toBe(true);
    const [protectedHeader, empty, signature] = (headers['x-jws-signature'] as string).split('.') as [string, string, string];
    expect(empty).toBe('');
    const verify = (payload: Buffer, set = keys) =>
      flattenedVerify({ protected: protectedHeader, payload, signature }, createLocalJWKSet(set));
    const proved = await verify(raw);
    expect(proved.protectedHeader).toMatchObject({
      alg: 'ES256',
      b64: false,
      crit: ['b64'],
      iss: issuer,
      aud: `${receiver.origin}/told`,
      jti: headers['x-request-id'],
    });
    await expect(verify(Buffer.from(raw.toString().replace('terminatedByTpp', 'valid')))).rejects.toThrow(/signature verification failed/);
    await expect(verify(raw, { keys: keys.keys.map((key) => ({ ...key, kid: 'another' })) })).rejects.toThrow();
  });

  it('is notified only of the last status if it prefers that', async () => {
    const receiver = await (await receiving()).open();
    const client = await clientOf(receiver);
    const uri = { 'tpp-notification-uri': `${receiver.origin}/told` };
    for (const [preferred, provided] of [
      ['status=LAST', 'LAST'],
      ['status=SCA, LAST', 'LAST'],
      ['status=PROCESS,LAST', 'PROCESS'],
      ['status=SCA', 'PROCESS'],
    ] as const) {
      const created = await requestConsent(client, { ...uri, 'tpp-notification-content-preferred': preferred });
      expect(created.headers['aspsp-notification-content']).toBe(`status=${provided}`);
    }
    expect(await requestConsent(client, { ...uri, 'tpp-notification-content-preferred': 'status=FIRST' })).toAnswer(400, {
      tppMessages: [{ path: 'TPP-Notification-Content-Preferred' }],
    });
    expect(await requestConsent(client, { ...uri, 'tpp-notification-content-preferred': 'status=LAST,LAST' })).toAnswer(400);

    const consentId = readConsentId(await requestConsent(client, { ...uri, 'tpp-notification-content-preferred': 'status=LAST' }));
    await client.approvedBy(bank.demo, 'consents', `AIS:${consentId}`);
    // A newer recurring consent of the same client and customer replaces it.
    await client.consentedBy(bank.demo);
    await settled(consentId, 1);
    expect(notificationsIn(receiver.received).map(({ body }) => body)).toEqual([{ consentId, consentStatus: 'replacedByTpp' }]);
  });

  it("is notified only at addresses under its redirect URIs' origins; other addresses are ignored with a warning", async () => {
    const receiver = await (await receiving()).open();
    const client = await clientOf(receiver);
    const { port } = new URL(receiver.origin);
    const ignored = [
      `http://127.0.0.1:${Number(port) + 1}/told`,
      `http://localhost:${port}/told`,
      `https://127.0.0.1:${port}/told`,
      `http://127.0.0.1:${port}@tpp.example/told`,
      `http://me:secret@127.0.0.1:${port}/told`,
      'https://tpp.example/told',
      'com.example.app:/told',
      'urn:told',
      `${receiver.origin}/${'x'.repeat(2_000)}`,
    ];
    for (const address of ignored) {
      const created = await requestConsent(client, { 'tpp-notification-uri': address });
      expect([
        address.slice(0, 60),
        created.status,
        created.headers['aspsp-notification-support'],
        created.headers['aspsp-notification-content'],
      ]).toEqual([address.slice(0, 60), 201, 'false', undefined]);
      expect(created.body).toMatchObject({
        consentStatus: 'received',
        tppMessages: [{ category: 'WARNING', code: 'WARNING', path: 'TPP-Notification-URI' }],
      });
      expect(
        (await bank.database('ais-pis').query('select from notification_address where subject_id = $1', [readConsentId(created)])).rowCount,
      ).toBe(0);
    }
    expect(await requestConsent(client, { 'tpp-notification-uri': 'nowhere' })).toAnswer(400, {
      tppMessages: [{ path: 'TPP-Notification-URI' }],
    });
    const taken = await requestConsent(client, { 'tpp-notification-uri': `${receiver.origin}/told` });
    expect(taken).toAnswer(201);
    expect(taken.headers['aspsp-notification-support']).toBe('true');
    expect((await requestConsent(client, {})).headers).not.toHaveProperty('aspsp-notification-support');
  });

  it('is notified once, even if its request was repeated', async () => {
    const receiver = await (await receiving()).open();
    const client = await clientOf(receiver);
    const headers = { 'tpp-notification-uri': `${receiver.origin}/told`, 'x-request-id': crypto.randomUUID() };
    const [first, copy] = [await requestConsent(client, headers), await requestConsent(client, headers)];
    expect(copy.body).toEqual(first.body);
    expect(copy.headers['aspsp-notification-support']).toBe('true');
    await (await client.withClientToken('consents', 'AIS')).delete(`/v1.7/consents/${readConsentId(first)}`);
    await settled(readConsentId(first), 1);
    expect(receivedStatuses(receiver.received)).toEqual(['terminatedByTpp']);
  });

  it('is no longer notified once it is removed', async () => {
    const receiver = await receiving();
    const client = await clientOf(receiver);
    const consentId = readConsentId(await requestConsent(client, { 'tpp-notification-uri': `${receiver.origin}/told` }));
    await (await client.withClientToken('consents', 'AIS')).delete(`/v1.7/consents/${consentId}`);
    await failedFor(consentId);
    await removeClient(operatorOf(bank.facts.operatorFile), client.clientId);
    await receiver.open();
    expect(await settled(consentId, 1)).toMatchObject([{ delivered: false, last_problem: 'the client is gone' }]);
    expect(receiver.received).toEqual([]);
  });

  it('is notified in the end, even if the notifying process is killed half-way', async () => {
    const own = await freshDatabase('ais-pis');
    const receiver = await receiving();
    receiver.nextStatuses = ['never'];
    await receiver.open();
    const killed = await anotherProcess(bank, 'ais-pis', { databaseUrl: own.serviceUrl });
    const operator = { ...operatorOf(bank.facts.operatorFile), internal: { 'ais-pis': killed.internalUrl } };
    const client = new TestClient(
      killed.baseUrl,
      await addClient(operator, { name: 'Test', roles: ['PSP_AI'], redirectUri: `${receiver.origin}/back` }),
    );
    const [first, second] = [
      await requestConsent(client, { 'tpp-notification-uri': `${receiver.origin}/told` }),
      await requestConsent(client, { 'tpp-notification-uri': `${receiver.origin}/told` }),
    ];
    const caller = await client.withClientToken('consents', 'AIS');
    expect(await caller.delete(`/v1.7/consents/${readConsentId(first)}`)).toAnswer(204);
    await receiver.waitFor(1);
    await killed.kill();
    const next = await anotherService(bank, 'ais-pis', { databaseUrl: own.serviceUrl });
    const again = new TestClient(next.baseUrl, client.client);
    expect(await (await again.withClientToken('consents', 'AIS')).delete(`/v1.7/consents/${readConsentId(second)}`)).toAnswer(204);
    const receivedFor = (consent: HttpResponse) => receiver.received.filter(({ body }) => body['consentId'] === readConsentId(consent));
    await until('both are told', () => receivedFor(first).length > 1 && receivedFor(second).length > 0);
    for (const consent of [first, second]) expect(notificationsIn(receivedFor(consent))).toHaveLength(1);
    await next.stop();
    await own.close();
  });
});

const operatorOf = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Parameters<typeof removeClient>[0];
