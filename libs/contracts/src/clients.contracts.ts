import { IsAnyObject, IsFormat, IsListOf, IsNested, IsOneOf, IsText, Optional } from '@open-banking/http/field.decorator';
import Type from 'typebox';
import { authMethods, type AuthMethod } from './auth-methods.js';
import type { Shape } from './contract.js';
import { Outages, RegisterStanding, Role } from './introspection.contracts.js';
import { Performed } from './proposals.contracts.js';
import { oneOf } from './schemas.js';

/** The bindings of tokens: a key that makes proofs (RFC 9449), or the certificate of the connection (RFC 8705 §3). */
export const tokenBindings = ['dpop', 'tls'] as const;
export type TokenBinding = (typeof tokenBindings)[number];

/** Roles of payment service providers (ETSI TS 119 495 §5.1) that clients have here. */
export const IsRoles = () => IsListOf(IsOneOf('PSP_AI', 'PSP_PI', 'PSP_IC'), { distinct: true });

/** Public keys (RFC 7517 §5), for `private_key_jwt`. client-rules.ts checks each key. */
export class ClientKeys {
  @IsListOf(IsAnyObject(), { min: 1, max: 10 }) readonly keys!: object[];
}

/** A name whose letters are all written as hex pairs, six characters for each of a Hebrew name, fits. */
export const maxSubjectCharacters = 2_000;

/** The subject of certificates (RFC 4514), for `tls_client_auth`. client-rules.ts checks that it is a name. */
export const IsSubject = () => IsText({ min: 3, max: maxSubjectCharacters });

export const IsRedirectUris = () => IsListOf(IsFormat('uri', { max: 2_000 }), { max: 20, distinct: true });

/** An operator's request to add a client. */
export class ClientRequest {
  @IsText({ min: 1, max: 100 }) readonly name!: string;
  @IsRoles() readonly roles!: string[];
  @IsRedirectUris() readonly redirectUris!: string[];
  @Optional() @IsOneOf(...authMethods) readonly authMethod?: AuthMethod;
  @Optional() @IsNested(() => ClientKeys) readonly jwks?: ClientKeys;
  /** The address at which the client publishes its keys instead. */
  @Optional() @IsFormat('uri', { max: 2_000 }) readonly jwksUri?: string;
  /** The organizationIdentifier in its signing certificates (ETSI EN 319 412-1 §5.1.4). Default: its client_id. */
  @Optional() @IsText({ min: 1, max: 128 }) readonly organization?: string;
  @Optional() @IsSubject() readonly tlsSubject?: string;
  /** The binding of its tokens. Default: as the profile requires. */
  @Optional() @IsOneOf(...tokenBindings) readonly tokenBinding?: string;
}

/** The position after which a list continues. */
export class ClientsAfter {
  @IsFormat('date-time') readonly createdAt!: string;
  @IsText({ max: 100 }) readonly clientId!: string;
}

export class ClientsQuery {
  @Optional() @IsNested(() => ClientsAfter) readonly after?: ClientsAfter;
}

/** New keys or a new certificate subject; a client with a secret gets a new secret. `finish` only ends the current rotation overlap. */
export class RotationRequest {
  @Optional() @IsNested(() => ClientKeys) readonly jwks?: ClientKeys;
  @Optional() @IsSubject() readonly tlsSubject?: string;
  /** How long the previous credential stays valid (ISO 8601). Default: the setting. */
  @Optional() @IsText({ max: 40 }) readonly keep?: string;
  @Optional() @IsOneOf(true) readonly finish?: true;
}

/** The reason for a suspension or its end, for the bank's records. */
export class SuspensionRequest {
  @IsText({ min: 1, max: 500, notBlank: true }) readonly reason!: string;
}

/** The credentials of a new client, returned once. The bank stores only a hash of the secret. */
export const NewClient = Type.Object({
  client_id: Type.String(),
  client_secret: Type.Optional(Type.String()),
});
export type NewClient = Shape<typeof NewClient>;

/** A client's credential: one of the three, by its authentication method. */
export const Credential = Type.Object({
  /** SHA-256 of the secret, base64url: a secret is 256 random bits, so a slow hash would add nothing. */
  secretHash: Type.Optional(Type.String()),
  /** Public keys, for `private_key_jwt`. */
  jwks: Type.Optional(
    Type.Object({
      keys: Type.Array(Type.Object({})),
    }),
  ),
  /** The subject of its certificates (RFC 4514), for `tls_client_auth`. */
  tlsSubject: Type.Optional(Type.String()),
});
export type Credential = Shape<typeof Credential>;

/** A third party as the directory knows it. */
export const Client = Type.Object({
  clientId: Type.String(),
  name: Type.String(),
  authMethod: oneOf(...authMethods),
  /** The address at which it publishes its public keys instead, for `private_key_jwt`. */
  jwksUri: Type.Optional(Type.String()),
  /** While it changes over: what it showed itself by before, which counts as well. */
  previous: Type.Optional(Credential),
  /** The binding of all its tokens. By default `fapi2` binds them to the client's credential, and `baseline` only on request. */
  tokenBinding: Type.Optional(oneOf(...tokenBindings)),
  roles: Type.Array(Role),
  /** The restriction that it chose at its registration; absent: all that its roles give. */
  grantTypes: Type.Optional(Type.Array(oneOf('client_credentials', 'authorization_code', 'refresh_token'))),
  scopes: Type.Optional(Type.Array(Type.String())),
  redirectUris: Type.Array(Type.String()),
  /** It registered itself, in the sandbox: its identity was not checked, and pages say so to customers. */
  registeredItself: Type.Optional(Type.Boolean()),
  /** It is stopped for now, by the bank or by the authorisation register: nothing is done for it, and it keeps what it has. */
  suspended: Type.Optional(Type.Boolean()),
  /** The reason why the register stops it. */
  registerStanding: Type.Optional(RegisterStanding),
  /** Services that a scenario of the sandbox makes unavailable for it. */
  outages: Type.Optional(Outages),
  /** The organizationIdentifier in the certificates it signs with, where it registered one. */
  organization: Type.Optional(Type.String()),
  /** The hash of its logo, where an operator has approved one. */
  logo: Type.Optional(Type.String()),
  ...Credential.properties,
});
export type Client = Shape<typeof Client>;

/** A client as operators see it. */
export const ClientView = Type.Object({
  createdAt: Type.String(),
  /** The client registered itself, in the sandbox. */
  registeredItself: Type.Boolean(),
  /** Start of the suspension, with its reason. */
  suspendedAt: Type.Optional(Type.String()),
  suspensionReason: Type.Optional(Type.String()),
  /** Until when the previous credential stays valid. */
  formerUntil: Type.Optional(Type.String()),
  name: Type.String(),
  clientId: Type.String(),
  roles: Type.Array(Role),
  authMethod: oneOf(...authMethods),
  redirectUris: Type.Array(Type.String()),
  /** The organizationIdentifier in the certificates it signs with, where it registered one. */
  organization: Type.Optional(Type.String()),
  /** The subject of its certificates (RFC 4514), for `tls_client_auth`. */
  tlsSubject: Type.Optional(Type.String()),
  /** The address at which it publishes its public keys instead, for `private_key_jwt`. */
  jwksUri: Type.Optional(Type.String()),
  /** The reason why the register stops it. */
  registerStanding: Type.Optional(RegisterStanding),
});
export type ClientView = Shape<typeof ClientView>;

export const ClientPage = Type.Object({
  clients: Type.Array(ClientView),
  next: Type.Optional(Type.Object({ createdAt: Type.String(), clientId: Type.String() })),
});
export type ClientPage = Shape<typeof ClientPage>;

/** The result of a rotation: new credentials, and until when the previous ones stay valid. */
export const CredentialRotation = Type.Object({
  former_until: Type.Optional(Type.String()),
  /** There was an overlap, which was to be ended. */
  finished: Type.Optional(Type.Boolean()),
  client_id: Type.String(),
  client_secret: Type.Optional(Type.String()),
});
export type CredentialRotation = Shape<typeof CredentialRotation>;

export const clientsMessages = {
  createClient: { body: ClientRequest, response: NewClient },
  findClient: { response: Client },
  listClients: { body: ClientsQuery, response: ClientPage },
  rotateClient: { body: RotationRequest, response: CredentialRotation },
  suspendClient: { body: SuspensionRequest },
  resumeClient: { body: SuspensionRequest },
  removeClient: { response: Performed, mayBeEmpty: true },
} as const;
