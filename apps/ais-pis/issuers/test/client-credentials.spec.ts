import { randomUUID } from 'node:crypto';
import { runningBank } from '@open-banking/testing';
import { issuers, services } from '@open-banking/spec';

describe('a client token', () => {
  const bank = runningBank(services);

  it("has the scopes of the client's roles and allows their operations", async () => {
    const reader = await bank.client({ roles: ['PSP_AI'] });
    const payer = await bank.client({ roles: ['PSP_PI'] });
    expect(await reader.requestToken('consents', { grant_type: 'client_credentials' })).toAnswer(200, {
      scope: 'AIS loan-services',
      token_type: 'Bearer',
    });
    expect(await payer.requestToken('consents', { grant_type: 'client_credentials' })).toAnswer(200, { scope: 'loan-services' });
    expect(await payer.requestToken('payments', { grant_type: 'client_credentials' })).toAnswer(200, { scope: 'PIS' });
    expect(await payer.requestToken('mandates', { grant_type: 'client_credentials' })).toAnswer(200, { scope: 'MANDATE' });
    expect(await reader.requestToken('payments', { grant_type: 'client_credentials' })).toAnswer(400, { error: 'invalid_scope' });
    expect(await payer.requestToken('cancellation', { grant_type: 'client_credentials' })).toAnswer(400, { error: 'invalid_scope' });
  });

  it('never has a scope with an id: a client cannot forge an approval, at any issuer', async () => {
    const client = await bank.client();
    const own = await client.createConsent('allPsd2');
    for (const issuer of issuers) {
      for (const scope of [`AIS:${own}`, `PIS:${own}`, `MANDATE:${own}`, `MANDATE-CANCEL:${randomUUID()}`, `AIS AIS:${own}`]) {
        expect(await client.requestToken(issuer, { grant_type: 'client_credentials', scope })).toAnswer(400, { error: 'invalid_scope' });
      }
    }
  });

  it("is issued only for the client's own secret or key", async () => {
    const client = await bank.client();
    const signing = await bank.client({ auth: 'private_key_jwt' });
    expect(await signing.requestToken('consents', { grant_type: 'client_credentials' })).toAnswer(200);
    const stranger = await bank.client();
    Object.assign(stranger.client, { clientId: client.clientId });
    const refused = await stranger.requestToken('consents', { grant_type: 'client_credentials' });
    expect(refused).toAnswer(401, { error: 'invalid_client' });
    expect(refused.headers['www-authenticate']).toMatch(/^Basic /);
    expect(await client.requestToken('consents', { grant_type: 'password', username: 'x', password: 'y' })).toAnswer(400, {
      error: 'unsupported_grant_type',
    });
  });

  it('is not valid at another issuer', async () => {
    const client = await bank.client();
    const { access_token: token } = await client.clientToken('payments');
    expect(await client.call('GET', `/v1.7/consents/${randomUUID()}`, { token })).toAnswer(401, {
      tppMessages: [{ code: 'TOKEN_UNKNOWN' }],
    });
    const { access_token: right } = await client.clientToken('consents');
    expect(await client.call('GET', `/v1.7/consents/${randomUUID()}`, { token: right })).toAnswer(403, {
      tppMessages: [{ code: 'CONSENT_UNKNOWN' }],
    });
  });
});
