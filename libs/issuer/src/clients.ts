import { isFapi2, signsMessages, type Profile } from '@open-banking/config';
import type { Outages, RegisterStanding } from '@open-banking/access';
import { type AuthMethod, authMethods, type TokenBinding } from '@open-banking/contracts';
import type { Role } from '@open-banking/spec';

/**
 * How clients may authenticate: FAPI 2.0 §5.3.2.1 knows no secrets, a certificate needs a TLS listener, and a client that signs requests
 * has a key.
 */
export const authMethodsOf = ({
  profile,
  tlsBaseUrl,
}: {
  readonly profile: Profile;
  readonly tlsBaseUrl?: string | undefined;
}): AuthMethod[] =>
  authMethods.filter((method) =>
    method === 'tls_client_auth'
      ? tlsBaseUrl !== undefined && !signsMessages(profile)
      : profile === 'baseline' || method === 'private_key_jwt',
  );

/** The response modes of JARM (§2.3): a code comes back in the query by both. */
export const signedModes: readonly string[] = ['jwt', 'query.jwt'];

/** How authorization responses return to a client. */
export const responseModesOf = (profile: Profile): string[] => (signsMessages(profile) ? [...signedModes] : ['query']);

export const responseTypes: readonly string[] = ['code'];

/** Methods of PKCE (RFC 7636 §4.3), which every authorization request needs. */
export const challengeMethods: readonly string[] = ['S256'];

export const grantTypes = ['client_credentials', 'authorization_code', 'refresh_token'] as const;
export type GrantType = (typeof grantTypes)[number];

/** The grants a client can ask for: what it registered for, where it has an address that customers come back to. */
export const grantsOf = (
  { grantTypes: registered = grantTypes }: Pick<Client, 'grantTypes'>,
  redirectUris: readonly string[],
): GrantType[] => grantTypes.filter((grant) => registered.includes(grant) && (grant === 'client_credentials' || redirectUris.length > 0));

/** A client's credential: one of the three, by its authentication method. */
export interface Credential {
  /** SHA-256 of the secret, base64url: a secret is 256 random bits, so a slow hash would add nothing. */
  readonly secretHash?: string;
  /** Public keys, for `private_key_jwt`. */
  readonly jwks?: { readonly keys: readonly object[] };
  /** The subject of its certificates (RFC 4514), for `tls_client_auth`. */
  readonly tlsSubject?: string;
}

/** A third party as the directory knows it. */
export interface Client extends Credential {
  readonly clientId: string;
  readonly name: string;
  readonly authMethod: AuthMethod;
  /** The address at which it publishes its public keys instead, for `private_key_jwt`. */
  readonly jwksUri?: string;
  /** While it changes over: what it showed itself by before, which counts as well. */
  readonly previous?: Credential;
  /** The binding of all its tokens. By default `fapi2` binds them to the client's credential, and `baseline` only on request. */
  readonly tokenBinding?: TokenBinding;
  readonly roles: readonly Role[];
  /** The restriction that it chose at its registration; absent: all that its roles give. */
  readonly grantTypes?: readonly GrantType[];
  readonly scopes?: readonly string[];
  readonly redirectUris: readonly string[];
  /** It registered itself, in the sandbox: its identity was not checked, and pages say so to customers. */
  readonly registeredItself?: boolean;
  /** It is stopped for now, by the bank or by the authorisation register: nothing is done for it, and it keeps what it has. */
  readonly suspended?: boolean;
  /** Why, where the register stops it. */
  readonly registerStanding?: RegisterStanding;
  /** Services that a scenario of the sandbox makes unavailable for it. */
  readonly outages?: Outages;
  /** The organizationIdentifier in the certificates it signs with, where it registered one. */
  readonly organization?: string;
  /** The hash of its logo, where an operator has approved one. */
  readonly logo?: string;
}

/** FAPI 2.0 §5.3.2.1: no token without a binding. A client that chose none is bound to its own credential. */
export const bindingOf = (
  { tokenBinding, authMethod }: Pick<Client, 'tokenBinding' | 'authMethod'>,
  profile: Profile,
): TokenBinding | undefined => tokenBinding ?? (isFapi2(profile) ? (authMethod === 'tls_client_auth' ? 'tls' : 'dpop') : undefined);

/** Finds clients for an issuer: ais-pis alone knows them. */
export abstract class Clients {
  abstract find(clientId: string): Promise<Client | undefined>;
}
