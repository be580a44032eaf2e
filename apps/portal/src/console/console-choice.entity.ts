import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The client that a developer has chosen for the console, in place of the console's own. */
@Entity('console_choice')
export class StoredConsoleChoice {
  @PrimaryColumn('uuid', { name: 'developer_id' }) readonly developerId!: string;
  @Column('text', { name: 'client_id' }) readonly clientId!: string;
  /** AES-256-GCM, by a key derived from the portal's own key file. */
  @Column('bytea', { name: 'sealed_secret' }) readonly sealedSecret!: Buffer;
  @Column('timestamptz', { name: 'chosen_at' }) readonly chosenAt!: Date;
}
