import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A key with which a developer's tests bring about scenarios. */
@Entity('sandbox_key')
export class StoredSandboxKey {
  /** SHA-256 of the key, which is shown once. */
  @PrimaryColumn('bytea', { name: 'key_hash' }) readonly keyHash!: Buffer;
  @Column('uuid', { name: 'key_id' }) readonly keyId!: string;
  @Column('uuid', { name: 'developer_id' }) readonly developerId!: string;
  @Column('text') readonly name!: string;
  @Column('timestamptz', { name: 'created_at' }) readonly createdAt!: Date;
}
