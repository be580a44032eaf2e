import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The key with which a developer's console signs requests of one client, with its certificate of the sandbox's authority. */
@Entity('console_seal')
export class StoredConsoleSeal {
  @PrimaryColumn('uuid', { name: 'developer_id' }) readonly developerId!: string;
  @PrimaryColumn('text', { name: 'client_id' }) readonly clientId!: string;
  @Column('text', { name: 'serial_number' }) readonly serialNumber!: string;
  /** PEM. */
  @Column('text') readonly certificate!: string;
  /** AES-256-GCM, by a key derived from the portal's own key file. */
  @Column('bytea', { name: 'sealed_key' }) readonly sealedKey!: Buffer;
  @Column('timestamptz', { name: 'expires_at' }) readonly expiresAt!: Date;
}
