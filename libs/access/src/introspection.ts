import { hash } from 'node:crypto';
import type { Issuer, Permission, ResourceKind, Role, Service } from '@open-banking/spec';

/** The permissions on one resource of a customer. */
export interface Grant {
  readonly service: Service;
  readonly kind: ResourceKind;
  readonly resourceId: string;
  readonly permissions: readonly (Permission | 'ownerName')[];
}

/** A consent as the services that honour it need to know it. */
export interface ConsentState {
  readonly id: string;
  readonly status:
    'received' | 'partiallyAuthorised' | 'valid' | 'rejected' | 'expired' | 'revokedByPsu' | 'terminatedByTpp' | 'replacedByTpp';
  readonly recurring: boolean;
  readonly frequencyPerDay: number;
  /** Sandbox: when a developer used up its reads without the customer, in milliseconds since 1970. */
  readonly readsUsedUpAt?: number;
  /** Named resources; `undefined` where the consent is for all of the customer's, judged at each read. */
  readonly grants?: readonly Grant[];
  /** Set where `grants` is not: what every resource of the customer may be read for. */
  readonly everywhere?: readonly Permission[];
  /** With `everywhere`: the resources of two owners that both have approved. Others of that kind are not covered. */
  readonly shared?: readonly string[];
  /**
   * Which two owners have approved which resource together: it is covered while these two own it. The previous release does not send it.
   */
  readonly joint?: readonly { readonly resourceId: string; readonly owners: readonly [string, string] }[];
  /** The token is a second owner's: of all that the first approved `everywhere` it is for what they share. */
  readonly second?: true;
  /** Lists only (`availableAccounts…`): everything below a list is refused. */
  readonly listsOnly?: boolean;
  /** Owners' names of all it covers; of single resources they are among the grant's permissions. */
  readonly ownerName: boolean;
  /** `restrictedTo`: cash account types the consent is limited to; absent: none. */
  readonly restrictedTo?: readonly string[];
}

/**
 * Why a client may not act by the authorisation register: it is not authorised there, or the register has not been reached
 * for longer than its answer counts.
 */
export type RegisterStanding = 'notAuthorised' | 'unknown';

/** Until when services are unavailable for a client, in milliseconds since 1970. */
export type Outages = Readonly<Partial<Record<Service, number>>>;

/** An issuer's description of a token (RFC 7662), with what resource servers of this bank need besides. */
export interface Introspection {
  readonly active: boolean;
  /** Why it is not active, where it once was. */
  readonly inactive?: 'unknown' | 'expired' | 'revoked';
  readonly issuer: Issuer;
  readonly clientId?: string;
  readonly roles?: readonly Role[];
  /** The client's organizationIdentifier, where it registered one: whose certificates are its own. */
  readonly organization?: string;
  /** The client is stopped for now, by the bank or by the authorisation register: its tokens live, and open nothing. */
  readonly suspended?: true;
  /** Why, where the register stops it. */
  readonly registerStanding?: RegisterStanding;
  /** Services that a scenario of the sandbox makes unavailable for the client, each until an instant in milliseconds since 1970. */
  readonly outages?: Outages;
  /** The key that the token is bound to (RFC 7800): the thumbprint of a DPoP key (RFC 9449), or of a certificate (RFC 8705). */
  readonly cnf?: { readonly jkt?: string; readonly 'x5t#S256'?: string };
  /** Present on customer tokens only. */
  readonly psuId?: string;
  readonly scope?: string;
  /** Seconds since 1970. */
  readonly exp?: number;
  /** The consent that the scope `AIS:<id>` names; present for inactive tokens too. */
  readonly consent?: ConsentState;
  /**
   * The full id of the last transaction that changed what the customer sees in the database of the service that answers: a standby of it
   * must have it. Only with DATABASE_READ_URL; not sent to other services, which have databases of their own.
   */
  readonly lastChange?: number;
}

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
