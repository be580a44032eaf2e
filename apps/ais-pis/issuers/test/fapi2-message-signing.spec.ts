import {
  exchange,
  inDays,
  leasedBank,
  referenceOf,
  requestObject,
  signedAnswer,
  completeInteraction,
  type TestClient,
} from '@open-banking/testing';
import { issuerHomes, issuers } from '@open-banking/spec';
import { decodeProtectedHeader, exportJWK, generateKeyPair, type JSONWebKeySet } from 'jose';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { damagedJwt, unsignedJwt } from '@open-banking/ais-pis-testing/a-fapi2-client';

type Claims = Readonly<Record<string, unknown>>;
const insecure = { [oauth.allowInsecureRequests]: true };
const now = () => Math.floor(Date.now() / 1_000);

describe('profile fapi2-message-signing', () => {
  const bank = leasedBank(['ais-pis', 'mandates'], {}, 'fapi2-message-signing');
  let client: TestClient;
  beforeAll(async () => {
    client = await bank.client();
  });
  const keysOf = async (party: TestClient) => (await exchange(`${party.issuerOf('consents')}/jwks`)).body as JSONWebKeySet;
  /** A consent for one account, which other services need not answer for. */
  const requestConsent = (party: TestClient) => party.createConsent({ balances: [bank.resources(bank.demo, 'account')[0]!] });
  const authorizationParameters = async (party = client) =>
    Object.fromEntries(new URL(party.authorization('consents', `AIS:${await requestConsent(party)}`).url).searchParams);
  const asCustomer = (url: string, refuse = false) =>
    completeInteraction(url, { login: bank.demo.login, password: bank.demo.password, from: client.from, refuse });
  const opened = (uri: string) =>
    `${client.issuerOf('consents')}/authorize?${new URLSearchParams({ client_id: client.clientId, request_uri: uri }).toString()}`;
  const signed = (parameters: Claims, by: Parameters<typeof requestObject>[0] = client.client) =>
    requestObject(by, client.issuerOf('consents'), parameters);
  const push = (form: Record<string, string>) => client.request('consents', 'par', form);
  /** A response with nothing in its address but the JWT. */
  const answerIn = async (redirect: string): Promise<Record<string, string>> => {
    const { searchParams } = new URL(redirect);
    expect([...searchParams.keys()]).toEqual(['response']);
    expect(decodeProtectedHeader(searchParams.get('response')!)).toMatchObject({ alg: 'ES256' });
    return signedAnswer(searchParams.get('response')!, await keysOf(client), client.issuerOf('consents'), client.clientId);
  };

  it.each(issuers)('the metadata of %s requires signed requests and names the algorithms', async (id) => {
    const { body } = await exchange(`${bank.baseUrl}/.well-known/oauth-authorization-server${issuerHomes[id].path}`);
    expect(body).toMatchObject({
      require_pushed_authorization_requests: true,
      require_signed_request_object: true,
      request_object_signing_alg_values_supported: ['PS256', 'ES256', 'EdDSA', 'Ed25519'],
      authorization_signing_alg_values_supported: ['ES256'],
      response_modes_supported: ['jwt', 'query.jwt'],
      // Who signs has a key; a certificate binds tokens only.
      token_endpoint_auth_methods_supported: ['private_key_jwt'],
    });
  });

  it('takes a pushed request only as a request object that its client signed for this issuer, not long ago', async () => {
    const parameters = await authorizationParameters();
    const accepted = async (changed: Claims = {}) => push({ request: await signed({ ...parameters, ...changed }) });
    expect(await accepted()).toAnswer(201, { request_uri: expect.stringContaining('urn:') as string });
    expect(await accepted({ response_mode: 'query.jwt' })).toAnswer(201);
    expect(await accepted({ nbf: now() - 3_000, exp: now() + 500 })).toAnswer(201);

    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const stranger = {
      clientId: client.clientId,
      privateKey: { ...(await exportJWK(privateKey)), alg: 'ES256', kid: client.client.privateKey!['kid'] },
    };
    const good = await signed(parameters);
    const refused: Readonly<Record<string, [Record<string, string>, string]>> = {
      'not signed': [{ ...parameters, response_mode: 'jwt' }, 'invalid_request'],
      "signed with another's key": [{ request: await signed(parameters, stranger) }, 'invalid_request_object'],
      'alg none': [{ request: unsignedJwt(good) }, 'invalid_request_object'],
      damaged: [{ request: damagedJwt(good) }, 'invalid_request_object'],
      'for another issuer': [{ request: await signed({ ...parameters, aud: client.issuerOf('payments') }) }, 'invalid_request_object'],
      "another's": [{ request: await signed({ ...parameters, iss: 'someone', client_id: 'someone' }) }, 'invalid_request_object'],
      'no nbf': [{ request: await signed({ ...parameters, nbf: undefined }) }, 'invalid_request_object'],
      'no exp': [{ request: await signed({ ...parameters, exp: undefined }) }, 'invalid_request_object'],
      'no aud': [{ request: await signed({ ...parameters, aud: undefined }) }, 'invalid_request_object'],
      'past its exp': [{ request: await signed({ ...parameters, nbf: now() - 120, exp: now() - 60 }) }, 'invalid_request_object'],
      'not valid yet': [{ request: await signed({ ...parameters, nbf: now() + 120, exp: now() + 180 }) }, 'invalid_request_object'],
      'exp more than an hour after nbf': [
        { request: await signed({ ...parameters, nbf: now() - 10, exp: now() + 3_600 }) },
        'invalid_request_object',
      ],
      'nbf more than an hour ago': [
        { request: await signed({ ...parameters, nbf: now() - 3_700, exp: now() + 60 }) },
        'invalid_request_object',
      ],
      'a plain response': [{ request: await signed({ ...parameters, response_mode: 'query' }) }, 'invalid_request'],
      'no response mode': [{ request: await signed({ ...parameters, response_mode: undefined }) }, 'invalid_request'],
    };
    for (const [how, [form, error]] of Object.entries(refused)) {
      const { status, body } = await push(form);
      expect({ how, status, error: (body as { error?: string }).error }).toEqual({ how, status: 400, error });
    }
    expect(await accepted()).toAnswer(201);
  });

  it('answers by a JWT that it signed for this client: code, state and issuer, and later that it was used; what stands outside the request object does not count', async () => {
    const authorization = client.authorization('consents', `AIS:${await requestConsent(client)}`);
    const parameters = Object.fromEntries(new URL(authorization.url).searchParams);
    const { body } = await push({ request: await signed(parameters), state: 'outside', scope: 'AIS' });
    const url = opened((body as { request_uri: string }).request_uri);
    const redirect = await asCustomer(url);
    expect(await answerIn(redirect)).toEqual({
      code: expect.any(String) as string,
      state: authorization.state,
      iss: client.issuerOf('consents'),
      aud: client.clientId,
      exp: expect.any(String) as string,
    });
    expect(await client.redeem(authorization, redirect)).toMatchObject({ token_type: 'DPoP' });
    const again = await exchange(url, { from: client.from, headers: { accept: 'text/html' } });
    expect(again.status).toBe(303);
    expect(await answerIn(String(again.headers['location']))).toMatchObject({ error: 'invalid_request_uri', state: authorization.state });
  });

  it('signs errors too: of a customer who refuses, and of a request for a consent that has ended', async () => {
    const parameters = await authorizationParameters();
    const { body } = await push({ request: await signed(parameters) });
    const url = opened((body as { request_uri: string }).request_uri);
    expect(await answerIn(await asCustomer(url, true))).toMatchObject({ error: 'access_denied', state: parameters['state'] });
    // The consent is over; the request_uri is not, because a refusal gives no code.
    const again = await exchange(url, { from: client.from, headers: { accept: 'text/html' } });
    expect(await answerIn(String(again.headers['location']))).toMatchObject({ error: 'invalid_scope', state: parameters['state'] });
  });

  it('takes authorization_details in a request object as well', async () => {
    const { scope: _, ...parameters } = await authorizationParameters();
    const authorization = client.authorization('consents', 'unused');
    const [account] = bank.resources(bank.demo, 'account');
    const details = { type: 'consent', access: { balances: [referenceOf(account!)] }, recurringIndicator: true, validUntil: inDays(30) };
    const asked = { ...Object.fromEntries(new URL(authorization.url).searchParams), ...parameters, state: authorization.state };
    const request = (entry: object, scope?: string) =>
      signed({
        ...asked,
        scope,
        code_challenge: new URL(authorization.url).searchParams.get('code_challenge'),
        authorization_details: [entry],
      });
    expect(await push({ request: await request(details) })).toAnswer(400, { error: 'invalid_authorization_details' });
    const whole = { ...details, frequencyPerDay: 4, combinedServiceIndicator: false };
    expect(await push({ request: await request(whole, 'PIS') })).toAnswer(400, { error: 'invalid_authorization_details' });
    const { body } = await push({ request: await request(whole, 'AIS') });
    const redeemed = await client.redeem(authorization, await asCustomer(opened((body as { request_uri: string }).request_uri)));
    expect(redeemed).toMatchObject({
      scope: expect.stringMatching(/^AIS:/) as string,
      authorization_details: [{ type: 'consent', consentId: redeemed.scope!.slice(4) }],
    });
    const named = { type: 'consent', consentId: await requestConsent(client) };
    const { body: pushed } = await push({ request: await request(named, 'AIS') });
    expect(await client.redeem(authorization, await asCustomer(opened((pushed as { request_uri: string }).request_uri)))).toMatchObject({
      scope: `AIS:${named.consentId}`,
      authorization_details: [named],
    });
  });

  it('oauth4webapi: signs the request, verifies the response, redeems the code and reads', async () => {
    const ours = await bank.client();
    const consentId = await requestConsent(ours);
    const issuer = new URL(ours.issuerOf('consents'));
    const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }));
    const own = { client_id: ours.clientId };
    const key = await crypto.subtle.importKey('jwk', ours.client.privateKey as JsonWebKey, { name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'sign',
    ]);
    const held = { key, kid: ours.client.privateKey!['kid'] as string };
    const auth = oauth.PrivateKeyJwt(held);
    const DPoP = oauth.DPoP({}, await oauth.generateKeyPair('ES256'));
    const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
    const parameters = new URLSearchParams({
      client_id: own.client_id,
      redirect_uri: ours.client.redirectUri,
      response_type: 'code',
      response_mode: 'jwt',
      scope: `AIS:${consentId}`,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const request = await oauth.issueRequestObject(server, own, parameters, held);
    const pushed = await oauth.processPushedAuthorizationResponse(
      server,
      own,
      await oauth.pushedAuthorizationRequest(server, own, auth, new URLSearchParams({ client_id: own.client_id, request }), {
        DPoP,
        ...insecure,
      }),
    );
    const url = new URL(server.authorization_endpoint!);
    url.search = new URLSearchParams({ client_id: own.client_id, request_uri: pushed.request_uri }).toString();
    const answered = new URL(await asCustomer(url.href));
    const back = await oauth.validateJwtAuthResponse(server, own, answered, state, insecure);
    const redeemed = await oauth.processAuthorizationCodeResponse(
      server,
      own,
      await oauth.authorizationCodeGrantRequest(server, own, auth, back, ours.client.redirectUri, verifier, { DPoP, ...insecure }),
    );
    const headers = new Headers({ 'consent-id': consentId, 'x-request-id': crypto.randomUUID(), 'psu-ip-address': '127.0.0.1' });
    const read = await oauth.protectedResourceRequest(
      redeemed.access_token,
      'GET',
      new URL(`${bank.baseUrl}/v1.7/accounts`),
      headers,
      undefined,
      {
        DPoP,
        ...insecure,
      },
    );
    expect(read.status).toBe(200);
  });

  it('openid-client: the same, from discovery to a refreshed token', async () => {
    const ours = await bank.client();
    const key = await crypto.subtle.importKey('jwk', ours.client.privateKey as JsonWebKey, { name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'sign',
    ]);
    const held = { key, kid: ours.client.privateKey!['kid'] as string };
    const config = await openid.discovery(new URL(ours.issuerOf('consents')), ours.clientId, undefined, openid.PrivateKeyJwt(held), {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests, openid.useJwtResponseMode],
    });
    const DPoP = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair('ES256'));
    const [pkceCodeVerifier, expectedState] = [openid.randomPKCECodeVerifier(), openid.randomState()];
    const asked = await openid.buildAuthorizationUrlWithJAR(
      config,
      {
        redirect_uri: ours.client.redirectUri,
        scope: `AIS:${await requestConsent(ours)}`,
        state: expectedState,
        code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
      },
      held,
    );
    const url = await openid.buildAuthorizationUrlWithPAR(config, asked.searchParams, { DPoP });
    const tokens = await openid.authorizationCodeGrant(
      config,
      new URL(await asCustomer(url.href)),
      { pkceCodeVerifier, expectedState },
      undefined,
      {
        DPoP,
      },
    );
    expect(await openid.refreshTokenGrant(config, tokens.refresh_token!, undefined, { DPoP })).toMatchObject({ token_type: 'dpop' });
  });
});
