import { statement } from '@open-banking/database';

/** No row: it was seen before. Of two copies at once one is the first. */
export const rememberProof = statement<{ first: boolean }, [proofHash: Buffer, expiresAt: Date]>(
  'proof.remember',
  /* sql */ `
  insert into dpop_proof (proof_hash, expires_at) values ($1, $2)
  on conflict (proof_hash) do nothing
  returning true as first
`,
);

export const purgeProofs = statement<never, [now: Date]>('proof.purge', 'delete from dpop_proof where expires_at < $1');
