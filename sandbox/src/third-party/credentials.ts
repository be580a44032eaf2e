import { randomUUID } from 'node:crypto';
import { importJWK, SignJWT, type JWK } from 'jose';
import type { OwnClient } from '@open-banking/installation/own-client';

/** The headers and form fields that authenticate a client to an issuer. */
export interface Credentials {
  readonly headers?: Readonly<Record<string, string>>;
  readonly fields?: Readonly<Record<string, string>>;
}

/** Authenticates by certificate (RFC 8705 §2.1), by an assertion signed with the client's key (RFC 7523 §2.2), or by secret (RFC 6749 §2.3.1). */
export async function credentialsOf(client: OwnClient, issuer: string): Promise<Credentials> {
  const { clientId, clientSecret, privateKey, tls, authMethod } = client;
  if (privateKey) return assertionFields(clientId, await assertion(client, issuer));
  if (clientSecret === undefined && tls) return { fields: { client_id: clientId } };
  if (authMethod === 'client_secret_post') return { fields: { client_id: clientId, client_secret: clientSecret! } };
  return { headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` } };
}

export const assertionFields = (clientId: string, signed: string): Credentials => ({
  fields: {
    client_id: clientId,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: signed,
  },
});

/** `changed` overrides claims, for tests of refusals. */
export async function assertion(
  { clientId, privateKey }: Pick<OwnClient, 'clientId' | 'privateKey'>,
  issuer: string,
  changed: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  const claims = { iss: clientId, sub: clientId, aud: issuer, jti: randomUUID(), iat: now, exp: now + 60, ...changed };
  const { alg = 'EdDSA', kid } = privateKey as JWK;
  return new SignJWT(claims).setProtectedHeader({ alg, kid: kid! }).sign(await importJWK(privateKey as JWK, alg));
}
