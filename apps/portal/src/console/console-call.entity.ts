import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A call of a developer's console. */
@Entity('console_call')
export class StoredConsoleCall {
  @PrimaryColumn('uuid', { name: 'developer_id' }) readonly developerId!: string;
  @PrimaryColumn('uuid', { name: 'call_id' }) readonly callId!: string;
  @Column('timestamptz', { name: 'called_at' }) readonly calledAt!: Date;
  @Column('text') readonly operation!: string;
  @Column('smallint') readonly status!: number;
  /** JSON of an `Exchange` without its token: AES-256-GCM, by a key derived from the portal's own key file. */
  @Column('bytea', { name: 'sealed_exchange' }) readonly sealedExchange!: Buffer;
}
