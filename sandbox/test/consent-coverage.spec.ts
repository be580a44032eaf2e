import { cashAccountTypes } from '@open-banking/access';
import { issuers, operations, type Operation, services } from '@open-banking/spec';
import { completeInteraction, referenceOf, runningBank, type Access, type HttpResponse, type ConsentedCaller } from '@open-banking/testing';
import { filled, idsOf, listOf, queryOf, takes } from '@open-banking/testing/sweep';

const reads = operations.filter(({ method, token }) => method === 'GET' && token?.consent);
const types = Object.values(cashAccountTypes);
const invalid = { tppMessages: [{ code: 'CONSENT_INVALID' }] };

/** Every property of a body at any depth, by name. */
const values = (body: unknown, named: string): unknown[] => {
  if (body === null || typeof body !== 'object') return [];
  return Object.entries(body).flatMap(([name, inner]) => [
    ...(name === named && !Array.isArray(body) ? [inner] : []),
    ...values(inner, named),
  ]);
};

interface Variant {
  readonly access: Access;
  readonly lists?: true;
  readonly balances: boolean;
  readonly ownerName: boolean;
  readonly of?: readonly string[];
}
const whole = (name: string, balances: boolean, lists?: true): [string, Variant][] =>
  (['allAccounts', 'allAccountsWithOwnerName'] as const).flatMap((value) => {
    const variant = { balances, ownerName: value !== 'allAccounts', ...(lists && { lists }) };
    return [
      [`${name}: ${value}`, { ...variant, access: { [name]: value } }],
      [
        `${name}: ${value}, restricted to cards and loans`,
        { ...variant, access: { [name]: value, restrictedTo: ['CARD', 'LOAN'] }, of: ['CARD', 'LOAN'] },
      ],
    ];
  });
const variants: Readonly<Record<string, Variant>> = Object.fromEntries([
  ...whole('availableAccounts', false, true),
  ...whole('availableAccountsWithBalance', true, true),
  ...whole('allPsd2', true),
  ...types.map((type): [string, Variant] => [
    `allPsd2, restricted to ${type}`,
    { access: { allPsd2: 'allAccounts', restrictedTo: [type] }, balances: true, ownerName: false, of: [type] },
  ]),
]);

describe('a consent without named accounts', () => {
  const bank = runningBank(services);

  it.each(Object.keys(variants))('%s: each read of the five products discloses that, and nothing else', async (name) => {
    const { access, lists, balances, ownerName, of = types } = variants[name]!;
    const permitted = await (await bank.client()).consentedBy(bank.demo, access);
    const opens = (row: Operation) => of.includes(cashAccountTypes[row.of!]) && !(lists && row.availableAccounts !== true);
    let opened = 0;
    for (const row of reads) {
      const query = [queryOf(row), takes(row, 'withBalance') && row.permission === 'accounts' ? 'withBalance=true' : '']
        .filter(Boolean)
        .join('&');
      const answer = await permitted.get(`${filled(row, idsOf(bank.demo.accounts))}${query && '?'}${query}`);
      if (!opens(row)) {
        expect({ read: row.id, status: answer.status, code: values(answer.body, 'code') }).toEqual({
          read: row.id,
          status: 401,
          code: ['CONSENT_INVALID'],
        });
        continue;
      }
      opened += 1;
      expect({ read: row.id, status: answer.status }).toEqual({ read: row.id, status: 200 });
      if (!takes(row, 'withBalance') || row.permission !== 'accounts') continue;
      expect({
        read: row.id,
        balances: values(answer.body, 'balances').some(Array.isArray),
        ownerName: values(answer.body, 'ownerName').length > 0,
      }).toEqual({ read: row.id, balances, ownerName });
      if (lists) expect(values(answer.body, 'href')).toEqual([]);
    }
    expect(opened).toBe(reads.filter(opens).length);
    expect(opened).toBeGreaterThan(0);
  });

  it('with free choice opens in each product what the customer selects on the page', async () => {
    const chosen = (['card', 'saving'] as const).map((kind) => bank.resources(bank.demo, kind)[0]!);
    const named = chosen.map(({ reference }) => reference['maskedPan'] ?? reference['iban'] ?? String(reference['other']));
    const permitted = await (
      await bank.client()
    ).consentedBy(bank.demo, { balances: [], additionalInformation: { ownerName: [] } }, { choices: { accounts: named as string[] } });
    const [card, saving] = chosen;
    expect(await permitted.get('/v1.7/cards')).toAnswer(200, {
      cards: [{ resourceId: card!.resourceId, ownerName: expect.any(String) as unknown }],
    });
    expect(await permitted.get(`/v1.5/savings/${saving!.resourceId}/balances`)).toAnswer(200);
    expect(await permitted.get(`/v1.7/cards/${card!.resourceId}/transactions`)).toAnswer(401, invalid);
    for (const path of ['/v1.7/accounts', '/v1.5/loans', '/v1.0/securities-accounts', '/loans'])
      expect(await permitted.get(path)).toAnswer(401, invalid);
  });
});

describe("owners' names", () => {
  const bank = runningBank(services);

  it('are disclosed in each product only for the accounts they are granted for', async () => {
    const { accounts } = bank.demo;
    const [named, unnamed] = [accounts.filter((_, at) => at % 2 === 0), accounts.filter((_, at) => at % 2 === 1)];
    expect(Math.min(named.length, unnamed.length)).toBeGreaterThan(1);
    const permitted: ConsentedCaller = await (
      await bank.client()
    ).consentedBy(bank.demo, { balances: accounts, additionalInformation: { ownerName: named.map(referenceOf) } });
    for (const { kind, resourceId } of accounts) {
      const list = listOf(kind);
      const shows = ({ body }: HttpResponse) => values(body, 'ownerName').length > 0;
      const one = await permitted.get(`${list}/${resourceId}`);
      expect(one).toAnswer(200);
      expect({ kind, resourceId, shows: shows(one) }).toEqual({
        kind,
        resourceId,
        shows: named.some((resource) => resource.resourceId === resourceId),
      });
      const shown = Object.values((await permitted.get(list)).body as Record<string, { resourceId: string; ownerName?: string }[]>)[0]!;
      expect(
        shown
          .filter(({ ownerName }) => ownerName !== undefined)
          .map((resource) => resource.resourceId)
          .sort(),
      ).toEqual(
        named
          .filter((resource) => resource.kind === kind)
          .map((resource) => resource.resourceId)
          .sort(),
      );
    }
  });
});

describe('a consent of one client', () => {
  const bank = runningBank(services);

  it('cannot be used by another client, at any issuer: page, pushed request, code, refresh token, client credentials, header', async () => {
    const [client, other] = [await bank.client(), await bank.client()];
    const consentId = await client.createConsent('allPsd2');
    const scope = `AIS:${consentId}`;
    const approve = (url: string) => completeInteraction(url, { login: bank.demo.login, password: bank.demo.password, from: client.from });
    for (const issuer of issuers) {
      const { url } = other.authorization(issuer, scope);
      expect({ issuer, error: new URL(await approve(url)).searchParams.get('error') }).toEqual({ issuer, error: 'invalid_scope' });
      expect(await other.request(issuer, 'par', Object.fromEntries(new URL(url).searchParams))).toAnswer(400, { error: 'invalid_scope' });
      expect(await other.requestToken(issuer, { grant_type: 'client_credentials', scope })).toAnswer(400, { error: 'invalid_scope' });
    }
    const authorization = client.authorization('consents', scope);
    const code = new URL(await approve(authorization.url)).searchParams.get('code')!;
    const form = { grant_type: 'authorization_code', code, redirect_uri: client.client.redirectUri, code_verifier: authorization.verifier };
    for (const issuer of issuers) expect(await other.requestToken(issuer, form)).toAnswer(400, { error: 'invalid_grant' });
    const { access_token: token, refresh_token: refresh } = (await client.requestToken('consents', form)).body as Record<string, string>;
    for (const issuer of issuers)
      expect(await other.requestToken(issuer, { grant_type: 'refresh_token', refresh_token: refresh! })).toAnswer(400, {
        error: 'invalid_grant',
      });
    const theirs = await other.consentedBy(bank.demo);
    expect(await theirs.get('/v1.7/accounts', { headers: { 'consent-id': consentId } })).toAnswer(403, {
      tppMessages: [{ code: 'CONSENT_UNKNOWN' }],
    });
    // The client's own resources are unaffected.
    expect(await client.call('GET', '/v1.7/accounts', { token, headers: { 'consent-id': consentId } })).toAnswer(200);
    expect(await client.requestToken('consents', { grant_type: 'refresh_token', refresh_token: refresh! })).toAnswer(200);
  });
});
