import { ClientKeys, IsRoles, IsSubject } from '@open-banking/contracts';
import { AllowsOtherFields, IsFlag, IsListOf, IsNested, IsText, Optional } from '@open-banking/http';

const IsNames = () => IsListOf(IsText({ min: 1, max: 100 }), { max: 20, distinct: true });

/** Client metadata (RFC 7591 §2, RFC 8705 §2.1.2 and §3.4, RFC 9449 §5.2) as far as this bank supports it, and its own member `roles`. Other members are ignored. */
@AllowsOtherFields()
export class ClientMetadata {
  @Optional() @IsListOf(IsText({ max: 2_000 }), { max: 20, distinct: true }) readonly redirect_uris?: string[];
  @Optional() @IsText({ min: 1, max: 100 }) readonly client_name?: string;
  @Optional() @IsText({ max: 100 }) readonly token_endpoint_auth_method?: string;
  @Optional() @IsNested(() => ClientKeys) readonly jwks?: ClientKeys;
  @Optional() @IsText({ max: 2_000 }) readonly jwks_uri?: string;
  @Optional() @IsSubject() readonly tls_client_auth_subject_dn?: string;
  @Optional() @IsNames() readonly grant_types?: string[];
  @Optional() @IsNames() readonly response_types?: string[];
  @Optional() @IsText({ max: 1_000 }) readonly scope?: string;
  @Optional() @IsRoles() readonly roles?: string[];
  @Optional() @IsFlag() readonly dpop_bound_access_tokens?: boolean;
  @Optional() @IsFlag() readonly tls_client_certificate_bound_access_tokens?: boolean;
}

/** Members of an update that are not metadata (RFC 7592 §2.2). */
export interface UpdateMembers {
  readonly client_id?: unknown;
  readonly client_secret?: unknown;
}

/** The client information response (RFC 7591 §3.2.1, RFC 7592 §3). */
export interface Registered
  extends
    Required<Omit<ClientMetadata, 'jwks' | 'jwks_uri' | 'tls_client_auth_subject_dn'>>,
    Pick<ClientMetadata, 'jwks' | 'jwks_uri' | 'tls_client_auth_subject_dn'> {
  readonly client_id: string;
  readonly client_id_issued_at: number;
  readonly client_secret?: string;
  readonly client_secret_expires_at?: 0;
  readonly registration_client_uri: string;
  readonly registration_access_token: string;
}
