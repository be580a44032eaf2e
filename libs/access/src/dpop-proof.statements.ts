import { type Purged, purging, statement } from '@open-banking/database';

/** No row: it was seen before. Of two copies at once one is the first. */
export const rememberProof = statement<{ first: boolean }, [proofHash: Buffer, expiresAt: Date]>(
  'proof.remember',
  /* sql */ `
  insert into dpop_proof (proof_hash, expires_at) values ($1, $2)
  on conflict (proof_hash) do nothing
  returning true as first
`,
);

export const purgeProofs = statement<Purged, [now: Date]>('proof.purge', purging('dpop_proof', 'expires_at', 'expires_at < $1'));
