import type pg from 'pg';
import type { Seal } from './chain.js';

/** The last seal of the last archive: the chain in the database goes on from it. */
export interface Anchor extends Seal {
  /** ISO 8601, UTC. */
  readonly archivedAt: string;
  /** The hash of the archive's file, hex. */
  readonly fileSha256: string;
}

const lastAnchor = /* sql */ `
  select seal_number::text as "sealNumber", encode(hash, 'hex') as hash, to_json(archived_at at time zone 'UTC') #>> '{}' || 'Z' as "archivedAt",
    encode(file_sha256, 'hex') as "fileSha256"
  from audit_anchor order by seal_number desc limit 1`;

/** Undefined: nothing was archived. */
export const anchorOf = async (client: pg.Client): Promise<Anchor | undefined> => (await client.query<Anchor>(lastAnchor)).rows[0];
