import { readFileSync } from 'node:fs';
import { exchange, runningBank } from '@open-banking/testing';
import { issuerHomes, issuers, services } from '@open-banking/spec';
import * as oauth from 'oauth4webapi';

/** OAuth Authorization Server Metadata registry of IANA (RFC 8414 §7.1) and Grant Management for OAuth 2.0, as far as this bank uses them. */
const registered = new Set(
  `issuer authorization_endpoint token_endpoint jwks_uri registration_endpoint revocation_endpoint pushed_authorization_request_endpoint
   scopes_supported response_types_supported response_modes_supported grant_types_supported ui_locales_supported
   token_endpoint_auth_methods_supported token_endpoint_auth_signing_alg_values_supported
   revocation_endpoint_auth_methods_supported revocation_endpoint_auth_signing_alg_values_supported
   code_challenge_methods_supported require_pushed_authorization_requests require_signed_request_object
   request_object_signing_alg_values_supported authorization_signing_alg_values_supported
   dpop_signing_alg_values_supported tls_client_certificate_bound_access_tokens mtls_endpoint_aliases
   authorization_response_iss_parameter_supported authorization_details_types_supported
   grant_management_endpoint grant_management_actions_supported`.split(/\s+/),
);

describe('the metadata of an issuer', () => {
  const bank = runningBank(services);

  it.each(issuers)("of %s is the same at the published path and at RFC 8414's own, and a third-party library discovers it", async (id) => {
    const { path } = issuerHomes[id];
    const issuer = new URL(bank.baseUrl + path);
    const published = await exchange(`${bank.baseUrl}${path}/.well-known/oauth-authorization-server`);
    expect(published).toAnswer(200, {
      issuer: issuer.href,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    });

    const found = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', [oauth.allowInsecureRequests]: true }),
    );
    expect(found).toEqual(published.body);
  });

  it('names the maximum validity and frequency of a consent, which are what a larger request gets', async () => {
    const client = await bank.client();
    const { body: terms } = await exchange(`${bank.baseUrl}${issuerHomes.consents.path}/.well-known/oauth-authorization-server`);
    expect(terms).toMatchObject({
      consent_max_validity_days: 180,
      consent_max_frequency_per_day: 4,
      consent_first_approval_minutes: 30,
      consent_second_approval_days: 7,
    });
    const consentId = await client.createConsent('allPsd2', { validUntil: '9999-12-31', frequencyPerDay: 100 });
    const { body } = await (await client.withClientToken('consents', 'AIS')).get(`/v1.7/consents/${consentId}`);
    expect((Date.parse(body.validUntil as string) - Date.parse(body.lastActionDate as string)) / 86_400_000).toBe(
      terms.consent_max_validity_days,
    );
    expect(body.frequencyPerDay).toBe(terms.consent_max_frequency_per_day);
    const { body: others } = await exchange(`${bank.baseUrl}${issuerHomes.mandates.path}/.well-known/oauth-authorization-server`);
    expect(Object.keys(others as object).filter((name) => name.startsWith('consent_'))).toEqual([]);
  });

  it('has no member besides those that standards name and those listed in docs/consents.md', async () => {
    const listed = [...readFileSync(new URL('../../../../docs/consents.md', import.meta.url), 'utf8').matchAll(/\| `(consent_\w+)` \|/g)];
    const own = listed.map(([, name]) => name!);
    expect(own).toHaveLength(4);
    const found = await Promise.all(
      issuers.map(
        async (id) => (await exchange(`${bank.baseUrl}${issuerHomes[id].path}/.well-known/oauth-authorization-server`)).body as object,
      ),
    );
    const members = new Set(found.flatMap((body) => Object.keys(body)));
    expect([...members].filter((name) => !registered.has(name)).sort()).toEqual(own.sort());
  });

  it('names only existing endpoints, and nothing of OpenID Connect', async () => {
    const { body } = await exchange(`${bank.baseUrl}${issuerHomes.consents.path}/.well-known/oauth-authorization-server`);
    const named = Object.entries(body as Record<string, unknown>)
      .filter(([name]) => /_(endpoint|uri)$/.test(name))
      .map(([, value]) => String(value));
    expect(named).toHaveLength(7);
    // A POST endpoint answers GET with 405 and the authorization endpoint shows an error page; none answers 404.
    const grants = (body as { grant_management_endpoint: string }).grant_management_endpoint;
    const others = named.filter((one) => !one.endsWith('/jwks') && one !== grants);
    for (const address of others) expect([400, 405]).toContain((await exchange(address)).status);
    expect(await exchange(`${grants}/one`)).toAnswer(401);
    expect(await exchange((body as { jwks_uri: string }).jwks_uri)).toAnswer(200, { keys: [{ kty: 'EC', use: 'sig' }] });
    for (const absent of ['userinfo', 'end_session', 'request', 'me', 'reg', 'session/end/confirm', 'device']) {
      expect(await exchange(`${bank.baseUrl}${issuerHomes.consents.path}/${absent}`)).toAnswer(404);
    }
  });
});
