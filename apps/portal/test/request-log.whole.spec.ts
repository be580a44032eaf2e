import { randomUUID } from 'node:crypto';
import { killableBank, until, type Browser, type TestClient } from '@open-banking/testing';
import { ADeveloper, credentialsIn } from './a-developer.js';

const iban = 'IL620108000000099999999';
const person = 'Dana Cohen';

describe('The request log', () => {
  const bank = killableBank(['ais-pis', 'cards', 'portal'], {}, ['portal']);
  const rows = async (requestId: string): Promise<Record<string, unknown>[]> =>
    (await bank.database('portal').query('select * from request where request_id = $1', [requestId])).rows as Record<string, unknown>[];
  const recorded = (requestId: string, count = 1): Promise<void> =>
    until('the request is recorded', async () => (await rows(requestId)).length === count);
  const as = (requestId: string, more: Record<string, string> = {}) => ({ headers: { 'x-request-id': requestId, ...more } });
  /** A request of another client that is recorded later than all before it: what is not there by then never will be. */
  const flushed = async (client: TestClient): Promise<void> => {
    const id = randomUUID();
    await (await client.withClientToken('consents', 'AIS')).get('/v1.7/consents/none', as(id));
    await recorded(id);
  };
  /** The browser of a new developer, to whom these clients belong. */
  const aDeveloper = async (clientIds: readonly string[]): Promise<Browser> => {
    const { browser, email } = await ADeveloper.signedIn(bank);
    await bank
      .database('portal')
      .query(
        'insert into developer_client (client_id, developer_id, created_at) select c, developer_id, now() from developer, unnest($2::text[]) c where email = $1',
        [email, clientIds],
      );
    return browser;
  };
  const dropped = async (): Promise<number> => {
    const text = await (await fetch(`http://127.0.0.1:${bank.facts.internal.cards.internalPort}/metrics`)).text();
    return Number(/^openbank_request_log_entries_total\{.*outcome="dropped".*\} (\d+)/m.exec(text)![1]);
  };

  it('shows a developer an answered and a refused request with all its faults, what would have been right, and links', async () => {
    const client = await bank.client();
    const browser = await aDeveloper([client.clientId]);
    const consented = await client.consentedBy(bank.customerWith('card'), 'allPsd2', { choices: { leaveOut: true } });
    const [answered, refused] = [randomUUID(), randomUUID()];
    expect((await consented.get('/v1.7/cards', as(answered))).status).toBe(200);
    const own = await client.withClientToken('consents', 'AIS');
    const wrong = { access: {}, recurringIndicator: 'yes', frequencyPerDay: 'often', combinedServiceIndicator: false };
    const answer = await own.post('/v1.7/consents', wrong, as(refused));
    await recorded(answered);
    await recorded(refused);

    const { text: list } = await browser.open('/developer/requests');
    for (const part of ['listCards', 'createConsent', answered, refused]) expect(list).toContain(part);
    const { text: only } = await browser.open('/developer/requests?status=refused&operation=createConsent');
    expect([only.includes(refused), only.includes(answered)]).toEqual([true, false]);
    const { text: found } = await browser.open(`/developer/requests?request=${refused}`);
    for (const { code, path } of (answer.body as { tppMessages: { code: string; path: string }[] }).tppMessages) {
      expect(found).toContain(`href="/errors/${code}"`);
      expect(found).toContain(path);
    }
    expect(found).toContain('href="/reference/createConsent"');
    expect(found).toMatch(/<code>recurringIndicator<\/code> was missing or malformed; its form: true or false/);
    const { text: first } = await browser.open(`/developer/requests/${answered}`);
    expect(first).toContain(consented.consentId);
    expect(first).toMatch(/\d+ this second, \d+ this minute/);
  });

  it('is narrowed by the names of clients; those of the same name, and those that have ended, are told by their ids', async () => {
    const developer = await ADeveloper.signedIn(bank);
    const { browser } = developer;
    const register = async (name: string) => credentialsIn((await developer.register({ name })).text).clientId;
    const [gone, first, twin, early] = [
      await register('Gone'),
      await register('My Budget'),
      await register('My Budget'),
      await register('A'),
    ];
    const id = randomUUID();
    await bank
      .database('portal')
      .query("insert into request (client_id, at, request_id, operation, status, ms) values ($1, now(), $2, 'listCards', 200, 1)", [
        first,
        id,
      ]);
    await browser.open(`/developer/clients/${gone}`);
    await browser.confirm('remove');
    const { text } = await browser.open(`/developer/requests?client=${first}`);
    const [, select] = /<select name="client">(.*?)<\/select>/s.exec(text)!;
    expect([...select!.matchAll(/<option value="([^"]*)" ?(selected)?>([^<]+)</g)].map(([, ...option]) => option)).toEqual([
      ['', undefined, 'All'],
      [early, undefined, `A (${early!.slice(0, 8)})`],
      [first, 'selected', `My Budget (${first!.slice(0, 8)})`],
      [twin, undefined, `My Budget (${twin!.slice(0, 8)})`],
      [gone, undefined, gone],
    ]);
    expect(text).toContain(id);
    expect((await browser.open(`/developer/requests?client=${twin}`)).text).not.toContain(id);
    expect((await browser.open(`/developer/requests/${id}`)).text).toContain(`<a href="/developer/clients/${first}">My Budget</a>`);
  });

  it('answers a request of another developer’s client exactly as one that nobody sent', async () => {
    const client = await bank.client();
    const owner = await aDeveloper([client.clientId]);
    const other = await aDeveloper([(await bank.client()).clientId]);
    const [id, nobodys] = [randomUUID(), randomUUID()];
    await (await client.withClientToken('consents', 'AIS')).get('/v1.7/consents/none', as(id));
    await recorded(id);
    expect((await owner.open(`/developer/requests/${id}`)).status).toBe(200);
    const text = async (of: string) => {
      const response = await other.open(`/developer/requests/${of}`, undefined, as(randomUUID()).headers);
      return `${response.status} ${response.text.replace(/request <code>[^<]+/, '')}`;
    };
    expect(await text(id)).toBe(await text(nobodys));
    expect(await text(id)).toMatch(/^404 /);
    expect((await other.open('/developer/requests')).text).not.toContain(id);
    const query = `/developer/requests?client=${client.clientId}`;
    expect([(await owner.open(query)).text.includes(id), (await other.open(query)).text.includes(id)]).toEqual([true, false]);
  });

  it('keeps no value that a client sent, wherever it stood', async () => {
    const client = await bank.client();
    await aDeveloper([client.clientId]);
    const consented = await client.consentedBy(bank.customerWith('card'), 'allPsd2', { choices: { leaveOut: true } });
    const own = await client.withClientToken('consents', 'AIS');
    const ids = Array.from({ length: 5 }, () => randomUUID());
    const another = randomUUID();
    const body = { access: { accounts: [{ iban, [iban]: 1 }], [person]: [] }, [iban]: person, validUntil: iban, [`${person}/${iban}`]: 1 };
    await own.post('/v1.7/consents', body, as(ids[0]!));
    await consented.get(`/v1.7/cards?${iban}=${encodeURIComponent(person)}&withBalance=${iban}`, as(ids[1]!));
    await consented.get(`/v1.7/cards/${iban}/balances`, as(ids[2]!, { 'consent-id': another }));
    await consented.get('/v1.7/cards', as(ids[3]!, { 'psu-ip-address': iban, accept: `text/${iban}`, 'user-agent': person }));
    await own.post('/v1.7/consents', `{"${iban}`, as(ids[4]!, { 'content-type': `text/${iban}` }));
    for (const id of ids) await recorded(id);
    const { rows: all } = await bank.database('portal').query<{ line: string }>('select request::text as line from request');
    const written = all.map(({ line }) => line).join('\n');
    expect(written).toContain('FORMAT_ERROR');
    expect(written).toContain('"/access/accounts/0/…"');
    for (const planted of [iban, 'Dana', 'Cohen', consented.token!, own.token!, another]) expect(written).not.toContain(planted);
  });

  it('records a refusal of an expired token for its client, and an unknown token for nobody', async () => {
    const client = await bank.client();
    await aDeveloper([client.clientId]);
    const own = await client.withClientToken('consents', 'AIS');
    await bank.advance('P2D');
    const [expired, unknown] = [randomUUID(), randomUUID()];
    expect((await own.get('/v1.7/consents/none', as(expired))).status).toBe(401);
    await own.get('/v1.7/consents/none', as(unknown, { authorization: 'Bearer nobodys' }));
    await recorded(expired);
    expect(await rows(expired)).toMatchObject([{ client_id: client.clientId, faults: [['TOKEN_EXPIRED', 'Authorization']] }]);
    await flushed(client);
    expect(await rows(unknown)).toEqual([]);
  });

  it('is read page by page, the newest first, each request once', async () => {
    const client = await bank.client();
    const browser = await aDeveloper([client.clientId]);
    await bank.database('portal').query(
      `insert into request (client_id, at, request_id, operation, status, ms)
       select $1, now() - (n / 3) * interval '1 minute', gen_random_uuid(), 'listCards', 200, 1 from generate_series(1, 120) n`,
      [client.clientId],
    );
    const seen: string[] = [];
    const times: string[] = [];
    for (let path: string | undefined = '/developer/requests'; path !== undefined;) {
      const { text } = await browser.open(path);
      seen.push(...[...text.matchAll(/href="\/developer\/requests\/([0-9a-f-]{36})"/g)].map(([, id]) => id!));
      times.push(...[...text.matchAll(/datetime="([^"]+)"/g)].map(([, at]) => at!));
      path = /href="(\/developer\/requests\?[^"]*before=[^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    }
    expect([seen.length, new Set(seen).size]).toEqual([120, 120]);
    expect(times).toEqual([...times].sort().reverse());
  });

  it('is left out while the portal is gone: answers go on as ever, what is missing is counted, and later requests are recorded', async () => {
    const client = await bank.client();
    const consented = await client.consentedBy(bank.customerWith('card'), 'allPsd2', { choices: { leaveOut: true } });
    await aDeveloper([client.clientId]);
    const before = await dropped();
    process.kill(bank.facts.pids.portal!, 'SIGKILL');
    const lost = randomUUID();
    expect((await consented.get('/v1.7/cards', as(lost))).status).toBe(200);
    await until('the request is dropped', async () => (await dropped()) > before);
    expect((await consented.get('/v1.7/cards')).status).toBe(200);
    await bank.restart('portal');
    const again = randomUUID();
    expect((await consented.get('/v1.7/cards', as(again))).status).toBe(200);
    await recorded(again);
    expect(await rows(lost)).toEqual([]);
  });
});
