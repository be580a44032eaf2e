import { completeInteraction, runningBank, type TestClient } from '@open-banking/testing';
import { issuerHomes, issuers, services } from '@open-banking/spec';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';

const insecure = { [oauth.allowInsecureRequests]: true };
const keyOf = (client: TestClient) =>
  crypto.subtle.importKey('jwk', client.client.privateKey as JsonWebKey, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);

describe('an unmodified third-party client library in profile fapi2', () => {
  const bank = runningBank(services, { profile: 'fapi2' });
  const approve = (client: TestClient, url: string) =>
    completeInteraction(url, { login: bank.demo.login, password: bank.demo.password, from: client.from });

  it('discovers the requirements of every issuer', async () => {
    for (const id of issuers) {
      const issuer = new URL(bank.baseUrl + issuerHomes[id].path);
      const server = await oauth.processDiscoveryResponse(
        issuer,
        await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
      );
      expect(server).toMatchObject({
        require_pushed_authorization_requests: true,
        token_endpoint_auth_methods_supported: ['private_key_jwt', 'tls_client_auth'],
        tls_client_certificate_bound_access_tokens: true,
      });
    }
  });

  it('oauth4webapi: pushes a request, has it approved, redeems the code, reads, refreshes and revokes with its own key', async () => {
    const ours = await bank.client();
    const consentId = await ours.createConsent('allPsd2');
    const issuer = new URL(ours.issuerOf('consents'));
    const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }));
    const client = { client_id: ours.clientId };
    const auth = oauth.PrivateKeyJwt({ key: await keyOf(ours), kid: ours.client.privateKey!['kid'] as string });
    const DPoP = oauth.DPoP({}, await oauth.generateKeyPair('ES256'));
    const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
    const pushed = await oauth.processPushedAuthorizationResponse(
      server,
      client,
      await oauth.pushedAuthorizationRequest(
        server,
        client,
        auth,
        new URLSearchParams({
          client_id: client.client_id,
          redirect_uri: ours.client.redirectUri,
          response_type: 'code',
          scope: `AIS:${consentId}`,
          state,
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }),
        { DPoP, ...insecure },
      ),
    );
    const url = new URL(server.authorization_endpoint!);
    url.search = new URLSearchParams({ client_id: client.client_id, request_uri: pushed.request_uri }).toString();

    const back = oauth.validateAuthResponse(server, client, new URL(await approve(ours, url.href)), state);
    const redeemed = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(server, client, auth, back, ours.client.redirectUri, verifier, { DPoP, ...insecure }),
    );
    expect(redeemed).toMatchObject({ scope: `AIS:${consentId}`, token_type: 'dpop' });
    const refreshed = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, auth, redeemed.refresh_token!, { DPoP, ...insecure }),
    );
    const headers = new Headers({ 'consent-id': consentId, 'x-request-id': crypto.randomUUID(), 'psu-ip-address': '127.0.0.1' });
    for (const { access_token: token } of [redeemed, refreshed]) {
      const answer = await oauth.protectedResourceRequest(token, 'GET', new URL(`${bank.baseUrl}/v1.7/accounts`), headers, undefined, {
        DPoP,
        ...insecure,
      });
      expect(answer.status).toBe(200);
    }
    await oauth.processRevocationResponse(await oauth.revocationRequest(server, client, auth, redeemed.refresh_token!, insecure));
    await expect(
      oauth.protectedResourceRequest(refreshed.access_token, 'GET', new URL(`${bank.baseUrl}/v1.7/accounts`), headers, undefined, {
        DPoP,
        ...insecure,
      }),
    ).rejects.toMatchObject({ status: 401 });
  });

  it("openid-client: the same, from discovery to the customer's cards", async () => {
    const ours = await bank.client();
    const consentId = await ours.createConsent('allPsd2');
    const config = await openid.discovery(
      new URL(ours.issuerOf('consents')),
      ours.clientId,
      undefined,
      openid.PrivateKeyJwt({ key: await keyOf(ours), kid: ours.client.privateKey!['kid'] as string }),
      { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
    );
    const DPoP = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair('ES256'));
    const [pkceCodeVerifier, expectedState] = [openid.randomPKCECodeVerifier(), openid.randomState()];
    const url = await openid.buildAuthorizationUrlWithPAR(
      config,
      {
        redirect_uri: ours.client.redirectUri,
        scope: `AIS:${consentId}`,
        state: expectedState,
        code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
      },
      { DPoP },
    );
    const tokens = await openid.authorizationCodeGrant(
      config,
      new URL(await approve(ours, url.href)),
      { pkceCodeVerifier, expectedState },
      undefined,
      { DPoP },
    );
    const answer = await openid.fetchProtectedResource(
      config,
      tokens.access_token,
      new URL(`${bank.baseUrl}/v1.7/cards`),
      'GET',
      undefined,
      new Headers({ 'consent-id': consentId, 'x-request-id': crypto.randomUUID(), 'psu-ip-address': '127.0.0.1' }),
      { DPoP },
    );
    expect(await answer.json()).toMatchObject({ cards: expect.any(Array) as unknown });
    expect(await openid.refreshTokenGrant(config, tokens.refresh_token!, undefined, { DPoP })).toMatchObject({ token_type: 'dpop' });
  });
});
