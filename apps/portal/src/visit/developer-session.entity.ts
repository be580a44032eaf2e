import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('developer_session')
export class StoredDeveloperSession {
  /** SHA-256 of what the browser keeps. */
  @PrimaryColumn('bytea', { name: 'id_hash' }) readonly idHash!: Buffer;
  @Column('uuid', { name: 'developer_id' }) readonly developerId!: string;
  @Column('timestamptz', { name: 'expires_at' }) readonly expiresAt!: Date;
}
