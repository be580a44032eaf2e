import { statement } from '@open-banking/database';
import type { TokenRow } from './token-row.js';

/**
 * A token lives while its row does and, where it hangs on a customer's grant, while the grant does: whatever is stored
 * after a grant has died is dead from the start.
 */
export const tokenColumns = /* sql */ `
  asked.place::int as place,
  a.payload->>'clientId' as "clientId", a.payload->>'accountId' as "psuId", a.payload->>'scope' as scope, a.payload->>'jkt' as jkt, a.payload->>'x5t#S256' as x5t,
  extract(epoch from a.expires_at)::int as exp, a.expires_at <= $3 as expired,
  (a.revoked_at is not null or (a.grant_hash is not null and g.id_hash is null)) as revoked`;

export const fromTokens = /* sql */ `
  unnest($1::bytea[], $2::text[]) with ordinality as asked(id_hash, issuer, place)
  join artifact a on a.id_hash = asked.id_hash and a.kind in ('AccessToken', 'ClientCredentials') and a.issuer = asked.issuer
  left join artifact g on g.id_hash = a.grant_hash and g.kind = 'Grant' and g.issuer = a.issuer and g.revoked_at is null and g.expires_at > $3`;

/** What is asked of tokens: their hashes, the issuer of each, and the time. */
export type TokenLookup = [tokenHashes: readonly Buffer[], issuers: readonly string[], now: Date];

export const findTokens = statement<TokenRow, TokenLookup>('token.find', `select ${tokenColumns} from ${fromTokens}`);
