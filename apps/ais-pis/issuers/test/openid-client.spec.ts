import { completeInteraction, runningBank } from '@open-banking/testing';
import * as openid from 'openid-client';
import { services } from '@open-banking/spec';

describe('openid-client, unmodified, in profile baseline', () => {
  const bank = runningBank(services);

  it.each(['in its address', 'pushed'])('completes the flow with its request %s', async (how) => {
    const ours = await bank.client();
    const consentId = await ours.createConsent('allPsd2');
    const config = await openid.discovery(
      new URL(ours.issuerOf('consents')),
      ours.clientId,
      undefined,
      openid.ClientSecretBasic(ours.client.clientSecret),
      { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
    );
    const [pkceCodeVerifier, expectedState] = [openid.randomPKCECodeVerifier(), openid.randomState()];
    const request = {
      redirect_uri: ours.client.redirectUri,
      scope: `AIS:${consentId}`,
      state: expectedState,
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    };
    const url =
      how === 'pushed' ? await openid.buildAuthorizationUrlWithPAR(config, request) : openid.buildAuthorizationUrl(config, request);
    const redirect = await completeInteraction(url.href, { login: bank.demo.login, password: bank.demo.password, from: ours.from });
    const tokens = await openid.authorizationCodeGrant(config, new URL(redirect), { pkceCodeVerifier, expectedState });
    const read = (token: string) =>
      openid.fetchProtectedResource(
        config,
        token,
        new URL(`${bank.baseUrl}/v1.7/accounts`),
        'GET',
        undefined,
        new Headers({ 'consent-id': consentId, 'x-request-id': crypto.randomUUID(), 'psu-ip-address': '127.0.0.1' }),
      );
    expect((await read(tokens.access_token)).status).toBe(200);
    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token!);
    expect((await read(refreshed.access_token)).status).toBe(200);
    await openid.tokenRevocation(config, tokens.refresh_token!);
    await expect(read(refreshed.access_token)).rejects.toMatchObject({ status: 401 });
  });
});

describe.each(['baseline', 'fapi2'] as const)('openid-client with a certificate, in profile %s', (profile) => {
  const bank = runningBank(services, { profile });

  it('finds the mutual-TLS endpoints and completes the flow with them', async () => {
    const ours = await bank.client({ auth: 'tls_client_auth' });
    const consentId = await ours.createConsent('allPsd2');
    const config = await openid.discovery(
      new URL(ours.issuerOf('consents')),
      ours.clientId,
      { use_mtls_endpoint_aliases: true },
      openid.TlsClientAuth(),
      { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
    );
    // A fetch that presents a certificate, which differs between runtimes.
    config[openid.customFetch] = (url, { method, headers, body }) => ours.overTls(url, { method, headers, body: body?.toString() });
    const [pkceCodeVerifier, expectedState] = [openid.randomPKCECodeVerifier(), openid.randomState()];
    const url = await openid.buildAuthorizationUrlWithPAR(config, {
      redirect_uri: ours.client.redirectUri,
      scope: `AIS:${consentId}`,
      state: expectedState,
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    const redirect = await completeInteraction(url.href, { login: bank.demo.login, password: bank.demo.password, from: ours.from });
    const tokens = await openid.authorizationCodeGrant(config, new URL(redirect), { pkceCodeVerifier, expectedState });
    const answer = await openid.fetchProtectedResource(
      config,
      tokens.access_token,
      new URL(`${bank.facts.tlsBaseUrl}/v1.7/cards`),
      'GET',
      undefined,
      new Headers({ 'consent-id': consentId, 'x-request-id': crypto.randomUUID(), 'psu-ip-address': '127.0.0.1' }),
    );
    expect(await answer.json()).toMatchObject({ cards: expect.any(Array) as unknown });
  });
});
