import { exchange, runningBank } from '@open-banking/sandbox/testing';
import { issuerHomes, issuers } from '@open-banking/spec';
import * as oauth from 'oauth4webapi';

describe('the metadata of an issuer', () => {
  const bank = runningBank();

  it.each(issuers)('of %s is the same at the published path and at the form of RFC 8414, and a foreign client discovers it', async (id) => {
    const { path } = issuerHomes[id];
    const issuer = new URL(bank.baseUrl + path);
    const published = await exchange(`${bank.baseUrl}${path}/.well-known/oauth-authorization-server`);
    expect(published).toAnswer(200, { issuer: issuer.href, code_challenge_methods_supported: ['S256'], authorization_response_iss_parameter_supported: true });

    const found = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', [oauth.allowInsecureRequests]: true }));
    expect(found).toEqual(published.body);
  });

  it('names no endpoint that is not there, and nothing of OpenID Connect', async () => {
    const { body } = await exchange(`${bank.baseUrl}${issuerHomes.consents.path}/.well-known/oauth-authorization-server`);
    const named = Object.entries(body as Record<string, unknown>).filter(([name]) => /_(endpoint|uri)$/.test(name)).map(([, value]) => String(value));
    expect(named).toHaveLength(6);
    // A POST endpoint says 405 to GET, an authorization endpoint shows an error page: none says 404.
    for (const address of named.filter((one) => !one.endsWith('/jwks'))) expect([400, 405]).toContain((await exchange(address)).status);
    expect(await exchange((body as { jwks_uri: string }).jwks_uri)).toAnswer(200, { keys: [{ kty: 'EC', use: 'sig' }] });
    for (const absent of ['userinfo', 'end_session', 'request', 'me', 'reg', 'session/end/confirm', 'device']) {
      expect(await exchange(`${bank.baseUrl}${issuerHomes.consents.path}/${absent}`)).toAnswer(404);
    }
  });
});
