import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { issuerRowsOf, operations, pageRowsOf, services, statusRowsOf, type Method, type Operation } from '@open-banking/spec';
import { runningBank, type Caller, type HttpResponse, type TestClient } from '@open-banking/testing';
import { bodyOf, createdBy, encodedForms, everything, filled, queryOf } from '@open-banking/testing/sweep';

const rows = operations.map((row) => ({ ...row, name: `${row.method} ${row.path}`, row }));
const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];

/** An answer without what differs between two requests: the time of the report, and cursors that name it. */
const lasting = ({ status, text, headers }: HttpResponse) => ({
  status,
  text: text.replaceAll(/(?<=cursor=)[^"&]+|(?<="reportDateTime":")[^"]+/g, '…'),
  type: headers['content-type'],
  allow: headers['allow'],
});

/** Sends a path as it is. Libraries resolve dots before they send one, encoded dots included. */
const statusOf = async (url: string, path: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> => {
  const { hostname, port } = new URL(url);
  const [response] = (await once(get({ hostname, port, path, headers }), 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
};

describe('a path with percent-encoded unreserved characters', () => {
  const bank = runningBank(services);
  let callerOf: (row: Operation) => Caller;
  let client: TestClient;
  let ids: Readonly<Record<string, string>>;

  beforeAll(async () => {
    ({ callerOf, client, ids } = await everything(bank));
  });

  /** The same operation under its own path and under other spellings of that. */
  const spelled = (row: Operation, of = ids): string[] => {
    const query = queryOf(row);
    return [row.path, ...encodedForms(row.path)].map((path) => `${filled({ ...row, path }, of)}${query && '?'}${query}`);
  };

  it.each(rows.filter(({ method }) => method === 'GET'))('$name answers as under its own path', async ({ row }) => {
    const [plain, ...encoded] = spelled(row);
    const answered = await callerOf(row).get(plain!);
    expect(answered).toAnswer(200);
    for (const path of encoded) expect([path, lasting(await callerOf(row).get(path))]).toEqual([path, lasting(answered)]);
  });

  it.each(rows.filter(({ method }) => method !== 'GET'))('$name succeeds as under its own path', async ({ row }) => {
    const statuses: number[] = [];
    for (const at of spelled(row).keys()) {
      // Deletes only this test's own resources.
      const own = row.method === 'DELETE' ? { ...ids, ...(await createdBy(client)) } : ids;
      statuses.push((await callerOf(row).send(row.method, spelled(row, own)[at]!, { body: bodyOf(row) })).status);
    }
    expect(statuses[0]).toBeLessThan(300);
    expect(new Set(statuses).size).toBe(1);
  });

  it.each(rows)('$name refuses a request without a token and an unsupported method as under its own path', async ({ row }) => {
    const other = methods.find((method) => !operations.some((one) => one.path === row.path && one.method === method))!;
    for (const [method, by] of [
      [row.method, client.withoutToken.paced],
      [other, callerOf(row)],
    ] as const) {
      const [plain, ...encoded] = await Promise.all(spelled(row).map((path) => by.send(method, path, { body: bodyOf(row) })));
      for (const answered of encoded) expect(lasting(answered)).toEqual(lasting(plain!));
    }
  });

  it('is a path of an issuer, a page or a status resource too', async () => {
    const all = services.flatMap((service) => [...issuerRowsOf(service), ...pageRowsOf(service), ...statusRowsOf(service)]);
    expect(all.length).toBeGreaterThan(20);
    for (const row of all) {
      const [plain, ...encoded] = spelled(row, { uid: 'none' });
      const { status, headers } = await bank.anonymous.paced.send(row.method, plain!);
      for (const path of encoded) {
        const answered = await bank.anonymous.paced.send(row.method, path);
        expect([path, answered.status, answered.headers['content-type']]).toEqual([path, status, headers['content-type']]);
      }
    }
  });

  it('gets a token at the token endpoint', async () => {
    const token = new URL(`${client.issuerOf('consents')}/token`).pathname;
    for (const path of [token, ...encodedForms(token)]) {
      const response = await fetch(bank.baseUrl + path, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${client.clientId}:${client.client.clientSecret}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: 'grant_type=client_credentials&scope=AIS',
      });
      expect([path, response.status, Object.keys((await response.json()) as object)]).toEqual([
        path,
        200,
        expect.arrayContaining(['access_token']),
      ]);
    }
  });

  it('is another path for idempotency: the same X-Request-ID is replayed at the spelling that was sent only', async () => {
    const row = operations.find(({ id }) => id === 'createConsent')!;
    const [plain, encoded] = spelled(row);
    const headers = { 'x-request-id': randomUUID() };
    const send = (path: string) => callerOf(row).post(path, bodyOf(row), { headers });
    const created = await send(encoded!);
    expect(created).toAnswer(201);
    expect(await send(encoded!)).toAnswer(201, { consentId: (created.body as { consentId: string }).consentId });
    expect(await send(plain!)).toAnswer(409);
  });

  it.each([
    '/v1.7/cards/%2e%2e/balances',
    '/v1.7/cards/..',
    '/v1%2E7/cards/%2E',
    '/v1.7/%2e%2e/v1.7/cards',
    '/v1.7/cards/%2e%2e',
    '/v1.7/c%2561rds',
    '/v1.7%2Fcards',
    '/v1.7/cards%2F',
  ])('%s is 404: no dot is decoded that makes a segment, nothing twice, and no slash', async (path) => {
    const row = operations.find(({ id }) => id === 'listCards')!;
    const { token, consentId } = await client.consentedBy(bank.demo);
    const headers = {
      authorization: `Bearer ${token}`,
      'consent-id': consentId,
      'psu-ip-address': '192.0.2.1',
      'x-request-id': randomUUID(),
    };
    expect(await statusOf(bank.baseUrl, row.path, headers)).toBe(200);
    expect(await statusOf(bank.baseUrl, encodedForms(row.path)[1], headers)).toBe(200);
    expect(await statusOf(bank.baseUrl, path, headers)).toBe(404);
  });
});
