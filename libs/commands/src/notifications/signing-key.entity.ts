import type { JsonWebKey } from 'node:crypto';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A key this service signs notifications with, named by its thumbprint (RFC 7638). The table holds three at most. */
@Entity('signing_key')
export class SigningKey {
  @PrimaryColumn('text') readonly kid!: string;
  @Column('jsonb', { name: 'private_jwk' }) readonly privateJwk!: JsonWebKey;
  /** On real time, as PostgreSQL's clock has it. */
  @Column({ type: 'timestamptz', name: 'made_at', insert: false }) readonly madeAt!: Date;
}
