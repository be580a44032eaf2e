import { authMethods, tokenBindings, type AuthMethod, type Client } from '@open-banking/issuer';
import { IsAnyObject, IsFlag, IsFormat, IsListOf, IsNested, IsOneOf, IsText, Optional } from '@open-banking/http';

/** Roles of payment service providers (ETSI TS 119 495 §5.1) that clients have here. */
export const IsRoles = () => IsListOf(IsOneOf('PSP_AI', 'PSP_PI', 'PSP_IC'), { distinct: true });

/** Public keys (RFC 7517 §5), for `private_key_jwt`. client-rules.ts checks each key. */
export class Keys {
  @IsListOf(IsAnyObject(), { min: 1, max: 10 }) readonly keys!: object[];
}
/** The subject of certificates (RFC 4514), for `tls_client_auth`. */
export const IsSubject = () => IsText({ min: 3, max: 1_000 });

const IsRedirectUris = () => IsListOf(IsFormat('uri', { max: 2_000 }), { max: 20, distinct: true });

/** An operator's request to add a client. */
export class ClientRequest {
  @IsText({ min: 1, max: 100 }) readonly name!: string;
  @IsRoles() readonly roles!: string[];
  @IsRedirectUris() readonly redirectUris!: string[];
  @Optional() @IsOneOf(...authMethods) readonly authMethod?: AuthMethod;
  @Optional() @IsNested(() => Keys) readonly jwks?: Keys;
  /** Where the client publishes its keys instead. */
  @Optional() @IsFormat('uri', { max: 2_000 }) readonly jwksUri?: string;
  /** The organizationIdentifier in its signing certificates (ETSI EN 319 412-1 §5.1.4). Default: its client_id. */
  @Optional() @IsText({ min: 1, max: 128 }) readonly organization?: string;
  @Optional() @IsSubject() readonly tlsSubject?: string;
  /** What its tokens are bound to. Default: as the profile requires. */
  @Optional() @IsOneOf(...tokenBindings) readonly tokenBinding?: string;
}

/** New keys or a new certificate subject; a client with a secret gets a new secret. `finish` only ends the current rotation overlap. */
export class RotationRequest {
  @Optional() @IsNested(() => Keys) readonly jwks?: Keys;
  @Optional() @IsSubject() readonly tlsSubject?: string;
  /** How long the previous credential stays valid (ISO 8601). Default: the setting. */
  @Optional() @IsText({ max: 40 }) readonly keep?: string;
  @Optional() @IsOneOf(true) readonly finish?: true;
}

/** Why a client is suspended or resumed, for the bank's records. */
export class SuspensionRequest {
  @IsText({ min: 1, max: 500, notBlank: true }) readonly reason!: string;
}

/** The position after which a list continues. */
export class ClientsAfter {
  @IsFormat('date-time') readonly createdAt!: string;
  @IsText({ max: 100 }) readonly clientId!: string;
}

export class ClientsQuery {
  @Optional() @IsNested(() => ClientsAfter) readonly after?: ClientsAfter;
}

/** A client as operators see it. */
export interface ClientView extends Pick<
  Client,
  'clientId' | 'name' | 'roles' | 'authMethod' | 'redirectUris' | 'organization' | 'tlsSubject' | 'jwksUri' | 'registerStanding'
> {
  readonly createdAt: string;
  /** Whether the client registered itself, in the sandbox. */
  readonly registeredItself: boolean;
  /** Start of the suspension, with its reason. */
  readonly suspendedAt?: string;
  readonly suspensionReason?: string;
  /** Until when the previous credential stays valid. */
  readonly formerUntil?: string;
}

/** A developer's request to register a client, with the id that the portal has chosen and keeps beside the developer. */
export class DeveloperClientRequest extends ClientRequest {
  @IsFormat('uuid') readonly clientId!: string;
}

/** Where a client's customers return from now on. */
export class RedirectUrisRequest {
  @IsRedirectUris() readonly redirectUris!: string[];
}

/** Those of a developer's clients that the portal wants to show. */
export class DeveloperClientsQuery {
  @IsListOf(IsFormat('uuid'), { max: 500 }) readonly clientIds!: string[];
}

/** A client as its developer sees it: with its public keys. */
export interface DeveloperClientView extends ClientView {
  readonly jwks?: object;
}

export interface ClientPage {
  readonly clients: readonly ClientView[];
  readonly next?: ClientsAfter;
}

export class SignInRequest {
  @IsText({ max: 200, isSecret: true }) readonly login!: string;
  @IsText({ max: 200, isSecret: true }) readonly password!: string;
  @Optional() @IsText({ max: 512, isSecret: true }) readonly deviceCookie?: string;
}

/** Somebody who has signed in at the bank's OpenID provider. */
export class SubjectSignInRequest {
  @IsText({ max: 2_000 }) readonly issuer!: string;
  @IsText({ max: 2_000 }) readonly subject!: string;
}

/** Whether this customer lets third parties see and use their accounts. */
export class OptOutQuery {
  @IsFormat('uuid') readonly psuId!: string;
}

export class CodeTried {
  @IsFormat('uuid') readonly psuId!: string;
  @Optional() @IsFlag() readonly right?: boolean;
}
