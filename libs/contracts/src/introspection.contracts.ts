import { IsOneOf, IsText } from '@open-banking/http/field.decorator';
import { type Issuer, issuerInternal, issuers, resourceKinds, services, type Service } from '@open-banking/spec';
import Type from 'typebox';
import { contracts, type Shape } from './contract.js';
import { oneOf } from './schemas.js';

/** The longest token that is looked at, in characters. */
export const longestToken = 4_096;

export class IntrospectionRequest {
  @IsOneOf(...issuers) readonly issuer!: Issuer;
  @IsText({ min: 1, max: longestToken }) readonly token!: string;
}

/** The role of a third party (ETSI TS 119 495 §5.1). */
export const Role = oneOf('PSP_AI', 'PSP_PI', 'PSP_IC');

/**
 * Why a client may not act by the authorisation register: it is not authorised there, or the register has not been reached
 * for longer than its answer counts.
 */
export const RegisterStanding = oneOf('notAuthorised', 'unknown');

/** Until when services are unavailable for a client, in milliseconds since 1970. */
export const Outages = Type.Unsafe<Partial<Record<Service, number>>>(Type.Record(Type.String(), Type.Number()));

/** The permissions on one resource of a customer. */
export const Grant = Type.Object({
  service: oneOf(...services),
  kind: oneOf(...resourceKinds),
  resourceId: Type.String(),
  permissions: Type.Array(oneOf('accounts', 'ownerName', 'balances', 'transactions')),
});
export type Grant = Shape<typeof Grant>;

/** A consent as the services that honour it need to know it. */
export const ConsentState = Type.Object({
  id: Type.String(),
  status: oneOf('expired', 'received', 'partiallyAuthorised', 'valid', 'rejected', 'revokedByPsu', 'terminatedByTpp', 'replacedByTpp'),
  recurring: Type.Boolean(),
  frequencyPerDay: Type.Number(),
  /** Sandbox: when a developer used up its reads without the customer, in milliseconds since 1970. */
  readsUsedUpAt: Type.Optional(Type.Number()),
  /** Named resources; `undefined` where the consent is for all of the customer's, judged at each read. */
  grants: Type.Optional(Type.Array(Grant)),
  /** Set where `grants` is not: what every resource of the customer may be read for. */
  everywhere: Type.Optional(Type.Array(oneOf('accounts', 'balances', 'transactions'))),
  /** With `everywhere`: the resources of two owners that both have approved. Others of that kind are not covered. */
  shared: Type.Optional(Type.Array(Type.String())),
  /**
   * Which two owners have approved which resource together: it is covered while these two own it. The previous release does not send it.
   */
  joint: Type.Optional(
    Type.Array(
      Type.Object({
        resourceId: Type.String(),
        owners: Type.Unsafe<[string, string]>(Type.Array(Type.String(), { minItems: 2, maxItems: 2 })),
      }),
    ),
  ),
  /** The token is a second owner's: of all that the first approved `everywhere` it is for what they share. */
  second: Type.Optional(Type.Literal(true)),
  /** Lists only (`availableAccounts…`): everything below a list is refused. */
  listsOnly: Type.Optional(Type.Boolean()),
  /** Owners' names of all it covers; of single resources they are among the grant's permissions. */
  ownerName: Type.Boolean(),
  /** `restrictedTo`: cash account types the consent is limited to; absent: none. */
  restrictedTo: Type.Optional(Type.Array(Type.String())),
});
export type ConsentState = Shape<typeof ConsentState>;

/** An issuer's description of a token (RFC 7662), with what resource servers of this bank need besides. */
export const Introspection = Type.Object({
  active: Type.Boolean(),
  /** The reason why it is no longer active. */
  inactive: Type.Optional(oneOf('unknown', 'expired', 'revoked')),
  issuer: oneOf(...issuers),
  clientId: Type.Optional(Type.String()),
  roles: Type.Optional(Type.Array(Role)),
  /** The client's organizationIdentifier, where it registered one: whose certificates are its own. */
  organization: Type.Optional(Type.String()),
  /** The client is stopped for now, by the bank or by the authorisation register: its tokens live, and open nothing. */
  suspended: Type.Optional(Type.Literal(true)),
  /** The reason why the register stops it. */
  registerStanding: Type.Optional(RegisterStanding),
  /** Services that a scenario of the sandbox makes unavailable for the client, each until an instant in milliseconds since 1970. */
  outages: Type.Optional(Outages),
  /** The key that the token is bound to (RFC 7800): the thumbprint of a DPoP key (RFC 9449), or of a certificate (RFC 8705). */
  cnf: Type.Optional(
    Type.Object({
      jkt: Type.Optional(Type.String()),
      'x5t#S256': Type.Optional(Type.String()),
    }),
  ),
  /** Present on customer tokens only. */
  psuId: Type.Optional(Type.String()),
  scope: Type.Optional(Type.String()),
  /** Seconds since 1970. */
  exp: Type.Optional(Type.Number()),
  /** The consent that the scope `AIS:<id>` names; present for inactive tokens too. */
  consent: Type.Optional(ConsentState),
  /**
   * The full id of the last transaction that changed what the customer sees in the database of the service that answers: a standby of it
   * must have it. Only with DATABASE_READ_URL; not sent to other services, which have databases of their own.
   */
  lastChange: Type.Optional(Type.Number()),
});
export type Introspection = Shape<typeof Introspection>;

export const issuerContracts = contracts(issuerInternal, {
  introspectToken: { body: IntrospectionRequest, response: Introspection },
});
