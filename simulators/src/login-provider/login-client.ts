import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { customerPages, issuerRows, issuers } from '@open-banking/spec';

export const loginClientId = 'open-banking';
export const acr = { password: 'urn:sandbox:acr:password', twoFactors: 'urn:sandbox:acr:two-factors' } as const;

/** The scope and the claim of the ID token in which the provider names its customers, besides `sub`. */
export const customerScope = 'customer';
export const customerClaim = 'customer_number';

/** Every address of the bank to which the provider may send a browser back. */
export const loginCallbacks = (baseUrl: string): string[] =>
  [...issuers.map((issuer) => issuerRows(issuer).finishLogin.path), customerPages.finishCustomerLogin.path].map(
    (path) => `${baseUrl}${path}`,
  );

/** The key that the bank proves itself with at the provider, made where there is none. Returns its public part. */
export function loginClientKey(file: string): object {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    writeFileSync(file, JSON.stringify({ ...privateKey.export({ format: 'jwk' }), kid: 'open-banking-1', alg: 'ES256' }), { mode: 0o600 });
  }
  const { kty, crv, x, y, kid, alg } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  return { kty, crv, x, y, kid, alg, use: 'sig' };
}

/** The settings of a bank's services whose customers sign in at this provider. */
export const loginSettings = (issuer: string, keyFile: string): Record<string, string> => ({
  LOGIN_ISSUER_URL: issuer,
  LOGIN_CLIENT_ID: loginClientId,
  LOGIN_CLIENT_KEY_FILE: keyFile,
  LOGIN_ACR_VALUES: acr.twoFactors,
  LOGIN_AMR_VALUES: 'mfa,hwk',
});
