import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A developer of a third party's software, with an account of the portal. */
@Entity('developer')
export class StoredDeveloper {
  @PrimaryColumn('uuid', { name: 'developer_id' }) readonly developerId!: string;
  /** In lower case. An account made in one click has a name here, which has no `@`. */
  @Column('text') readonly email!: string;
  @Column('text', { name: 'password_hash' }) readonly passwordHash!: string;
  /** When the address was shown to be theirs. Null: an account made in one click. */
  @Column('timestamptz', { name: 'confirmed_at', nullable: true }) readonly confirmedAt!: Date | null;
  @Column('timestamptz', { name: 'created_at' }) readonly createdAt!: Date;
}

/** A sign-up with this address and this password: the address is not known to be theirs. */
@Entity('sign_up')
export class StoredSignUp {
  /** SHA-256 of what the message holds. */
  @PrimaryColumn('bytea', { name: 'code_hash' }) readonly codeHash!: Buffer;
  /** In lower case. */
  @Column('text') readonly email!: string;
  @Column('text', { name: 'password_hash' }) readonly passwordHash!: string;
  @Column('timestamptz', { name: 'expires_at' }) readonly expiresAt!: Date;
  /** Until the message is sent. */
  @Column('bytea', { name: 'sealed_code', nullable: true }) readonly sealedCode!: Buffer | null;
  /** When the message is due, or due again. Null: there is none to send. */
  @Column('timestamptz', { name: 'send_at', nullable: true }) readonly sendAt!: Date | null;
  /** The page of the portal that the visitor wanted. */
  @Column('text', { nullable: true }) readonly target!: string | null;
  /** The account made in one click that gets this address. Null: the sign-up opens an account. */
  @Column('uuid', { name: 'developer_id', nullable: true }) readonly developerId!: string | null;
}
