import { createHash, randomUUID } from 'node:crypto';
import { registrationEndpoints, services } from '@open-banking/spec';
import { consentRequest, exchange, runningBank, type HttpResponse } from '@open-banking/testing';
import { randomAddress } from '@open-banking/ais-pis-testing/a-fapi2-client';
import { register } from '@open-banking/ais-pis-testing/a-registration';

/** More than any of these limits admits in a second. They may be spread over several seconds, so there may be further rounds. */
const concurrency = 40;
const maxRounds = 12;

const consent = consentRequest({ access: { allPsd2: 'allAccounts' }, validUntil: '9999-12-31' });

describe('requests that are refused', () => {
  const bank = runningBank(services);

  /** Sends many at once until some are refused for a limit; those that were answered with `status`, all others being refused. */
  const admitted = async (status: number, send: (number: number) => Promise<HttpResponse>): Promise<HttpResponse[]> => {
    const all: HttpResponse[] = [];
    for (let round = 0; round < maxRounds && !all.some((one) => one.status === 429); round += 1)
      all.push(...(await Promise.all(Array.from({ length: concurrency }, (_, at) => send(at)))));
    // 503: too many at once for the machine, which is a refusal as well.
    expect(all.filter((one) => ![status, 429, 503].includes(one.status)).map(({ text }) => text)).toEqual([]);
    expect(all.some((one) => one.status === 429)).toBe(true);
    return all.filter((one) => one.status === status);
  };
  const count = async (from: string, values: readonly unknown[]): Promise<number> => {
    const { rows } = await bank.database('ais-pis').query<{ count: number }>(`select count(*)::int as count from ${from}`, [...values]);
    return rows[0]!.count;
  };

  it('for the limit of a client leave no row: each admitted one leaves its consent, its record and its answer', async () => {
    const client = await bank.client();
    const caller = await client.withClientToken('consents', 'AIS');
    const { length } = await admitted(201, () => caller.post('/v1.7/consents', consent));
    for (const rows of ['consent where', 'answered_command where', "audit where operation = 'createConsent' and"])
      expect([rows, await count(`${rows} client_id = $1`, [client.clientId])]).toEqual([rows, length]);
  });

  it('at the registration endpoint leave no row: each admitted one leaves a client and its record', async () => {
    const from = randomAddress();
    const body = JSON.stringify({ client_name: 'Flood', redirect_uris: ['http://127.0.0.1/back'] });
    const registered = await admitted(201, () =>
      exchange(bank.baseUrl + registrationEndpoints.registerClient.path, {
        method: 'POST',
        from,
        body,
        headers: { 'content-type': 'application/json' },
      }),
    );
    const ids = registered.map(({ body: { client_id: id } }) => id as string);
    const from32 = createHash('sha256')
      .update(from ?? '127.0.0.1')
      .digest();
    if (from !== undefined) expect(await count('client where registered_from = $1', [from32])).toBe(ids.length);
    expect(await count('client where client_id = any($1)', [ids])).toBe(ids.length);
    expect(await count('audit where client_id = any($1)', [ids])).toBe(ids.length);

    const name = `Nowhere ${randomUUID().slice(0, 8)}`;
    expect(await register(bank, { client_name: name, redirect_uris: ['not an address'] })).toAnswer(400);
    expect(await count('client where name = $1', [name])).toBe(0);
    expect(await register(bank, { client_name: name, redirect_uris: ['http://127.0.0.1/back'] })).toAnswer(201);
    expect(await count('client where name = $1', [name])).toBe(1);
  });

  it('at the beginning of an approval leave no row: each admitted one leaves an interaction', async () => {
    const client = await bank.client();
    const { url } = client.authorization('consents', `AIS:${await client.createConsent('allPsd2')}`);
    const from = randomAddress();
    const begun = await admitted(303, () => exchange(url, { from, headers: { accept: 'text/html' } }));
    const ofClient = "artifact where kind <> 'ClientCredentials' and payload::text like '%' || $1 || '%'";
    expect(await count(ofClient, [client.clientId])).toBe(begun.length);
  });

  it('at sign-in leave no row: each admitted one leaves the count of its login', async () => {
    const from = randomAddress();
    const { headers, text } = await exchange(`${bank.baseUrl}/customer`, { from, headers: { accept: 'text/html' } });
    const csrf = /name="csrf" value="([^"]+)"/.exec(text)![1]!;
    const cookie = [headers['set-cookie']].flat().map((line) => line!.split(';', 1)[0]);
    const logins: string[] = [];
    const tried = await admitted(422, () => {
      const login = `nobody-${randomUUID()}`;
      logins.push(login);
      return exchange(`${bank.baseUrl}/customer`, {
        method: 'POST',
        from,
        body: new URLSearchParams({ csrf, login, password: 'wrong', step: 'sign-in' }).toString(),
        headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded', cookie: cookie.join('; ') },
      });
    });
    const hashes = logins.map((login) => createHash('sha256').update(login).digest());
    expect(await count('sign_in_attempt where login_hash = any($1)', [hashes])).toBe(tried.length);
  });
});
