import { grantScopes, issuers, operations, type Issuer, type Role } from '@open-banking/spec';
import type { Client } from 'oidc-provider';

/** The scopes of an issuer: for clients by their role, and with an id for customers' approvals. */
interface IssuerScopes {
  /** Scope of a client's own token, and the role it needs; undefined: any client has it. */
  readonly client: Readonly<Record<string, Role | undefined>>;
  /** `AIS` of `AIS:<consentId>`. */
  readonly approved: string;
}

/** The scopes that the issuer's operations ask of a client's own token, with the role that goes with each. */
const clientScopesOf = (issuer: Issuer): IssuerScopes['client'] =>
  Object.fromEntries(
    operations.flatMap(({ token }) =>
      token?.issuer === issuer && token.clientScope !== undefined ? [[token.clientScope, token.role]] : [],
    ),
  );

export const scopesOf: Readonly<Record<Issuer, IssuerScopes>> = {
  consents: { client: clientScopesOf('consents'), approved: 'AIS' },
  payments: { client: clientScopesOf('payments'), approved: 'PIS' },
  mandates: { client: clientScopesOf('mandates'), approved: 'MANDATE' },
  cancellation: { client: clientScopesOf('cancellation'), approved: 'MANDATE-CANCEL' },
};

/** The entry of `authorization_details` (RFC 9396) that an issuer takes, and the member in which the id of what was created stands. */
export const detailsOf: Readonly<Partial<Record<Issuer, { readonly type: string; readonly idName: string }>>> = {
  consents: { type: 'consent', idName: 'consentId' },
  payments: { type: 'payment', idName: 'paymentId' },
};

/** The rights of a client: its roles, and the scopes it registered for if it did not register for all. */
export interface Standing {
  readonly roles: readonly Role[];
  readonly scopes?: readonly string[];
}

export const standingOf = (client: Client): Standing => ({
  roles: client['roles'] as Role[],
  scopes: client['registered_scopes'] as string[] | undefined,
});

/** The scopes that a client's roles give it, of its own tokens. */
export const scopesOfRoles = (roles: readonly Role[], at: readonly Issuer[] = issuers): string[] =>
  at
    .flatMap((issuer) => Object.entries(scopesOf[issuer].client))
    .filter(([, role]) => role === undefined || roles.includes(role))
    .map(([scope]) => scope);

/**
 * Scopes of a client's own token that it has only where it asks for them: at each issuer, whatever its roles and the scopes it registered
 * for.
 */
export const askedScopes: readonly string[] = Object.values(grantScopes);

/**
 * The scope of a client's own token: all this client can have where it asks for none, but those of its grants. Undefined: it
 * cannot have what it asks for. A scope with an id is never among them, whatever the client asks.
 */
export function clientScope(issuer: Issuer, { roles, scopes }: Standing, asked: string | undefined): string | undefined {
  const given = scopesOfRoles(roles, [issuer]).filter((scope) => scopes?.includes(scope) ?? true);
  const wanted = asked === undefined || asked === '' ? given : [...new Set(asked.split(' '))];
  return wanted.length > 0 && wanted.every((scope) => given.includes(scope) || askedScopes.includes(scope)) ? wanted.join(' ') : undefined;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The id in a scope a customer can approve here; undefined where the scope is any other, or more than one. */
export function approvedId(issuer: Issuer, scope: string | undefined): string | undefined {
  const [kind, id, ...rest] = scope?.split(':') ?? [];
  return kind === scopesOf[issuer].approved && rest.length === 0 && id !== undefined && uuid.test(id) ? id : undefined;
}
