import type { Language } from '@open-banking/pages';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A customer as the core banking system delivered them. The password is stored as its scrypt hash alone, if they have one here; failed tries are counted in `sign_in_attempt`. */
@Entity('psu')
export class StoredCustomer {
  @PrimaryColumn('uuid', { name: 'psu_id' }) readonly psuId!: string;
  @Column('text', { unique: true }) readonly login!: string;
  @Column('text', { name: 'password_hash', nullable: true }) readonly passwordHash!: string | null;
  /** Who they are at the bank's OpenID provider. */
  @Column('text', { name: 'login_subject', unique: true, nullable: true }) readonly loginSubject!: string | null;
  @Column('text') readonly name!: string;
  @Column('text') readonly language!: Language;
}
