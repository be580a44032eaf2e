import Type, { type Static } from 'typebox';
import { Keys } from '../directory/directory.messages.js';

const Texts = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 20, uniqueItems: true });

/** Client metadata (RFC 7591 §2, RFC 8705 §2.1.2 and §3.4, RFC 9449 §5.2) as far as this bank knows it, and `roles`, its own. What it does not know is ignored. */
export const ClientMetadata = Type.Object(
  {
    redirect_uris: Type.Optional(Type.Array(Type.String({ maxLength: 2_000 }), { maxItems: 20, uniqueItems: true })),
    client_name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    token_endpoint_auth_method: Type.Optional(Type.String({ maxLength: 100 })),
    jwks: Type.Optional(Keys),
    jwks_uri: Type.Optional(Type.String({ maxLength: 2_000 })),
    tls_client_auth_subject_dn: Type.Optional(Type.String({ minLength: 3, maxLength: 1_000 })),
    grant_types: Type.Optional(Texts),
    response_types: Type.Optional(Texts),
    scope: Type.Optional(Type.String({ maxLength: 1_000 })),
    roles: Type.Optional(Type.Array(Type.String({ enum: ['PSP_AI', 'PSP_PI', 'PSP_IC'] }), { uniqueItems: true })),
    dpop_bound_access_tokens: Type.Optional(Type.Boolean()),
    tls_client_certificate_bound_access_tokens: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: true },
);
export type ClientMetadata = Static<typeof ClientMetadata>;

/** What of an update is not metadata (RFC 7592 §2.2). */
export interface UpdateMembers {
  readonly client_id?: unknown;
  readonly client_secret?: unknown;
}

/** A client as it is told what it registered (RFC 7591 §3.2.1, RFC 7592 §3). */
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
