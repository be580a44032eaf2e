import { exchange, runningBank } from '@open-banking/testing';
import { issuerHomes, issuers, services } from '@open-banking/spec';

const strong = ['PS256', 'ES256', 'EdDSA', 'Ed25519'];

describe('the metadata of an issuer in profile fapi2', () => {
  const bank = runningBank(services, { profile: 'fapi2' });

  it.each(issuers)('of %s names what the profile requires and nothing that it forbids', async (id) => {
    const { path } = issuerHomes[id];
    const [issuer, tls] = [bank.baseUrl + path, bank.facts.tlsBaseUrl + path];
    const response = await exchange(`${bank.baseUrl}/.well-known/oauth-authorization-server${path}`);
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toMatch(/^application\/json(;|$)/);
    const direct = (home: string) => ({
      pushed_authorization_request_endpoint: `${home}/par`,
      token_endpoint: `${home}/token`,
      revocation_endpoint: `${home}/revoke`,
    });
    const found = response.body as Record<string, unknown>;
    expect(found).toMatchObject({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      ...direct(issuer),
      mtls_endpoint_aliases: direct(tls),
      require_pushed_authorization_requests: true,
      authorization_response_iss_parameter_supported: true,
      tls_client_certificate_bound_access_tokens: true,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['private_key_jwt', 'tls_client_auth'],
    });
    expect(found['grant_types_supported']).toEqual(expect.arrayContaining(['authorization_code', 'refresh_token']));
    for (const name of [
      'dpop_signing_alg_values_supported',
      'token_endpoint_auth_signing_alg_values_supported',
      'revocation_endpoint_auth_signing_alg_values_supported',
    ]) {
      expect({ name, algorithms: found[name] }).toEqual({ name, algorithms: strong });
    }
    // RFC 6749 §3.3.
    for (const scope of (found['scopes_supported'] ?? []) as string[]) expect(scope).toMatch(/^[\x21\x23-\x5b\x5d-\x7e]+$/);
    expect(found).not.toHaveProperty('id_token_signing_alg_values_supported');
  });
});
