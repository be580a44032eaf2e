import { statement } from '@open-banking/database';
import type { Issuer } from '@open-banking/spec';

type OneGrant = [idHash: Buffer, issuer: Issuer, clientId: string, now: Date];

/** A customer's grant: scopes by the resource server they are for. */
export interface GrantRow {
  readonly resources: Readonly<Record<string, string>>;
}

const ofClient = /* sql */ `id_hash = $1 and kind = 'Grant' and issuer = $2 and payload->>'clientId' = $3 and revoked_at is null and expires_at > $4`;

/** No row: there is none, it is over, or it is another client's. */
export const findGrant = statement<GrantRow, OneGrant>(
  'grant.find',
  /* sql */ `select payload->'resources' as resources from artifact where ${ofClient}`,
);

/** The grant until now; its tokens end with it (`token.statements.ts`). No row: as above, or another request was first. */
export const revokeGrant = statement<GrantRow, OneGrant>(
  'grant.revoke',
  /* sql */ `update artifact set revoked_at = $4 where ${ofClient} returning payload->'resources' as resources`,
);
