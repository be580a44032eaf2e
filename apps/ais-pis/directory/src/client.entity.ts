import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A third party as it is stored. Written here; read by the statements of the directory, which add what the authorisation
 * register says of it and what counts of its previous credential now.
 */
@Entity('client')
export class StoredClient {
  @PrimaryColumn('text', { name: 'client_id' }) readonly clientId!: string;
  @Column('text') readonly name!: string;
  /** SHA-256 in base64url. */
  @Column('text', { name: 'secret_hash', nullable: true }) readonly secretHash!: string | null;
  @Column('text', { name: 'auth_method' }) readonly authMethod!: string;
  @Column('jsonb', { nullable: true }) readonly jwks!: object | null;
  @Column('text', { name: 'jwks_uri', nullable: true }) readonly jwksUri!: string | null;
  @Column('text', { name: 'tls_subject', nullable: true }) readonly tlsSubject!: string | null;
  @Column('text', { name: 'token_binding', nullable: true }) readonly tokenBinding!: string | null;
  /** Those it registered; the authorisation register may grant fewer. */
  @Column('text', { array: true }) readonly roles!: readonly string[];
  @Column('text', { name: 'redirect_uris', array: true }) readonly redirectUris!: readonly string[];
  @Column('text', { nullable: true }) readonly organization!: string | null;
  /** Null: all there are. */
  @Column('text', { name: 'grant_types', array: true, nullable: true }) readonly grantTypes!: readonly string[] | null;
  /** Null: all that its roles give. */
  @Column('text', { array: true, nullable: true }) readonly scopes!: readonly string[] | null;
  /** SHA-256 of the token it manages itself with; null: an operator added it. */
  @Column('bytea', { name: 'registration_hash', nullable: true }) readonly registrationHash!: Buffer | null;
  /** SHA-256 of the network it registered from, or of the developer who registered it at the portal. */
  @Column('bytea', { name: 'registered_from', nullable: true }) readonly registeredFrom!: Buffer | null;
  /** The bank's day on which it last showed itself; counted for those that registered themselves. */
  @Column('date', { name: 'seen_on', nullable: true }) readonly seenOn!: string | null;
  /** SHA-256 of the logo that an operator has approved. */
  @Column('text', { name: 'logo_hash', nullable: true }) readonly logoHash!: string | null;
  @Column('timestamptz', { name: 'created_at' }) readonly createdAt!: Date;
  @Column('timestamptz', { name: 'suspended_at', nullable: true }) readonly suspendedAt!: Date | null;
  @Column('timestamptz', { name: 'removed_at', nullable: true }) readonly removedAt!: Date | null;
  @Column('text', { name: 'former_secret_hash', nullable: true }) readonly previousSecretHash!: string | null;
  @Column('jsonb', { name: 'former_jwks', nullable: true }) readonly previousJwks!: object | null;
  @Column('text', { name: 'former_tls_subject', nullable: true }) readonly previousTlsSubject!: string | null;
  @Column('timestamptz', { name: 'former_until', nullable: true }) readonly previousUntil!: Date | null;
}

/** Ends a rotation overlap: the present credential alone counts. */
export const noPreviousCredential = {
  previousSecretHash: null,
  previousJwks: null,
  previousTlsSubject: null,
  previousUntil: null,
} as const;
