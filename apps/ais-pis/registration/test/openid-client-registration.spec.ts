import { completeInteraction, runningBank } from '@open-banking/testing';
import { issuerHomes, services } from '@open-banking/spec';
import * as openid from 'openid-client';

const redirect_uri = 'http://127.0.0.1/back';
const requested = {
  access: { allPsd2: 'allAccounts' },
  recurringIndicator: true,
  validUntil: '2099-12-31',
  frequencyPerDay: 4,
  combinedServiceIndicator: false,
};

describe.each(['baseline', 'fapi2'] as const)('openid-client, unmodified, in profile %s', (profile) => {
  const bank = runningBank(services, { profile });
  const fapi2 = profile === 'fapi2';

  it("registers itself and completes every step up to a customer's accounts", async () => {
    const pair = await openid.randomDPoPKeyPair('ES256', { extractable: true });
    const jwk = { ...(await crypto.subtle.exportKey('jwk', pair.publicKey)), kid: 'own', alg: 'ES256', use: 'sig' };
    // By default it sends the secret in the body, so it registers that method.
    const config = await openid.dynamicClientRegistration(
      new URL(bank.baseUrl + issuerHomes.consents.path),
      {
        redirect_uris: [redirect_uri],
        client_name: 'Out of the box',
        roles: ['PSP_AI'],
        ...(fapi2 ? { jwks: { keys: [jwk as never] } } : { token_endpoint_auth_method: 'client_secret_post' }),
      },
      fapi2 ? openid.PrivateKeyJwt({ key: pair.privateKey, kid: 'own' }) : undefined,
      { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
    );
    expect(config.clientMetadata()).toMatchObject({ client_name: 'Out of the box', scope: 'AIS loan-services' });
    const DPoP = fapi2 ? openid.getDPoPHandle(config, await openid.randomDPoPKeyPair('ES256')) : undefined;
    const call = async (token: string, method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
      const all = new Headers({
        'x-request-id': crypto.randomUUID(),
        'psu-ip-address': '127.0.0.1',
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      });
      return openid.fetchProtectedResource(config, token, new URL(bank.baseUrl + path), method, body && JSON.stringify(body), all, {
        DPoP,
      });
    };
    const own = await openid.clientCredentialsGrant(config, { scope: 'AIS' }, { DPoP });
    const created = await call(own.access_token, 'POST', '/v1.7/consents', requested);
    expect(created.status).toBe(201);
    const { consentId } = (await created.json()) as { consentId: string };

    const [pkceCodeVerifier, expectedState] = [openid.randomPKCECodeVerifier(), openid.randomState()];
    const request = {
      redirect_uri,
      scope: `AIS:${consentId}`,
      state: expectedState,
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    };
    const url = fapi2
      ? await openid.buildAuthorizationUrlWithPAR(config, request, { DPoP })
      : openid.buildAuthorizationUrl(config, request);
    const redirect = await completeInteraction(url.href, { login: bank.demo.login, password: bank.demo.password });
    const tokens = await openid.authorizationCodeGrant(config, new URL(redirect), { pkceCodeVerifier, expectedState }, undefined, { DPoP });
    expect((await call(tokens.access_token, 'GET', '/v1.7/accounts', undefined, { 'consent-id': consentId })).status).toBe(200);
    expect(await openid.refreshTokenGrant(config, tokens.refresh_token!, undefined, { DPoP })).toHaveProperty('access_token');
  });

  it('gets the reason if its registration is refused', async () => {
    const registered = openid.dynamicClientRegistration(
      new URL(bank.baseUrl + issuerHomes.mandates.path),
      { client_name: 'Out of the box', redirect_uris: ['http://tpp.example/back'] },
      undefined,
      { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
    );
    await expect(registered).rejects.toMatchObject({
      error: 'invalid_redirect_uri',
      error_description: expect.stringContaining('must be https') as unknown,
    });
  });
});
