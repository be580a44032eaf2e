import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A certificate of the sandbox's authority for a client. Times are real time, as certificates are checked by. */
@Entity('client_certificate')
export class StoredClientCertificate {
  @PrimaryColumn('text', { name: 'serial_number' }) readonly serialNumber!: string;
  @Column('text', { name: 'client_id' }) readonly clientId!: string;
  /** `web`: TLS; `seal`: signed requests. */
  @Column('text') readonly use!: 'web' | 'seal';
  /** PEM. */
  @Column('text') readonly certificate!: string;
  @Column('timestamptz', { name: 'issued_at' }) readonly issuedAt!: Date;
  @Column('timestamptz', { name: 'expires_at' }) readonly expiresAt!: Date;
  @Column('timestamptz', { name: 'revoked_at', nullable: true }) readonly revokedAt!: Date | null;
}
