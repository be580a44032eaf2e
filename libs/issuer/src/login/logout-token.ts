import { outgoingFetch } from '@open-banking/http';
import { createRemoteJWKSet, customFetch, decodeJwt, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { refetchMs } from '../issuer/key-sets.js';
import { LoginRefused } from './login-refused.js';
import type { OpenIdProvider } from './openid-provider.js';

/** Whose sessions end: those of one session of the provider, or all of a subject. */
export type EndedLogins = { readonly sid: string } | { readonly sub: string };

const event = 'http://schemas.openid.net/event/backchannel-logout';
const algorithms = ['PS256', 'PS384', 'PS512', 'RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];
const maxAgeSeconds = 120;

/** Logout tokens of the bank's OpenID provider (OpenID Connect Back-Channel Logout 1.0 §2.6). One that comes twice ends nothing more. */
export class LogoutTokens {
  private keys?: JWTVerifyGetKey;

  constructor(private readonly provider: OpenIdProvider) {}

  /** Throws a LoginRefused where it is not one of the provider's for this client. */
  async ended(token: string): Promise<EndedLogins> {
    try {
      return await this.verified(token);
    } catch (error) {
      throw error instanceof LoginRefused ? error : new LoginRefused('unconfirmed', `logout token: ${String(error)}`, { cause: error });
    }
  }

  private async verified(token: string): Promise<EndedLogins> {
    const { issuer, clientId, clockToleranceSeconds } = this.provider.facts;
    // Nobody makes this bank fetch keys with a token that names somebody else.
    if (decodeJwt(token).iss !== issuer) throw new LoginRefused('unconfirmed', 'logout token of another issuer');
    this.keys ??= createRemoteJWKSet(await this.provider.keysUrl(), {
      timeoutDuration: 3_000,
      cooldownDuration: refetchMs,
      [customFetch]: outgoingFetch,
    });
    const { payload, protectedHeader } = await jwtVerify(token, this.keys, {
      issuer,
      audience: clientId,
      algorithms,
      clockTolerance: clockToleranceSeconds,
      maxTokenAge: maxAgeSeconds,
      requiredClaims: ['jti', 'events'],
    });
    const { nonce, events, sid, sub } = payload as Readonly<Record<string, unknown>>;
    const isOne = ['logout+jwt', undefined].includes(protectedHeader.typ) && nonce === undefined && Object.hasOwn(events as object, event);
    if (isOne && typeof sid === 'string') return { sid };
    if (isOne && typeof sub === 'string') return { sub };
    throw new LoginRefused('unconfirmed', 'not a logout token');
  }
}
