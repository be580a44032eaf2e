import { authMethods, tokenBindings } from '@open-banking/authorization';
import Type, { type Static } from 'typebox';

/** What the operator says of a new client. */
export const ClientRequest = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  roles: Type.Array(Type.String({ enum: ['PSP_AI', 'PSP_PI', 'PSP_IC'] }), { uniqueItems: true }),
  redirectUris: Type.Array(Type.String({ format: 'uri', maxLength: 2_000 }), { maxItems: 20, uniqueItems: true }),
  authMethod: Type.Optional(Type.String({ enum: [...authMethods] })),
  /** Public keys, for `private_key_jwt`. */
  jwks: Type.Optional(Type.Object({ keys: Type.Array(Type.Object({}, { additionalProperties: true }), { minItems: 1, maxItems: 10 }) })),
  /** The organizationIdentifier in the certificates it signs with (ETSI EN 319 412-1 §5.1.4); its client_id where there is none. */
  organization: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  /** The subject of its certificates (RFC 4514), for `tls_client_auth`. */
  tlsSubject: Type.Optional(Type.String({ minLength: 3, maxLength: 1_000 })),
  /** What its tokens are bound to; default: what the profile asks for. */
  tokenBinding: Type.Optional(Type.String({ enum: [...tokenBindings] })),
}, { $id: 'ClientRequest', additionalProperties: false });
export type ClientRequest = Static<typeof ClientRequest>;

export const SignInRequest = Type.Object({
  login: Type.String({ maxLength: 200 }),
  password: Type.String({ maxLength: 200 }),
}, { additionalProperties: false });
export type SignInRequest = Static<typeof SignInRequest>;

export const CodeTried = Type.Object({
  psuId: Type.String({ format: 'uuid' }),
  right: Type.Boolean(),
}, { additionalProperties: false });
export type CodeTried = Static<typeof CodeTried>;
