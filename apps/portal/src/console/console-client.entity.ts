import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The client with which the console acts for a developer. Its tokens are not stored. */
@Entity('console_client')
export class StoredConsoleClient {
  @PrimaryColumn('uuid', { name: 'developer_id' }) readonly developerId!: string;
  @Column('text', { name: 'client_id' }) readonly clientId!: string;
  /** AES-256-GCM, by a key derived from the portal's own key file. */
  @Column('bytea', { name: 'sealed_secret' }) readonly sealedSecret!: Buffer;
  @Column('timestamptz', { name: 'created_at' }) readonly createdAt!: Date;
}
