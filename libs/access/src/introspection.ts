import { hash } from 'node:crypto';
import type { Introspection } from '@open-banking/contracts';
import type { Issuer, Service } from '@open-banking/spec';

/**
 * Why a client may not act by the authorisation register: it is not authorised there, or the register has not been reached
 * for longer than its answer counts.
 */
export type RegisterStanding = 'notAuthorised' | 'unknown';

/** Until when services are unavailable for a client, in milliseconds since 1970. */
export type Outages = Readonly<Partial<Record<Service, number>>>;

/** By what a service finds what it remembers of a token. The token itself is kept nowhere, in memory neither. */
export const tokenKey = (issuer: Issuer, token: string): string => `${issuer} ${hash('sha256', token, 'base64url')}`;

/**
 * Answers a service's questions about tokens: the issuers' own process answers from its database, the others ask over the
 * internal port and remember the answer for at most one second. Throws SERVICE_UNAVAILABLE if the issuer does not answer.
 */
export abstract class TokenAuthority {
  /**
   * May call `meanwhile` with what it remembers of the token, while it asks whether that still holds: only then is it this that it returns.
   */
  abstract introspect(issuer: Issuer, token: string, meanwhile?: (remembered: Introspection) => void): Promise<Introspection>;
}
