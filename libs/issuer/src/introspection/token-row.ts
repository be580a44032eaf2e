import type { ConsentState, Introspection } from '@open-banking/contracts';
import type { Issuer } from '@open-banking/spec';
import type { Client } from '../clients.js';

/** A token as the database has it; no row is a token this issuer never gave, or gave more than a week before its end. */
export interface TokenRow {
  readonly clientId: string;
  readonly psuId: string | null;
  readonly scope: string | null;
  /** Thumbprint of the key, or the certificate, that the token is bound to. */
  readonly jkt: string | null;
  readonly x5t: string | null;
  /** Seconds since 1970. */
  readonly exp: number;
  readonly expired: boolean;
  readonly revoked: boolean;
}

type KnownClient = Pick<Client, 'roles' | 'organization' | 'suspended' | 'registerStanding' | 'outages'>;

/** An issuer's description of a token. The tokens of a client that was removed are inactive. */
export function introspectionOf(
  issuer: Issuer,
  row: TokenRow | undefined,
  client: KnownClient | undefined,
  consent?: ConsentState,
): Introspection {
  if (!row) return { active: false, inactive: 'unknown', issuer };
  const inactive = row.revoked || !client ? 'revoked' : row.expired ? 'expired' : undefined;
  return {
    active: inactive === undefined,
    ...(inactive && { inactive }),
    issuer,
    clientId: row.clientId,
    ...standing(client),
    exp: row.exp,
    ...(row.psuId !== null && { psuId: row.psuId }),
    ...(row.scope !== null && { scope: row.scope }),
    ...boundTo(row),
    ...(consent && { consent }),
  };
}

const standing = ({ roles, organization, suspended, registerStanding, outages }: Partial<KnownClient> = {}): Pick<
  Introspection,
  'roles' | 'organization' | 'suspended' | 'registerStanding' | 'outages'
> => ({
  roles: roles ?? [],
  ...(suspended && { suspended }),
  ...(registerStanding && { registerStanding }),
  ...(outages && { outages }),
  ...(organization !== undefined && { organization }),
});

/** RFC 7800: one key, or one certificate; a bearer token has neither. */
function boundTo({ jkt, x5t }: TokenRow): Pick<Introspection, 'cnf'> {
  if (jkt !== null) return { cnf: { jkt } };
  return x5t === null ? {} : { cnf: { 'x5t#S256': x5t } };
}
