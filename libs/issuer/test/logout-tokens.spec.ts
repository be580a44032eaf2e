import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose';
import { loginFacts, type LoginFacts } from '../src/login/login-facts.js';
import { LoginSettings } from '../src/login/login.settings.js';
import { LogoutTokens } from '../src/login/logout-token.js';
import { OpenIdProvider } from '../src/login/openid-provider.js';

const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };

describe('a logout token', () => {
  let server: Server;
  let issuer: string;
  let key: CryptoKey;
  let tokens: LogoutTokens;
  beforeAll(async () => {
    const pair = await generateKeyPair('ES256');
    key = pair.privateKey;
    const keys = [{ ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'ES256' }];
    server = createServer(({ url }, response) => {
      const metadata = { issuer, jwks_uri: `${issuer}/jwks`, token_endpoint: `${issuer}/token`, authorization_endpoint: `${issuer}/auth` };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(url === '/jwks' ? { keys } : metadata));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const facts: LoginFacts = {
      issuer,
      clientId: 'bank',
      // The token endpoint is never asked here: any file will do.
      credential: { secretFile: import.meta.filename },
      acrValues: [],
      amrValues: [],
      subjectClaim: 'sub',
      scope: 'openid',
      clockToleranceSeconds: 5,
      insecure: true,
    };
    tokens = new LogoutTokens(new OpenIdProvider(facts));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const now = () => Math.floor(Date.now() / 1_000);
  const token = (change: JWTPayload = {}, { by = key, typ = 'logout+jwt' }: { by?: CryptoKey; typ?: string } = {}): Promise<string> =>
    new SignJWT({ iss: issuer, aud: 'bank', iat: now(), jti: randomUUID(), events: event, sid: 's', sub: 'u', ...change })
      .setProtectedHeader({ alg: 'ES256', kid: 'one', typ })
      .sign(by);

  it('ends the sessions of its session, or of its subject where it names none', async () => {
    expect(await tokens.ended(await token())).toEqual({ sid: 's' });
    expect(await tokens.ended(await token({ sid: undefined }))).toEqual({ sub: 'u' });
  });

  it.each<[string, () => Promise<string>]>([
    ['of another issuer', () => token({ iss: 'https://other.example' })],
    ['for another client', () => token({ aud: 'other' })],
    ['without the event', () => token({ events: {} })],
    ['with a nonce, as an ID token has', () => token({ nonce: 'n' })],
    ['that names neither session nor subject', () => token({ sid: undefined, sub: undefined })],
    ['of ten minutes ago', () => token({ iat: now() - 600 })],
    ['without an id', () => token({ jti: undefined })],
    ['of another type', () => token({}, { typ: 'at+jwt' })],
    ['signed by somebody else', async () => token({}, { by: (await generateKeyPair('ES256')).privateKey })],
    ['that is not signed', () => Promise.resolve(`${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ iss: issuer }))}.`)],
  ])('%s ends nothing, and the right one does', async (_, wrong) => {
    await expect(tokens.ended(await wrong())).rejects.toMatchObject({ problem: 'unconfirmed' });
    expect(await tokens.ended(await token())).toEqual({ sid: 's' });
  });
});

describe('the settings of the bank’s login', () => {
  const given = (change: Partial<LoginSettings>): LoginSettings =>
    Object.assign(new LoginSettings(), {
      loginIssuerUrl: 'https://l.example',
      loginClientId: 'bank',
      loginClientKeyFile: '/key',
      ...change,
    });

  it('are off without an issuer, and whole with one', () => {
    expect(loginFacts(new LoginSettings(), { sandbox: false })).toBeUndefined();
    expect(loginFacts(given({}), { sandbox: false })).toMatchObject({ issuer: 'https://l.example', insecure: false, scope: 'openid' });
  });

  it.each<[string, Partial<LoginSettings>]>([
    ['LOGIN_CLIENT_ID', { loginClientId: undefined as never }],
    ['LOGIN_CLIENT_KEY_FILE', { loginClientKeyFile: undefined as never }],
    ['both set', { loginClientSecretFile: '/secret' }],
    ['must be https', { loginIssuerUrl: 'http://l.example' }],
  ])('stop the start outside the sandbox where %s is what is wrong', (says, change) => {
    expect(() => loginFacts(given(change), { sandbox: false })).toThrow(says);
  });
});
