import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { assertion, createCredential, exchange, runningBank, type HttpResponse, type TestClient } from '@open-banking/testing';
import { anotherService, type AnotherService } from '@open-banking/testing/bank';
import { issuerHomes } from '@open-banking/spec';
import { damagedJwt, randomAddress, unsignedJwt } from '@open-banking/ais-pis-testing/a-fapi2-client';

type Form = Readonly<Record<string, string>>;
interface Shown {
  readonly form?: Form;
  readonly headers?: Form;
}
interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: unknown;
  readonly statements: unknown;
}

const now = () => Math.floor(Date.now() / 1_000);
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const { path } = issuerHomes.consents;
let issuer: string;

type Presentation = (clientId: string) => Promise<Shown> | Shown;

/** An assertion by a key that the bank has never seen. */
const byAssertion =
  (changed: () => Readonly<Record<string, unknown>>, altered = (jwt: string) => jwt): Presentation =>
  async (clientId) => {
    const { own } = await createCredential({ operatorKey: {} }, 'private_key_jwt');
    const signed = await assertion({ clientId, privateKey: own.privateKey }, issuer, changed());
    return { form: { client_assertion_type: assertionType, client_assertion: altered(signed) } };
  };

/** Assertions that are at fault themselves. */
const faulty: Readonly<Record<string, Presentation>> = {
  'an assertion that is past': byAssertion(() => ({ exp: now() - 60 })),
  'an assertion that is not yet valid': byAssertion(() => ({ nbf: now() + 90 })),
  'an assertion from the future': byAssertion(() => ({ iat: now() + 90 })),
  'an assertion for a day': byAssertion(() => ({ exp: now() + 86_400 })),
  'an assertion without jti': byAssertion(() => ({ jti: undefined })),
  'an assertion without iss': byAssertion(() => ({ iss: undefined })),
  'an assertion for another issuer': byAssertion(() => ({ aud: 'https://other.example' })),
  'an unsigned assertion': byAssertion(() => ({}), unsignedJwt),
};

/** Presentations in the name of a client, all without a credential of it. */
const presentations: Readonly<Record<string, Presentation>> = {
  nothing: (client_id) => ({ form: { client_id } }),
  'a wrong secret in the header': (clientId) => ({
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:wrong`).toString('base64')}` },
  }),
  'a wrong secret in the body': (client_id) => ({ form: { client_id, client_secret: 'wrong' } }),
  'an assertion by another key': byAssertion(() => ({})),
  'a damaged assertion': byAssertion(() => ({}), damagedJwt),
  ...faulty,
};

describe('in the name of a client that exists, what does not prove it', () => {
  const bank = runningBank(['ais-pis']);
  /** A service whose log names the statements of each request. */
  let service: AnotherService;
  let clients: readonly TestClient[];
  beforeAll(async () => {
    issuer = `${bank.baseUrl}${path}`;
    service = await anotherService(bank, 'ais-pis', { settings: { LOG_LEVEL: 'debug' } });
    clients = [
      await bank.client(),
      await bank.client({ auth: 'client_secret_post' }),
      await bank.client({ auth: 'private_key_jwt' }),
      await bank.client({ auth: 'tls_client_auth' }),
    ];
  });
  afterAll(() => service.stop());

  const statementsOf = async (requestId: string): Promise<unknown> => {
    for (;;) {
      const line = readFileSync(service.logFile, 'utf8')
        .split('\n')
        .find((one) => one.includes(requestId));
      if (line !== undefined) return (JSON.parse(line) as { statements: unknown }).statements;
      await pause(10);
    }
  };
  /** All of an answer but its time and the request's own id. */
  async function answer(endpoint: string, { form, headers }: Shown): Promise<Answer> {
    const requestId = randomUUID();
    const response: HttpResponse = await exchange(`${service.baseUrl}${path}/${endpoint}`, {
      method: 'POST',
      from: randomAddress(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-request-id': requestId, ...headers },
      body: new URLSearchParams({ grant_type: 'client_credentials', token: 'x', ...form }).toString(),
    });
    const { date: _, 'x-request-id': __, ratelimit: limit, ...others } = response.headers;
    const timeless = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll(/it is \d+ here/g, 'it is … here'));
    return {
      status: response.status,
      body: timeless(response.body),
      headers: { ...others, limit: String(limit).replaceAll(/t=\d+/g, 't') },
      statements: await statementsOf(requestId),
    };
  }

  it.each(Object.entries(presentations))('is answered as for one that does not: %s', async (what, made) => {
    for (const endpoint of ['token', 'par', 'revoke']) {
      const unknown = await answer(endpoint, await made(randomUUID()));
      expect(unknown).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
      expect(unknown.statements).toEqual(what in faulty ? [] : ['directory.client']);
      for (const { clientId, client } of clients)
        expect({ what, endpoint, client, ...(await answer(endpoint, await made(clientId))) }).toEqual({
          what,
          endpoint,
          client,
          ...unknown,
        });
    }
  });

  it('is answered without a statement where the assertion itself is at fault, and with the reason', async () => {
    for (const made of Object.values(faulty)) {
      const { statements, body } = await answer('token', await made(clients[2]!.clientId));
      expect({ statements, body }).toEqual({
        statements: [],
        body: { error: 'invalid_client', error_description: expect.stringMatching(/^\w+ (and sub )?of the client_assertion /) as unknown },
      });
    }
    const own = await assertion(clients[2]!.client, issuer);
    expect(await answer('token', { form: { client_assertion_type: assertionType, client_assertion: own } })).toMatchObject({ status: 200 });
  });
});
