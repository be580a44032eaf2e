import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An account made in one click. Its developer has a name in place of an e-mail address, and no password. */
@Entity('sandbox_account')
export class StoredSandboxAccount {
  @PrimaryColumn('uuid', { name: 'developer_id' }) readonly developerId!: string;
  /** SHA-256 of what the link holds that opens the account once. */
  @Column('bytea', { name: 'reopen_hash' }) readonly reopenHash!: Buffer;
  /** HMAC-SHA-256 of the address from which it was made; of IPv6, of its /64. */
  @Column('bytea', { name: 'opened_from' }) readonly openedFrom!: Buffer;
  /** The last sign-in or, at most a day too early, the last request of a client; on real time. */
  @Column('timestamptz', { name: 'used_at' }) readonly usedAt!: Date;
}
