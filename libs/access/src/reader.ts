import type { Permission, Role } from '@open-banking/spec';
import type { ResourceGrants } from './resource-grants.js';
import type { StatementFormat } from '@open-banking/http';
import type { ConsentState } from './introspection.js';

/** The caller: the client and, if a customer approved it, that customer and the consent. */
export interface Reader {
  readonly clientId: string;
  readonly roles: readonly Role[];
  /** The customer; undefined for a client's own token. */
  readonly psuId?: string;
  readonly scope: string;
  readonly consent?: ConsentState;
  /** The resources that the consent lets this operation read in this service. */
  readonly granted: ResourceGrants;
  /** The resources whose balances the consent covers, for `withBalance`. */
  readonly grantedBalances: ResourceGrants;
  /** The customer is there: a valid `PSU-IP-Address` came with the request. */
  readonly attended: boolean;
  /** When the request came, by the bank's clock. */
  readonly at: Date;
  /** The answer is a statement in this format; missing where it is JSON. Set by RequestValidationGuard. */
  readonly format?: StatementFormat;
}

/** A reader on a customer's behalf: what the account operations are handed. */
export type CustomerReader = Reader & { readonly psuId: string; readonly consent: ConsentState };

/** Whether the reader's consent permits this on a resource of the customer: for links shown and balances added. */
export const permits = ({ consent }: CustomerReader, permission: Permission, resourceId: string): boolean =>
  !consent.listsOnly &&
  (consent.everywhere?.includes(permission) ??
    consent.grants?.some((grant) => grant.resourceId === resourceId && grant.permissions.includes(permission)) ??
    false);

/** Whether the reader's consent permits the owner's name of a resource: of everything, or of this one by name. */
export const showsOwner = ({ consent }: CustomerReader, resourceId: string): boolean =>
  consent.ownerName ||
  (consent.grants?.some((grant) => grant.resourceId === resourceId && grant.permissions.includes('ownerName')) ?? false);
