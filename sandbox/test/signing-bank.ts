import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A bank that a test invents: it answers what a client asks, with the texts the test names, and its notifications are signed by the
 * test.
 */
export class SigningBank {
  /** How often the keys were read. */
  keysRead = 0;
  accessToken = 'a.normal-token_~+/=';
  mandate = 'mandate';
  private readonly pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private server?: Server;

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.server!.address() as AddressInfo).port}`;
  }

  async open(): Promise<this> {
    this.server = createServer((request, response) => {
      request.resume();
      const body = JSON.stringify(this.answer(request));
      response.writeHead(request.method === 'DELETE' ? 204 : 200, { 'content-type': 'application/json' });
      response.end(request.method === 'DELETE' ? undefined : body);
    });
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    return this;
  }

  close(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }

  /** The protected header of a notification to this address, as the bank writes it. */
  header(address: string): Readonly<Record<string, unknown>> {
    const iss = `${this.baseUrl}/v1.7/oauth/consents`;
    return { alg: 'ES256', kid: 'current', b64: false, crit: ['b64'], iss, aud: address, jti: randomUUID() };
  }

  /** A detached signature with this header, which may be any JSON, over the body. */
  signature(header: string, body: string): string {
    const encoded = Buffer.from(header).toString('base64url');
    const signed = sign('sha256', Buffer.from(`${encoded}.${body}`), { key: this.pair.privateKey, dsaEncoding: 'ieee-p1363' });
    return `${encoded}..${signed.toString('base64url')}`;
  }

  private answer({ url = '' }: IncomingMessage): unknown {
    if (url.includes('/.well-known/')) return this.metadata(url.slice(0, url.indexOf('/.well-known/')));
    if (url === '/keys') return this.keys();
    if (url === '/register')
      return {
        client_id: 'client',
        client_secret: 'secret',
        registration_client_uri: `${this.baseUrl}/register`,
        registration_access_token: 'r',
      };
    if (url === '/token') return { access_token: this.accessToken, refresh_token: 'refresh', token_type: 'Bearer' };
    return { consentId: 'consent', resourceId: this.mandate, mandateStatus: 'ACTV' };
  }

  private metadata(issuer: string): unknown {
    const { baseUrl } = this;
    return {
      issuer: baseUrl + issuer,
      registration_endpoint: `${baseUrl}/register`,
      token_endpoint: `${baseUrl}/token`,
      authorization_endpoint: `${baseUrl}/authorize`,
      jwks_uri: `${baseUrl}/keys`,
    };
  }

  private keys(): unknown {
    this.keysRead += 1;
    const current = { ...this.pair.publicKey.export({ format: 'jwk' }), kid: 'current', alg: 'ES256' };
    return { keys: [{ kty: 'LATTICE', kid: 'later', crv: 'P-1' }, current, { kty: 'EC', kid: 'other', crv: 'P-0', x: 'AA', y: 'AA' }] };
  }
}
