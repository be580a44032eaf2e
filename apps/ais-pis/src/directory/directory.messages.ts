import { authMethods, tokenBindings, type Client } from '@open-banking/issuer';
import Type, { type Static } from 'typebox';

/** Public keys, for `private_key_jwt`. */
export const Keys = Type.Object({ keys: Type.Array(Type.Object({}, { additionalProperties: true }), { minItems: 1, maxItems: 10 }) });
/** The subject of certificates (RFC 4514), for `tls_client_auth`. */
const Subject = Type.String({ minLength: 3, maxLength: 1_000 });

/** What the operator says of a new client. */
export const ClientRequest = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    roles: Type.Array(Type.String({ enum: ['PSP_AI', 'PSP_PI', 'PSP_IC'] }), { uniqueItems: true }),
    redirectUris: Type.Array(Type.String({ format: 'uri', maxLength: 2_000 }), { maxItems: 20, uniqueItems: true }),
    authMethod: Type.Optional(Type.String({ enum: [...authMethods] })),
    jwks: Type.Optional(Keys),
    /** Where it publishes them instead. */
    jwksUri: Type.Optional(Type.String({ format: 'uri', maxLength: 2_000 })),
    /** The organizationIdentifier in the certificates it signs with (ETSI EN 319 412-1 §5.1.4); its client_id where there is none. */
    organization: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    tlsSubject: Type.Optional(Subject),
    /** What its tokens are bound to; default: what the profile asks for. */
    tokenBinding: Type.Optional(Type.String({ enum: [...tokenBindings] })),
  },
  { $id: 'ClientRequest', additionalProperties: false },
);
export type ClientRequest = Static<typeof ClientRequest>;

/** New keys or a new certificate name; a client with a secret is given one. `finish` ends the change-over that runs, and does nothing else. */
export const RotationRequest = Type.Object(
  {
    jwks: Type.Optional(Keys),
    tlsSubject: Type.Optional(Subject),
    /** How long the former one counts besides (ISO 8601); default: the setting. */
    keep: Type.Optional(Type.String({ maxLength: 40 })),
    finish: Type.Optional(Type.Literal(true)),
  },
  { additionalProperties: false },
);
export type RotationRequest = Static<typeof RotationRequest>;

/** Why a client is suspended, or goes on: for the bank's records. */
export const SuspensionRequest = Type.Object(
  { reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }) },
  { additionalProperties: false },
);
export type SuspensionRequest = Static<typeof SuspensionRequest>;

/** Where a list goes on. */
const After = Type.Object(
  { createdAt: Type.String({ format: 'date-time' }), clientId: Type.String({ maxLength: 100 }) },
  { additionalProperties: false },
);
export type ClientsAfter = Static<typeof After>;
export const ClientsQuery = Type.Object({ after: Type.Optional(After) }, { additionalProperties: false });
export type ClientsQuery = Static<typeof ClientsQuery>;

/** A client as operators see it. */
export interface ClientShown extends Pick<
  Client,
  'clientId' | 'name' | 'roles' | 'authMethod' | 'redirectUris' | 'organization' | 'tlsSubject' | 'jwksUri' | 'registerStanding'
> {
  readonly createdAt: string;
  /** By itself, in the sandbox. */
  readonly registeredItself: boolean;
  /** Since when it is suspended, and why. */
  readonly suspendedAt?: string;
  readonly suspensionReason?: string;
  /** Until when what it showed itself by before counts besides. */
  readonly formerUntil?: string;
}

export interface ClientPage {
  readonly clients: readonly ClientShown[];
  readonly next?: ClientsAfter;
}

export const SignInRequest = Type.Object(
  {
    login: Type.String({ maxLength: 200 }),
    password: Type.String({ maxLength: 200 }),
    deviceCookie: Type.Optional(Type.String({ maxLength: 512 })),
  },
  { additionalProperties: false },
);
export type SignInRequest = Static<typeof SignInRequest>;

export const CodeTried = Type.Object(
  {
    psuId: Type.String({ format: 'uuid' }),
    right: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type CodeTried = Static<typeof CodeTried>;
