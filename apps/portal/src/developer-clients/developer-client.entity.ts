import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Clients are kept by ais-pis; here is whose they are. A row is written before its client, and may outlive it. */
@Entity('developer_client')
export class StoredDeveloperClient {
  @PrimaryColumn('text', { name: 'client_id' }) readonly clientId!: string;
  @Column('uuid', { name: 'developer_id' }) readonly developerId!: string;
  @Column('timestamptz', { name: 'created_at' }) readonly createdAt!: Date;
  /** Null: not known to have ended. */
  @Column('timestamptz', { name: 'ended_at', nullable: true }) readonly endedAt!: Date | null;
}
