import { randomUUID } from 'node:crypto';
import { completeInteraction, ProofKey, runningBank, type TestClient } from '@open-banking/testing';
import { issuerHomes, services } from '@open-banking/spec';
import { calculateJwkThumbprint } from 'jose';
import * as oauth from 'oauth4webapi';
import { Browser } from '@open-banking/ais-pis-testing/a-browser';

const insecure = { [oauth.allowInsecureRequests]: true };

describe('the authorization code flow', () => {
  const bank = runningBank(services);
  const approve = (client: TestClient, url: string) =>
    completeInteraction(url, { login: bank.demo.login, password: bank.demo.password, from: client.from });
  const changed = (url: string, change: Record<string, string | undefined>) => {
    const target = new URL(url);
    for (const [name, value] of Object.entries(change)) {
      if (value === undefined) target.searchParams.delete(name);
      else target.searchParams.set(name, value);
    }
    return target.href;
  };

  it('is completed by an unmodified third-party client library', async () => {
    const ours = await bank.client();
    const consentId = await ours.createConsent('allPsd2');
    const issuer = new URL(bank.baseUrl + issuerHomes.consents.path);
    const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }));
    const client = { client_id: ours.clientId };
    const auth = oauth.ClientSecretBasic(ours.client.clientSecret!);
    const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
    const url = new URL(server.authorization_endpoint!);
    url.search = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: ours.client.redirectUri,
      response_type: 'code',
      scope: `AIS:${consentId}`,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString();

    const back = oauth.validateAuthResponse(server, client, new URL(await approve(ours, url.href)), state);
    const redeemed = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(server, client, auth, back, ours.client.redirectUri, verifier, insecure),
    );
    expect(redeemed).toMatchObject({ scope: `AIS:${consentId}`, token_type: 'bearer' });
    const refreshed = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, auth, redeemed.refresh_token!, insecure),
    );
    for (const { access_token: token } of [redeemed, refreshed]) {
      expect(await ours.call('GET', '/v1.7/accounts', { token, headers: { 'consent-id': consentId } })).toAnswer(200);
    }
    await oauth.processRevocationResponse(await oauth.revocationRequest(server, client, auth, redeemed.refresh_token!, insecure));
    expect(await ours.call('GET', '/v1.7/accounts', { token: refreshed.access_token, headers: { 'consent-id': consentId } })).toAnswer(401);
  });

  it('ends all tokens of one approval when any of them is revoked, and neither the consent nor the tokens of another approval', async () => {
    const ours = await bank.client();
    const consentId = await ours.createConsent('allPsd2');
    const approved = async () => {
      const authorization = await ours.startAuthorization('consents', `AIS:${consentId}`);
      return ours.redeem(authorization, await approve(ours, authorization.url));
    };
    const refresh = (token: string) => ours.requestToken('consents', { grant_type: 'refresh_token', refresh_token: token });
    const read = async (token: string) =>
      (await ours.call('GET', '/v1.7/accounts', { token, headers: { 'consent-id': consentId, 'psu-ip-address': '203.0.113.7' } })).status;
    const [one, other] = [await approved(), await approved()];
    const { body: refreshed } = await refresh(one.refresh_token!);
    const statuses = async () => [
      await read(one.access_token),
      await read(refreshed.access_token as string),
      await read(other.access_token),
    ];
    expect(await statuses()).toEqual([200, 200, 200]);
    // An unknown token is revoked already (RFC 7009 §2.2).
    const revoked = await ours.request('consents', 'revoke', { token: 'unknown' });
    expect({ ...revoked, type: revoked.headers['content-type'] }).toMatchObject({ status: 200, text: '', type: 'application/json' });
    expect(await statuses()).toEqual([200, 200, 200]);
    expect((await ours.request('consents', 'revoke', { token: refreshed.access_token as string })).status).toBe(200);
    expect(await statuses()).toEqual([401, 401, 200]);
    expect(await refresh(one.refresh_token!)).toAnswer(400, { error: 'invalid_grant' });
    expect(await refresh(other.refresh_token!)).toAnswer(200);
  });

  it('requires PKCE with S256, a registered redirect URI and one resource of this client, and reports the error to the client where it may', async () => {
    const client = await bank.client();
    const consentId = await client.createConsent('allPsd2');
    const others = await (await bank.client()).createConsent('allPsd2');
    const { url, state } = client.authorization('consents', `AIS:${consentId}`);
    const browser = new Browser(bank.baseUrl, client.from);

    expect((await browser.open(url)).status).toBe(200);
    for (const [change, error] of [
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
      [{ scope: 'AIS' }, 'invalid_scope'],
      [{ scope: undefined }, 'invalid_scope'],
      [{ scope: `AIS:${others}` }, 'invalid_scope'],
      [{ scope: `AIS:${randomUUID()}` }, 'invalid_scope'],
      [{ scope: `AIS:${consentId} AIS` }, 'invalid_scope'],
      [{ response_type: 'none' }, 'unsupported_response_type'],
      [{ prompt: 'none' }, 'login_required'],
      [{ resource: 'https://other.example' }, 'invalid_target'],
      [{ login_hint: 'de\0mo' }, 'invalid_request'],
    ] as const) {
      await browser.open(changed(url, change));
      expect({ change, ...browser.redirectParameters }).toMatchObject({ error, state, iss: bank.baseUrl + issuerHomes.consents.path });
    }
    for (const change of [{ redirect_uri: `${client.client.redirectUri}/x` }, { redirect_uri: undefined }, { client_id: 'nobody' }]) {
      const shown = await browser.open(changed(url, change));
      expect({ change, status: shown.status, location: shown.headers['location'] }).toEqual({ change, status: 400, location: undefined });
      expect(shown.text).toContain('Nothing was shared');
    }
  });

  it('refuses dpop_jkt of a client whose tokens are bound to its certificate, and no other', async () => {
    const dpopJkt = await calculateJwkThumbprint(new ProofKey().publicKey);
    for (const [auth, tokenBinding] of [
      ['tls_client_auth', 'tls'],
      ['tls_client_auth', 'dpop'],
      [undefined, undefined],
    ] as const) {
      const client = await bank.client({ auth, tokenBinding });
      const { url, state } = client.authorization('consents', `AIS:${await client.createConsent('allPsd2')}`);
      const browser = new Browser(bank.baseUrl, client.from);
      expect((await browser.open(url)).status).toBe(200);
      const { status } = await browser.open(changed(url, { dpop_jkt: dpopJkt }));
      if (tokenBinding !== 'tls') expect({ auth, tokenBinding, status }).toEqual({ auth, tokenBinding, status: 200 });
      else expect(browser.redirectParameters).toMatchObject({ error: 'invalid_request', state });
    }
  });

  it('answers invalid_scope for payments, mandates and cancellations that this client has not created', async () => {
    const client = await bank.client();
    for (const [issuer, scope] of [
      ['payments', 'PIS'],
      ['mandates', 'MANDATE'],
      ['cancellation', 'MANDATE-CANCEL'],
    ] as const) {
      const { url } = client.authorization(issuer, `${scope}:${randomUUID()}`);
      const browser = new Browser(bank.baseUrl, client.from);
      await browser.open(url);
      expect(browser.redirectParameters).toMatchObject({ error: 'invalid_scope', iss: bank.baseUrl + issuerHomes[issuer].path });
    }
  });

  it('issues one token for a code redeemed 20 times at once, and then revokes it', async () => {
    const client = await bank.client();
    const consentId = await client.createConsent('allPsd2');
    const authorization = client.authorization('consents', `AIS:${consentId}`);
    const code = new URL(await approve(client, authorization.url)).searchParams.get('code')!;
    const redeem = () =>
      client.requestToken('consents', {
        grant_type: 'authorization_code',
        code,
        redirect_uri: client.client.redirectUri,
        code_verifier: authorization.verifier,
      });

    const answers = await Promise.all(Array.from({ length: 20 }, redeem));
    const given = answers.filter(({ status }) => status === 200);
    expect(given).toHaveLength(1);
    expect(answers.filter(({ body }) => (body as { error?: string }).error === 'invalid_grant')).toHaveLength(19);
    const { access_token: token, refresh_token: refresh } = given[0]!.body as Record<string, string>;
    expect(await client.call('GET', '/v1.7/accounts', { token, headers: { 'consent-id': consentId } })).toAnswer(401);
    expect(await client.requestToken('consents', { grant_type: 'refresh_token', refresh_token: refresh! })).toAnswer(400, {
      error: 'invalid_grant',
    });
  });

  it("issues no token for another client's code, a wrong verifier or a wrong redirect URI; the correct request then still succeeds", async () => {
    const client = await bank.client();
    const thief = await bank.client();
    const authorization = client.authorization('consents', `AIS:${await client.createConsent('allPsd2')}`);
    const code = new URL(await approve(client, authorization.url)).searchParams.get('code')!;
    const form = { grant_type: 'authorization_code', code, redirect_uri: client.client.redirectUri, code_verifier: authorization.verifier };

    expect(await thief.requestToken('consents', form)).toAnswer(400, { error: 'invalid_grant' });
    expect(await client.requestToken('consents', { ...form, code_verifier: 'x'.repeat(43) })).toAnswer(400, { error: 'invalid_grant' });
    expect(await client.requestToken('consents', { ...form, redirect_uri: 'http://127.0.0.1/other' })).toAnswer(400, {
      error: 'invalid_grant',
    });
    expect(await client.requestToken('payments', form)).toAnswer(400, { error: 'invalid_grant' });
    expect(await client.requestToken('consents', form)).toAnswer(200);
  });

  it('stores no usable credential in the database', async () => {
    const client = await bank.client();
    const authorization = client.authorization('consents', `AIS:${await client.createConsent('allPsd2')}`);
    const redirect = await approve(client, authorization.url);
    const tokens = await client.redeem(authorization, redirect);
    const { rows } = await bank
      .database('ais-pis')
      .query<{ text: string }>(
        "select string_agg(artifact::text, ' ') || (select string_agg(journey::text, ' ') from journey) as text from artifact",
      );
    for (const secret of [
      tokens.access_token,
      tokens.refresh_token!,
      new URL(redirect).searchParams.get('code')!,
      client.client.clientSecret!,
    ]) {
      expect(rows[0]!.text.includes(secret)).toBe(false);
    }
    expect(rows[0]!.text).toContain(client.clientId);
  });
});
