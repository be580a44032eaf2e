import { type Purged, purging, statement } from '@open-banking/database';

type Key = [idHash: Buffer, kind: string, issuer: string];

export interface ArtifactRow {
  readonly payload: Record<string, unknown>;
  readonly consumedAt: Date | null;
  readonly expiresAt: Date;
}

export const storeArtifact = statement<{ stored: boolean }, [...Key, payload: string, grantHash: Buffer | null, expiresAt: Date]>(
  'artifact.store',
  /* sql */ `
  insert into artifact (id_hash, kind, issuer, payload, grant_hash, expires_at) values ($1, $2, $3, $4, $5, $6)
  on conflict (id_hash, kind, issuer) do update set payload = excluded.payload, expires_at = excluded.expires_at
  returning true as stored
`,
);

/** No row: it was there before. Two copies of one client assertion cannot both be the first. */
export const storeArtifactOnce = statement<{ stored: boolean }, [...Key, payload: string, expiresAt: Date]>(
  'artifact.storeOnce',
  /* sql */ `
  insert into artifact (id_hash, kind, issuer, payload, expires_at) values ($1, $2, $3, $4, $5)
  on conflict (id_hash, kind, issuer) do nothing
  returning true as stored
`,
);

export const findArtifact = statement<ArtifactRow, [...Key, since: Date]>(
  'artifact.find',
  /* sql */ `
  select payload, consumed_at as "consumedAt", expires_at as "expiresAt" from artifact
  where id_hash = $1 and kind = $2 and issuer = $3 and expires_at > $4 and revoked_at is null
`,
);

/** One conditional update: of any number of redemptions at once, one gets a row. */
export const consumeArtifact = statement<{ grantHash: Buffer | null }, [...Key, now: Date, since: Date]>(
  'artifact.consume',
  /* sql */ `
  update artifact set consumed_at = $4
  where id_hash = $1 and kind = $2 and issuer = $3 and consumed_at is null and revoked_at is null and expires_at > $5
  returning grant_hash as "grantHash"
`,
);

export const grantOfArtifact = statement<{ grantHash: Buffer | null }, Key>(
  'artifact.grant',
  /* sql */ `
  select grant_hash as "grantHash" from artifact where id_hash = $1 and kind = $2 and issuer = $3
`,
);

/**
 * An interaction that is over: oidc-provider took it out when it answered the client, and it is kept as long as its customer could come
 * back to it.
 */
export const findAnswered = statement<Pick<ArtifactRow, 'payload'>, [idHash: Buffer, issuer: string]>(
  'artifact.answered',
  /* sql */ `
  select payload from artifact
  where id_hash = $1 and kind = 'Interaction' and issuer = $2 and (revoked_at is not null or payload #>> '{result,reported}' = 'true')
`,
);

/** No row: it was revoked before. Of two that take one interaction out at once, one gets a row. */
export const revokeArtifact = statement<{ revoked: boolean }, [...Key, now: Date]>(
  'artifact.revoke',
  /* sql */ `
  update artifact set revoked_at = $4 where id_hash = $1 and kind = $2 and issuer = $3 and revoked_at is null returning true as revoked
`,
);

export const revokeByGrant = statement<never, [grantHash: Buffer, kind: string, issuer: string, now: Date]>(
  'artifact.revokeByGrant',
  /* sql */ `
  update artifact set revoked_at = $4 where grant_hash = $1 and kind = $2 and issuer = $3 and revoked_at is null
`,
);

/**
 * Dead rows are kept a week: a late request is then refused with the reason. The records against a second use of client
 * assertions are on real time, which is never ahead of the bank's.
 */
export const purgeArtifacts = statement<Purged, [before: Date, reallyBefore: Date]>(
  'artifact.purge',
  purging('artifact', 'expires_at', "expires_at < $1 and (kind <> 'ReplayDetection' or expires_at < $2)"),
);
