import { issuers, issuerHomes, issuerRows } from '@open-banking/spec';

/** How far the clocks of bank and app may be apart, and how long a request may be on its way. */
const aroundSeconds = 60;

/**
 * Checks that a request comes from the bank, as docs/ports/README.md says: a detached ES256 signature over the body, with a key of one of the
 * bank's own issuers, for this address, of the last minute.
 */
export class BankSignature {
  readonly #keys = new Map<string, ReturnType<typeof import('jose').createRemoteJWKSet>>();

  constructor(private readonly bankUrl: string) {}

  async verify(body: Buffer, header: string | string[] | undefined, audience: string): Promise<void> {
    const { createRemoteJWKSet, decodeProtectedHeader, flattenedVerify } = await import('jose');
    const [encoded = '', payload, signature = ''] = typeof header === 'string' ? header.split('.') : [];
    if (payload !== '') throw new Error('there is no detached signature');
    const { iss, aud, iat } = decodeProtectedHeader({ protected: encoded, payload, signature }) as Record<'iss' | 'aud' | 'iat', unknown>;
    const issuer = issuers.find((one) => iss === `${this.bankUrl}${issuerHomes[one].path}`);
    if (!issuer) throw new Error('it is not signed by an issuer of the bank');
    if (aud !== audience) throw new Error('it is for another address');
    if (typeof iat !== 'number' || Math.abs(Date.now() / 1_000 - iat) > aroundSeconds) throw new Error('it was signed at another time');
    const keys = this.#keys.get(issuer) ?? createRemoteJWKSet(new URL(`${this.bankUrl}${issuerRows(issuer).publishKeys.path}`));
    this.#keys.set(issuer, keys);
    await flattenedVerify({ protected: encoded, payload: body, signature }, keys, { algorithms: ['ES256'] });
  }
}
