import { statement } from '@open-banking/database';
import type { Issuer } from '@open-banking/spec';
import { idHash } from '../storage/hashed.js';
import type { TokenRow } from './token-row.js';

/**
 * A token lives while its row does and, where it hangs on a customer's grant, while the grant does: whatever is stored
 * after a grant has died is dead from the start.
 */
export const tokenColumns = /* sql */ `
  a.payload->>'clientId' as "clientId", a.payload->>'accountId' as "psuId", a.payload->>'scope' as scope, a.payload->>'jkt' as jkt, a.payload->>'x5t#S256' as x5t,
  round(extract(epoch from a.expires_at))::float8 as exp, a.expires_at <= $3 as expired,
  (a.revoked_at is not null or (a.grant_hash is not null and g.id_hash is null)) as revoked`;

export const fromToken = /* sql */ `
  artifact a
  left join artifact g on g.id_hash = a.grant_hash and g.kind = 'Grant' and g.issuer = a.issuer and g.revoked_at is null and g.expires_at > $3`;

export const ofToken = /* sql */ `a.id_hash = $1 and a.kind in ('AccessToken', 'ClientCredentials') and a.issuer = $2`;

/** The parameters of a look-up of a token: its hash, its issuer, and the time. */
export type TokenLookup = [tokenHash: Buffer, issuer: Issuer, now: Date];
export const tokenLookup = ['bytea', 'text', 'timestamptz'] as const;

/** The lookup of a token as it was presented. */
export const lookupOf = (issuer: Issuer, token: string, now: Date): TokenLookup => [idHash(token), issuer, now];

export const findToken = statement<TokenRow, TokenLookup>('token.find', `select ${tokenColumns} from ${fromToken} where ${ofToken}`, {
  together: tokenLookup,
});
