import { issuerHomes, issuerRows, issuers, operations, type Issuer, type Operation, type Token, services } from '@open-banking/spec';
import { Caller, daysAgo, exchange, runningBank, type HttpResponse, type TestClient } from '@open-banking/testing';
import { bodyOf, everything, filled, idsOf, queryOf } from '@open-banking/testing/sweep';

const rows = operations.filter(({ token }) => token).map((row) => ({ name: `${row.method} ${row.path}`, row, token: row.token! }));
/** The rows that take a client's own token. */
const owned = rows.filter(({ token }) => token.clientScope !== undefined);
const reads = rows.filter(({ token }) => token.consent);

const kinds: Readonly<Record<Token['kind'], string>> = {
  client: 'needs a client token',
  customer: 'needs a customer token',
  either: 'needs a client or customer token',
};
/** Everything a developer needs to get the right token: kind, issuer, its URL, scope. */
const factsOf = ({ kind, issuer, clientScope, customerScope }: Token): string[] => [
  kinds[kind],
  `of the ${issuer} issuer (${issuerHomes[issuer].path})`,
  `with scope ${[clientScope, customerScope].filter((scope) => scope !== undefined).join(' or ')}`,
];

const refusalText = ({ body }: HttpResponse): string => (body as { tppMessages: { text: string }[] }).tppMessages[0]!.text;
const missingFrom = (answered: HttpResponse, facts: readonly string[]): string[] =>
  facts.filter((fact) => !refusalText(answered).includes(fact));

describe('a refused token', () => {
  const bank = runningBank(services);
  let client: TestClient;
  let ids: Readonly<Record<string, string>>;
  let callerOf: (row: Operation) => Caller;
  /** A client token of each issuer. The cancellation issuer issues none. */
  const own = new Map<Issuer, Caller>();
  /** Every scope that an issuer gives a client's own token. */
  const given: { readonly issuer: Issuer; readonly scope: string }[] = [];

  beforeAll(async () => {
    ({ client, ids, callerOf } = await everything(bank));
    for (const issuer of ['consents', 'payments', 'mandates'] as const) own.set(issuer, await client.withClientToken(issuer));
    for (const issuer of issuers) {
      const { body } = await exchange(bank.baseUrl + issuerRows(issuer).readMetadata.path);
      given.push(...(body as { scopes_supported: string[] }).scopes_supported.map((scope) => ({ issuer, scope })));
    }
  });

  const scoped = new Map<string, Promise<Caller>>();
  /** The client's own token, which a sweep uses faster than a client may. */
  const tokenWith = (issuer: Issuer, scope: string | undefined): Promise<Caller> => {
    const known = scoped.get(`${issuer} ${scope}`) ?? client.withClientToken(issuer, scope).then(({ paced }) => paced);
    scoped.set(`${issuer} ${scope}`, known);
    return known;
  };

  const ask = (row: Operation, by: Caller): Promise<HttpResponse> => {
    const query = queryOf(row);
    return by.send(row.method, `${filled(row, ids)}${query && '?'}${query}`, {
      body: bodyOf(row),
      headers: { 'consent-id': ids['consentId']!, 'psu-ip-address': '127.0.0.1' },
    });
  };

  it.each(rows)(
    'at $name names the issuer, kind and scope of the required token, if the token is missing or from another issuer',
    async ({ row, token }) => {
      const none = await ask(row, client.withoutToken);
      expect(none).toAnswer(401, { tppMessages: [{ code: 'TOKEN_UNKNOWN', path: 'Authorization' }] });
      expect(missingFrom(none, [...factsOf(token), 'no Authorization header'])).toEqual([]);

      const another = await ask(row, own.get(token.issuer === 'payments' ? 'mandates' : 'payments')!);
      expect(another).toAnswer(401, { tppMessages: [{ code: 'TOKEN_UNKNOWN', path: 'Authorization' }] });
      expect(missingFrom(another, [...factsOf(token), 'this issuer does not know the token presented'])).toEqual([]);
    },
  );

  it.each(reads)('at $name names the token presented if it is a client token; the customer token is accepted', async ({ row, token }) => {
    const refused = await ask(row, own.get(token.issuer)!);
    expect(refused).toAnswer(401, { tppMessages: [{ code: 'TOKEN_INVALID', path: 'Authorization' }] });
    expect(missingFrom(refused, [...factsOf(token), 'the token presented is a client token with scope'])).toEqual([]);
    expect(await callerOf(row).get(`${filled(row, idsOf(bank.demo.accounts))}${queryOf(row) && '?'}${queryOf(row)}`)).toAnswer(200);
  });

  it.each(rows)('at $name is one of nobody if it is longer than any of the bank, as if it were shorter', async ({ row }) => {
    for (const length of [43, 4_096, 4_097, 12_000]) {
      const unknown = new Caller(client, 'x'.repeat(length)).paced;
      expect(await ask(row, unknown)).toAnswer(401, { tppMessages: [{ code: 'TOKEN_UNKNOWN' }] });
    }
  });

  it.each(owned)(
    'at $name is every client token without the scope of the row, of any issuer; with it the same request is answered',
    async ({ row, token }) => {
      const others = given.filter(({ issuer, scope }) => issuer !== token.issuer || scope !== token.clientScope);
      expect(others.length).toBe(given.length - 1);
      for (const { issuer, scope } of others) {
        const code = issuer === token.issuer ? 'TOKEN_INVALID' : 'TOKEN_UNKNOWN';
        expect(await ask(row, await tokenWith(issuer, scope))).toAnswer(401, { tppMessages: [{ code, path: 'Authorization' }] });
      }
      const all = others.filter(({ issuer }) => issuer === token.issuer).map(({ scope }) => scope);
      const refused = await ask(row, await tokenWith(token.issuer, all.join(' ')));
      expect(refused).toAnswer(401, { tppMessages: [{ code: 'TOKEN_INVALID', path: 'Authorization' }] });
      expect(missingFrom(refused, [...factsOf(token), `the token presented is a client token with scope ${all.join(' ')}`])).toEqual([]);
      expect((await ask(row, await tokenWith(token.issuer, token.clientScope))).status).toBeLessThan(300);
    },
  );

  it('names the missing role', async () => {
    const payer = await bank.client({ roles: ['PSP_PI'] });
    const refused = await (await payer.withClientToken('consents', 'loan-services')).post('/v1.7/consents', {});
    expect(refused).toAnswer(401, { tppMessages: [{ code: 'TOKEN_INVALID', text: expect.stringContaining('with scope loan-services') }] });
  });
});

describe('a consent that does not grant the requested data', () => {
  const bank = runningBank(services);

  it('is refused with the missing permission and kind of resource, and with what it grants', async () => {
    const { accounts } = bank.demo;
    const [account] = accounts.filter(({ kind }) => kind === 'account');
    const permitted = await (await bank.client()).consentedBy(bank.demo, { transactions: [account!] });
    expect(await permitted.get('/v1.7/accounts')).toAnswer(200);
    const refusedWith = (text: string) => ({
      tppMessages: [{ code: 'CONSENT_INVALID', path: 'Consent-ID', text: expect.stringContaining(text) }],
    });
    expect(await permitted.get(`/v1.7/accounts/${account!.resourceId}/balances`)).toAnswer(
      401,
      refusedWith('grants no balances of this account'),
    );
    expect(await permitted.get('/v1.7/cards')).toAnswer(401, refusedWith('grants no accounts of any card'));
    const transactions = `/v1.7/accounts/${account!.resourceId}/transactions?bookingStatus=booked&dateFrom=${daysAgo(1)}`;
    expect(await permitted.get(transactions)).toAnswer(200);
    expect(await permitted.get(`${transactions}&withBalance=true`)).toAnswer(401, {
      tppMessages: [{ code: 'CONSENT_INVALID', path: 'withBalance', text: expect.stringContaining('leave withBalance out') }],
    });
  });

  it('opens only lists, and says so for paths below them', async () => {
    const [account] = bank.demo.accounts.filter(({ kind }) => kind === 'account');
    const lists = await (await bank.client()).consentedBy(bank.demo, { availableAccounts: 'allAccounts' });
    expect(await lists.get('/v1.7/accounts')).toAnswer(200);
    expect(await lists.get(`/v1.7/accounts/${account!.resourceId}`)).toAnswer(401, {
      tppMessages: [{ text: expect.stringMatching(/opens the lists of accounts, savings, .+ only/) }],
    });
  });
});

describe('a path of no operation', () => {
  const bank = runningBank(services);

  it.each(['/v1.7/account', '/v1.7/accounts/', '/V1.7/accounts'])(
    '%s answers 404 with a text that blames the path, not the resource',
    async (path) => {
      expect(await bank.anonymous.get(path)).toAnswer(404, {
        tppMessages: [{ code: 'RESOURCE_UNKNOWN', text: expect.stringMatching(/^No operation has this path/) }],
      });
    },
  );
});
