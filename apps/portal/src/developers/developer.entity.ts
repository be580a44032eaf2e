import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Somebody who writes software of a third party, with an account of the portal. */
@Entity('developer')
export class StoredDeveloper {
  @PrimaryColumn('uuid', { name: 'developer_id' }) readonly developerId!: string;
  /** In lower case. */
  @Column('text') readonly email!: string;
  @Column('text', { name: 'password_hash' }) readonly passwordHash!: string;
  /** Null: the address has not been shown to be theirs. */
  @Column('timestamptz', { name: 'confirmed_at', nullable: true }) readonly confirmedAt!: Date | null;
  @Column('timestamptz', { name: 'created_at' }) readonly createdAt!: Date;
}

@Entity('email_confirmation')
export class StoredConfirmation {
  /** SHA-256 of what the message holds. */
  @PrimaryColumn('bytea', { name: 'code_hash' }) readonly codeHash!: Buffer;
  @Column('uuid', { name: 'developer_id' }) readonly developerId!: string;
  @Column('timestamptz', { name: 'expires_at' }) readonly expiresAt!: Date;
}
