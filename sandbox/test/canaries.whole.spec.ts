import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { issuerRowsOf, operations, pageRowsOf, services, type Issuer, type Operation } from '@open-banking/spec';
import { completeInteraction, ownAddress, freshBank, until, type TestClient } from '@open-banking/testing';
import { createdBy, filled, idsOf, nobodys } from '@open-banking/testing/sweep';
import { Planted } from './canaries/planted.js';
import { sendRefused } from './canaries/refused-requests.js';
import { Scrape } from './scrape.js';

describe('names, account and card numbers, passwords, secrets and tokens of a whole run', () => {
  const bank = freshBank(services, { LOG_LEVEL: 'debug' });
  const planted = new Planted();
  const logsFolder = () => join(dirname(bank.facts.caFolder), 'logs');
  const tokens = new Map<string, string>();
  let client: TestClient;
  let ids: Readonly<Record<string, string>>;

  /** A customer's token, with everything on the way to it. */
  const approved = async (issuer: Issuer, scope: string): Promise<string> => {
    const started = await client.pushAuthorization(client.authorization(issuer, scope));
    const { login, password } = bank.demo;
    const redirect = await completeInteraction(started.url, { login, password, from: ownAddress() });
    const { access_token: token, refresh_token: refresh } = await client.redeem(started, redirect);
    planted.add(`request_uri of ${issuer}`, new URL(started.url).searchParams.get('request_uri')?.split(':').at(-1));
    planted.add(`code of ${issuer}`, new URL(redirect).searchParams.get('code'));
    planted.add(`verifier of ${issuer}`, started.verifier);
    planted.add(`state of ${issuer}`, started.state);
    planted.add(`customer token of ${issuer}`, token);
    planted.add(`refresh token of ${issuer}`, refresh);
    return token;
  };

  beforeAll(async () => {
    client = await bank.client();
    await bank.database('portal').query(
      `with d as (insert into developer values (gen_random_uuid(), 'canaries@example.com', '', now(), now()) returning developer_id)
         insert into developer_client select $1, developer_id, now() from d`,
      [client.clientId],
    );
    planted.add('client secret', client.client.clientSecret);
    const { rows: people } = await bank.database('ais-pis').query<{ login: string; name: string }>('select login, name from psu');
    const { rows: accounts } = await bank.database('ais-pis').query<{ iban: string }>('select iban from account where iban is not null');
    for (const { login, name } of people) {
      planted.add(`login ${login}`, login);
      planted.add(`name ${name}`, name);
    }
    for (const { iban } of accounts) planted.add(`account ${iban}`, iban);
    for (const { login, password } of bank.customers) planted.add(`password of ${login}`, password);
  });

  it('are sent, issued and approved: a consent with its reads, a payment and a mandate', async () => {
    expect(planted.texts.length).toBeGreaterThan(30);
    for (const [issuer, scope] of [
      ['consents', 'AIS'],
      ['payments', 'PIS'],
      ['mandates', 'MANDATE'],
      ['consents', 'loan-services'],
    ] as const) {
      tokens.set(scope, (await client.clientToken(issuer, scope)).access_token);
      planted.add(`client token ${scope}`, tokens.get(scope));
    }
    ids = { ...idsOf(bank.demo.accounts), ...(await createdBy(client)) };
    planted.add('account number', ids['AccountNumber']);
    tokens.set('customer', await approved('consents', `AIS:${ids['consentId']}`));
    await approved('payments', `PIS:${ids['paymentId']}`);
    await approved('mandates', `MANDATE:${ids['resourceId']}`);
    for (const path of ['/v1.7/accounts?withBalance=true', '/v1.7/cards', '/v1.5/loans', '/v1.5/savings']) {
      const headers = { 'consent-id': ids['consentId']!, 'psu-ip-address': '203.0.113.77', 'psu-user-agent': planted.sent.name };
      expect(await client.call('GET', path, { token: tokens.get('customer'), headers })).toAnswer(200);
    }
    // Refused with the number of an account in the path, in its form.
    for (const row of operations.filter(({ path }) => path.includes('{AccountNumber}'))) {
      const path = filled(row, { ...nobodys, AccountNumber: planted.sent.account });
      const headers = { 'consent-id': ids['consentId']!, 'psu-ip-address': '203.0.113.77' };
      expect(await client.call('GET', path, { token: tokens.get('customer'), headers })).toAnswer(404);
    }
    const signIn = client.startAuthorization('consents', `AIS:${await client.createConsent('allPsd2')}`);
    await expect(
      signIn.then(({ url }) => completeInteraction(url, { login: bank.demo.login, password: planted.sent.password, from: ownAddress() })),
    ).rejects.toThrow();
  }, 300_000);

  const rows = [...operations, ...services.flatMap((service) => [...issuerRowsOf(service), ...pageRowsOf(service)])];
  const tokenFor = ({ token }: Operation): string | undefined => {
    if (!token) return undefined;
    return token.kind === 'customer' ? tokens.get('customer') : tokens.get(token.clientScope ?? 'MANDATE');
  };

  it('are refused in each place of a request of every operation, issuer and page', async () => {
    expect(rows.length).toBeGreaterThan(80);
    const seen = new Set<number>();
    for (const row of rows)
      for (const { status } of await sendRefused(bank.baseUrl, row, planted, { token: tokenFor(row), ids })) seen.add(status);
    expect([...seen].filter((status) => status >= 500)).toEqual([]);
    expect([...seen]).toEqual(expect.arrayContaining([400, 401, 404]));
  }, 600_000);

  it('reach the database and break its rules', async () => {
    const database = bank.database('ais-pis');
    await database.query(
      `alter table payment add constraint planted_rule check (request ->> 'creditorName' <> '${planted.sent.name}') not valid`,
    );
    await database.query(`
      create function planted_reading() returns trigger language plpgsql as $$
        begin perform (new.request ->> 'remittanceInformationUnstructured')::int; return new; end $$`);
    const pay = (more: object) =>
      client.call('POST', '/v1.7/payments/sepa-credit-transfers', {
        token: tokens.get('PIS'),
        headers: { 'psu-ip-address': '203.0.113.77' },
        body: {
          instructedAmount: { currency: 'EUR', amount: '1' },
          creditorAccount: { iban: planted.sent.iban },
          creditorName: 'Bookshop',
          ...more,
        },
      });
    expect(await pay({})).toAnswer(201);
    expect((await pay({ creditorName: planted.sent.name })).status).toBe(500);
    await database.query('create trigger planted_reading before insert on payment for each row execute function planted_reading()');
    expect((await pay({ remittanceInformationUnstructured: planted.sent.name })).status).toBe(500);
    await database.query('drop trigger planted_reading on payment; alter table payment drop constraint planted_rule');
    expect(await pay({})).toAnswer(201);
  });

  it('are in no log, metric or record', async () => {
    const last = randomUUID();
    await client.call('GET', '/v1.7/cards', { headers: { 'x-request-id': last } });
    const logs = () => readdirSync(logsFolder()).map((name) => [name, readFileSync(join(logsFolder(), name), 'utf8')] as const);
    await until('the last request is in the log', () => logs().some(([name, text]) => name === 'cards.log' && text.includes(last)));
    const all = logs();
    expect(all.map(([name]) => name)).toEqual(expect.arrayContaining([...services.map((service) => `${service}.log`), 'gateway.log']));
    // What PostgreSQL said is there, without the data that it said.
    const spoken = all.find(([name]) => name === 'ais-pis.log')![1];
    expect(spoken).toContain('violates check constraint');
    expect(spoken).toContain('invalid input syntax for type integer');
    const lines = all
      .filter(([, text]) => planted.foundIn(text).length > 0)
      .flatMap(([name, text]) => text.split('\n').map((line) => [name, line]));
    expect(lines.filter(([, line]) => planted.foundIn(line!).length > 0)).toEqual([]);

    for (const service of services) expect([service, planted.foundIn((await Scrape.of(bank, service)).text)]).toEqual([service, []]);
    for (const service of ['ais-pis', 'mandates'] as const) {
      const { rows: records } = await bank.database(service).query<{ text: string }>('select audit::text as text from audit');
      expect([service, records.length > 0]).toEqual([service, true]);
      expect([service, planted.foundIn(records.map(({ text }) => text).join('\n'))]).toEqual([service, []]);
    }
  });

  it('are in no row of the request log, but for names and numbers of customers in what a sandbox keeps for a day', async () => {
    const found = async (table: string): Promise<string[]> => {
      const { rows: lines } = await bank.database('portal').query<{ text: string }>(`select t::text as text from ${table} t`);
      expect([table, lines.length > 100]).toEqual([table, true]);
      return planted.foundIn(lines.map(({ text }) => text).join('\n'));
    };
    await until('the last requests are in the log', async () => {
      const { rows: left } = await bank
        .database('portal')
        .query<{ late: boolean }>("select max(at) < now() - interval '3 s' as late from request_detail");
      return left[0]!.late;
    });
    expect([await found('request'), await found('request_detail')]).toEqual([[], []]);
    const ofCustomers = /^(?:name |login |account |account$|sent (?:name|iban|pan|account)$)/;
    const kept = await found('request_exchange');
    expect(kept.filter((what) => !ofCustomers.test(what))).toEqual([]);
    expect(kept).toContain('sent iban');
  });

  it('would be found: each of them is, where it is written on purpose', () => {
    const file = join(logsFolder(), 'planted.log');
    writeFileSync(file, planted.texts.map((text) => `${JSON.stringify({ message: `of ${text}.` })}\n`).join(''));
    const found = planted.foundIn(readFileSync(file, 'utf8'));
    rmSync(file);
    expect(new Set(found).size).toBe(planted.texts.length);
    expect(planted.foundIn(`iban=DE02 1203 0000 0000 2020 51&name=zelophehad+quillfeather`)).toEqual(['sent name', 'sent iban']);
    expect(planted.foundIn(Buffer.from(`x:${planted.sent.password}!`).toString('base64'))).toEqual(['sent password']);
  });
});
