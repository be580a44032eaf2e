import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { freshBank, type HttpResponse, type TestClient } from '@open-banking/testing';
import { AuthorisationRegister } from '@open-banking/testing/sandbox';
import Value from 'typebox/value';

const both = ['PSP_AI', 'PSP_PI'] as const;
interface Contract {
  readonly paths: Readonly<
    Record<
      '/third-parties/{organizationIdentifier}',
      {
        readonly get: {
          readonly responses: Readonly<
            Record<200 | 404, { readonly content: Readonly<Record<'application/json', { readonly schema: object }>> }>
          >;
        };
      }
    >
  >;
}

const longestMs = 120_000;
/** Without a pause the questions alone take both cores for half a minute. */
const everyMs = 50;
const maxClosings = 10;
let number = 0;

/** Settings are read when the bank opens; by then the register's address is known. */
const maxAgeSeconds = 10;
const settings: Record<string, string> = { AUTHORISATION_REGISTER_MAX_AGE_SECONDS: String(maxAgeSeconds) };
let register: AuthorisationRegister;
beforeAll(async () => {
  register = await (await AuthorisationRegister.at()).open();
  settings['AUTHORISATION_REGISTER_URL'] = register.url;
});
afterAll(() => {
  register.close();
});

describe("a third party's standing in the authorisation register", () => {
  const bank = freshBank(['ais-pis', 'cards', 'mandates'], settings);
  const organization = () => {
    number += 1;
    return `PSDIL-BOI-${number}/é`;
  };
  const authorised = async (name: string): Promise<TestClient> => {
    register.enter(name, { status: 'authorised', roles: both });
    return bank.client({ organization: name });
  };
  /** Repeats the request until the response has this status. */
  const until = async (status: number, ask: () => Promise<HttpResponse>): Promise<HttpResponse> => {
    const started = performance.now();
    let response = await ask();
    for (; response.status !== status && performance.now() - started < longestMs; response = await ask()) await pause(everyMs);
    expect(response).toAnswer(status);
    return response;
  };
  const cardsAndAccounts = async (client: TestClient) =>
    client.consentedBy(bank.demo, { balances: [bank.resources(bank.demo, 'account')[0]!, bank.resources(bank.demo, 'card')[0]!] });

  it('is checked when a client is added: only an authorised organization with the requested roles is accepted', async () => {
    const name = organization();
    await expect(bank.client()).rejects.toThrow(/organization.*is required/s);
    await expect(bank.client({ organization: name })).rejects.toThrow('its status in the authorisation register is unregistered');
    register.enter(name, { status: 'withdrawn', roles: [] });
    await expect(bank.client({ organization: name })).rejects.toThrow('its status in the authorisation register is withdrawn');
    register.enter(name, { status: 'authorised', roles: ['PSP_AI'] });
    await expect(bank.client({ organization: name })).rejects.toThrow('contains PSP_PI, which the authorisation register does not grant');
    const client = await bank.client({ organization: name, roles: ['PSP_AI'] });
    expect(await client.requestToken('consents', { grant_type: 'client_credentials' })).toAnswer(200);
  });

  // Concurrently, each with organizations of its own: all that these tests wait for is the next question to the register.
  it.concurrent('removes a role that the register no longer grants and keeps the other', async () => {
    const name = organization();
    const client = await authorised(name);
    const permitted = await cardsAndAccounts(client);
    const payments = await client.withClientToken('payments', 'PIS');
    const incomplete = () => payments.post('/v1.7/payments/sepa-credit-transfers', {});
    expect(await incomplete()).toAnswer(400);
    register.enter(name, { status: 'authorised', roles: ['PSP_AI'] });
    expect(await until(401, incomplete)).toAnswer(401, { tppMessages: [{ code: 'ROLE_INVALID' }] });
    expect(await client.requestToken('payments', { grant_type: 'client_credentials', scope: 'PIS' })).toAnswer(400, {
      error: 'invalid_scope',
    });
    expect(await permitted.get('/v1.7/accounts')).toAnswer(200);
    expect(await permitted.get('/v1.7/cards')).toAnswer(200);
    register.enter(name, { status: 'authorised', roles: both });
    await until(400, incomplete);
  });

  it.concurrent.each([
    [
      'withdraws it',
      (name: string) => {
        register.enter(name, { status: 'withdrawn', roles: [] });
      },
    ],
    [
      'no longer lists it',
      (name: string) => {
        register.strike(name);
      },
    ],
  ] as const)(
    'stops it everywhere within a second when the register %s, and reactivates it with its tokens and consents',
    async (_, stop) => {
      const [name, othersName] = [organization(), organization()];
      const [client, other] = [await authorised(name), await authorised(othersName)];
      const [permitted, others] = [await cardsAndAccounts(client), await cardsAndAccounts(other)];
      const blocked = {
        tppMessages: [
          { code: 'SERVICE_BLOCKED', text: expect.stringContaining("does not list this client's organization as authorised") as unknown },
        ],
      };
      expect(await permitted.get('/v1.7/cards')).toAnswer(200);
      stop(name);
      expect(await until(403, () => permitted.get('/v1.7/accounts'))).toAnswer(403, blocked);
      // Cards remembers for a second what it has asked.
      expect(await until(403, () => permitted.get('/v1.7/cards'))).toAnswer(403, blocked);
      for (const issuer of ['consents', 'mandates'] as const) {
        expect(await client.requestToken(issuer, { grant_type: 'client_credentials' })).toAnswer(403, {
          error: 'unauthorized_client',
          ...blocked,
        });
        expect(await other.requestToken(issuer, { grant_type: 'client_credentials' })).toAnswer(200);
      }
      expect(await others.get('/v1.7/accounts')).toAnswer(200);
      register.enter(name, { status: 'authorised', roles: both });
      await until(200, () => permitted.get('/v1.7/accounts'));
      await until(200, () => permitted.get('/v1.7/cards'));
    },
  );

  it('stays valid for the maximum age while the register is down, then requests get 503 until the register is back', async () => {
    const client = await authorised(organization());
    const permitted = await cardsAndAccounts(client);
    const read = () => permitted.get('/v1.7/accounts');
    // The bank asks again after half of the maximum age, so that it has heard of the client for at least the other half of it.
    for (let closings = 1; ; closings += 1) {
      const closedAt = performance.now();
      register.close();
      const first = await read();
      await expect(bank.client({ organization: organization() })).rejects.toThrow('The authorisation register does not respond');
      const second = await read();
      if (performance.now() - closedAt < (maxAgeSeconds * 1_000) / 4) {
        for (const answer of [first, second]) expect(answer).toAnswer(200);
        break;
      }
      // The machine stood still: what was heard may have been too old by then.
      expect(closings).toBeLessThan(maxClosings);
      await register.open();
      await until(200, read);
    }
    const refused = await until(503, read);
    expect(refused).toAnswer(503, {
      tppMessages: [{ code: 'SERVICE_UNAVAILABLE', text: expect.stringContaining('authorisation register') as unknown }],
    });
    expect(refused.headers).toHaveProperty('retry-after');
    await until(503, () => permitted.get('/v1.7/cards'));
    for (const issuer of ['consents', 'mandates'] as const) {
      expect(await client.requestToken(issuer, { grant_type: 'client_credentials' })).toAnswer(503, {
        error: 'temporarily_unavailable',
        tppMessages: [{ code: 'SERVICE_UNAVAILABLE' }],
      });
    }
    const metrics = await (await fetch(`${bank.operator.internal!['ais-pis']}/metrics`)).text();
    expect(metrics).toMatch(/openbank_register_standings\{[^}]*state="unknown"[^}]*\} [1-9]/);
    await register.open();
    await until(200, read);
    await until(200, () => permitted.get('/v1.7/cards'));
  });

  /** Answers in the place of the register, each for an organization that it lists as authorised. */
  const wrongAnswers: Readonly<Record<string, (response: ServerResponse, entry: object, path: string) => void>> = {
    'leads elsewhere': (response, entry, path) =>
      path.endsWith('?moved') ? response.end(JSON.stringify(entry)) : response.writeHead(302, { location: `${path}?moved` }).end(),
    'has more than 64 KiB': (response, entry) => response.end(JSON.stringify({ ...entry, remark: 'x'.repeat(65_536) })),
    'has no end': (response, entry) => response.write(JSON.stringify(entry)),
    'is no success': (response, entry) => response.writeHead(500).end(JSON.stringify(entry)),
    'is about another organization': (response, entry) => response.end(JSON.stringify({ ...entry, organization: 'another' })),
    'has a status that no register has': (response, entry) => response.end(JSON.stringify({ ...entry, status: 'maybe' })),
    'is no JSON': (response) => response.end('<html>'),
  };

  it.each(Object.entries(wrongAnswers))(
    'is not told by an answer that %s; by the same entry in its right form it is',
    async (_, answer) => {
      const name = organization();
      register.close();
      const server = createServer(({ url = '' }, response) => {
        answer(response, { organization: name, status: 'authorised', roles: both }, url);
      });
      await once(server.listen(Number(new URL(register.url).port), '127.0.0.1'), 'listening');
      await expect(bank.client({ organization: name })).rejects.toThrow('The authorisation register does not respond');
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await register.open();
      const client = await authorised(name);
      expect(await client.requestToken('consents', { grant_type: 'client_credentials' })).toAnswer(200);
    },
  );

  it('is returned by the reference register as its contract specifies', async () => {
    const { paths } = JSON.parse(
      readFileSync(new URL('../../../../docs/ports/authorisation-register.json', import.meta.url), 'utf8'),
    ) as Contract;
    const { responses } = paths['/third-parties/{organizationIdentifier}'].get;
    const fits = (status: 200 | 404, body: unknown) => Value.Check(responses[status].content['application/json'].schema, body);
    const [known, unknown] = [organization(), organization()];
    register.enter(known, { status: 'authorised', roles: both });
    for (const [name, expected] of [
      [known, 200],
      [unknown, 404],
    ] as const) {
      const answer = await fetch(`${register.url}/third-parties/${encodeURIComponent(name)}`);
      const body: unknown = await answer.json();
      expect({ status: answer.status, fits: fits(expected, body) }).toEqual({ status: expected, fits: true });
      expect(fits(expected, { ...(body as object), status: 'maybe' })).toBe(false);
    }
  });
});
