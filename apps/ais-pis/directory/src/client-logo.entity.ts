import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LogoStatus } from '@open-banking/contracts';

/** A logo that a developer has uploaded for a client. The approved one is also named in the client's row. */
@Entity('client_logo')
export class StoredClientLogo {
  @PrimaryColumn('text', { name: 'client_id' }) readonly clientId!: string;
  /** SHA-256 of the image, in hex. */
  @PrimaryColumn('text', { name: 'logo_hash' }) readonly logoHash!: string;
  @Column('bytea') readonly png!: Buffer;
  @Column('text') readonly status!: LogoStatus;
  @Column('timestamptz', { name: 'proposed_at' }) readonly proposedAt!: Date;
  @Column('timestamptz', { name: 'decided_at', nullable: true }) readonly decidedAt!: Date | null;
  @Column('text', { name: 'decided_by', nullable: true }) readonly decidedBy!: string | null;
  /** Why it was refused, for its developer. */
  @Column('text', { nullable: true }) readonly reason!: string | null;
}
