import { randomUUID } from 'node:crypto';
import { createLocalJWKSet, importJWK, jwtVerify, SignJWT, type JSONWebKeySet, type JWK } from 'jose';
import type { OwnClient } from '@open-banking/installation/own-client';

type Claims = Readonly<Record<string, unknown>>;

/** FAPI 2.0 Message Signing §5.3: an authorization request as a JWT of the client (RFC 9101), answered by another one (JARM). */
export async function requestObject(
  { clientId, privateKey }: Pick<OwnClient, 'clientId' | 'privateKey'>,
  issuer: string,
  parameters: Claims,
): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  const { alg = 'EdDSA', kid } = privateKey as JWK;
  return new SignJWT({
    response_mode: 'jwt',
    iss: clientId,
    aud: issuer,
    jti: randomUUID(),
    iat: now,
    nbf: now,
    exp: now + 60,
    ...parameters,
  })
    .setProtectedHeader({ alg, kid: kid!, typ: 'oauth-authz-req+jwt' })
    .sign(await importJWK(privateKey as JWK, alg));
}

/** JARM §2.4: the parameters of a response that this issuer has signed for this client. */
export async function signedAnswer(
  response: string,
  keys: JSONWebKeySet,
  issuer: string,
  clientId: string,
): Promise<Record<string, string>> {
  const { payload } = await jwtVerify(response, createLocalJWKSet(keys), { issuer, audience: clientId, requiredClaims: ['exp'] });
  return Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, String(value)]));
}
