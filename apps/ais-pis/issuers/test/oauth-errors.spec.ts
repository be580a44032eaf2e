import { randomUUID } from 'node:crypto';
import { registrationEndpoints } from '@open-banking/spec';
import { exchange, exchangeWithinLimits, type HttpResponse, leasedBank, type TestClient, until } from '@open-banking/testing';

type Form = Readonly<Record<string, string>>;
type Endpoint = 'par' | 'token' | 'revoke' | 'register';

const entry = {
  type: 'consent',
  access: { allPsd2: 'allAccounts' },
  recurringIndicator: false,
  validUntil: '9999-12-31',
  frequencyPerDay: 1,
  combinedServiceIndicator: false,
};
const endpoints: readonly Endpoint[] = ['par', 'token', 'revoke', 'register'];
const success = { par: 201, token: 200, revoke: 200, register: 201 } as const;

/** RFC 6749 §5.2: the characters of a description. */
const isDescription = /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/;

describe('an endpoint of OAuth refuses in the form of RFC 6749 §5.2', () => {
  const bank = leasedBank(['ais-pis']);
  let client: TestClient;
  beforeAll(async () => {
    client = await bank.client();
  });

  const endpointUrl = (endpoint: Endpoint) =>
    endpoint === 'register' ? bank.baseUrl + registrationEndpoints.registerClient.path : `${client.issuerOf('consents')}/${endpoint}`;
  const authorization = () => Object.fromEntries(new URL(client.authorization('consents', '').url).searchParams);
  const detailed = (changed: object = {}): Form => {
    const { scope: _, ...form } = authorization();
    return { ...form, authorization_details: JSON.stringify([{ ...entry, ...changed }]) };
  };
  const bodies = {
    par: () => new URLSearchParams(detailed()).toString(),
    token: () => 'grant_type=client_credentials',
    revoke: () => 'token=unknown',
    register: () => JSON.stringify({ client_name: 'Budget', redirect_uris: ['https://tpp.example/back'] }),
  };
  const request = (endpoint: Endpoint, headers: Form = {}, body = bodies[endpoint](), method = 'POST') => ({
    method,
    from: client.from,
    headers: {
      'content-type': endpoint === 'register' ? 'application/json' : 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${client.clientId}:${client.client.clientSecret}`).toString('base64')}`,
      ...headers,
    },
    ...(method === 'POST' && { body }),
  });
  const send = (endpoint: Endpoint, ...more: readonly [Form?, string?, string?]) =>
    exchangeWithinLimits(endpointUrl(endpoint), request(endpoint, ...more));
  /** The error of an answer, once it has the form. */
  const errorIn = ({ status, headers, body }: HttpResponse) => {
    const { error, error_description: described } = body as Form;
    expect({ status, described, type: headers['content-type'] }).toEqual({
      status,
      described: expect.stringMatching(isDescription) as string,
      type: 'application/json',
    });
    return { status, error, retries: headers['retry-after'] !== undefined };
  };

  it('with 405 and Allow where it takes no such method', async () => {
    for (const endpoint of endpoints) {
      const refused = await send(endpoint, {}, undefined, 'GET');
      expect({ endpoint, ...errorIn(refused) }).toEqual({ endpoint, status: 405, error: 'invalid_request', retries: false });
      expect(refused.headers).toHaveProperty('allow', 'POST');
      expect(await send(endpoint)).toAnswer(success[endpoint]);
    }
  });

  it('whatever form of errors the client prefers', async () => {
    const accept = 'application/problem+json';
    expect(errorIn(await send('token', { accept }, undefined, 'GET'))).toEqual({ status: 405, error: 'invalid_request', retries: false });
    expect(await send('token', { accept })).toAnswer(200);
  });

  it('with 409 and invalid_request where another request had this X-Request-ID', async () => {
    const headers = { 'x-request-id': randomUUID() };
    expect(await send('par', headers)).toAnswer(201);
    const refused = await send('par', headers, new URLSearchParams(detailed({ frequencyPerDay: 2, recurringIndicator: true })).toString());
    expect(errorIn(refused)).toEqual({ status: 409, error: 'invalid_request', retries: false });
    expect(refused).toAnswer(409, {
      error_description: expect.stringContaining('This X-Request-ID was used for another request') as string,
    });
    expect(await send('par', headers)).toAnswer(201);
  });

  it.each(['par', 'token', 'revoke'] as const)('with 429 and temporarily_unavailable where the limit is used up: %s', async (endpoint) => {
    let refused: HttpResponse | undefined;
    await until('the limit is used up', async () => {
      const answers = await Promise.all(Array.from({ length: 30 }, () => exchange(endpointUrl(endpoint), request(endpoint))));
      return (refused = answers.find(({ status }) => status === 429)) !== undefined;
    });
    expect(errorIn(refused!)).toEqual({ status: 429, error: 'temporarily_unavailable', retries: true });
    expect(refused!.headers).toHaveProperty('ratelimit');
    expect(refused!.headers).toHaveProperty('ratelimit-policy');
    expect(await send(endpoint)).toAnswer(success[endpoint]);
  });

  it('with 503 and temporarily_unavailable while the bank cannot answer', async () => {
    await bank.database('ais-pis').query('alter table artifact rename to artifact_away; alter table client rename to client_away');
    try {
      for (const endpoint of endpoints)
        expect({ endpoint, ...errorIn(await send(endpoint)) }).toEqual({
          endpoint,
          status: 503,
          error: 'temporarily_unavailable',
          retries: true,
        });
    } finally {
      await bank.database('ais-pis').query('alter table artifact_away rename to artifact; alter table client_away rename to client');
    }
    for (const endpoint of endpoints) expect(await send(endpoint)).toAnswer(success[endpoint]);
  });

  it('with 500 and server_error where the bank has a fault', async () => {
    await bank
      .database('ais-pis')
      .query(
        'alter table artifact add constraint planted check (false) not valid; alter table client add constraint planted check (false) not valid',
      );
    try {
      for (const endpoint of ['par', 'token', 'register'] as const)
        expect({ endpoint, ...errorIn(await send(endpoint)) }).toEqual({ endpoint, status: 500, error: 'server_error', retries: false });
    } finally {
      await bank.database('ais-pis').query('alter table artifact drop constraint planted; alter table client drop constraint planted');
    }
    for (const endpoint of ['par', 'token', 'register'] as const) expect(await send(endpoint)).toAnswer(success[endpoint]);
  });
});
