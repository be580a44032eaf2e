import type { ConsentState } from '@open-banking/contracts';
import type { Permission, Role } from '@open-banking/spec';
import type { ResourceGrants } from './resource-grants.js';
import type { CsvForm, StatementFormat } from '@open-banking/http';

/** The caller: the client and, if a customer approved it, that customer and the consent. */
export interface Principal {
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
  /** How the table is written, where the format is CSV. Set with `format`. */
  readonly csv?: CsvForm;
}

/** A principal that acts for a customer: the parameter of the account operations. */
export type CustomerPrincipal = Principal & { readonly psuId: string; readonly consent: ConsentState };

/** Whether the principal's consent permits this on a resource of the customer: for links shown and balances added. */
export const permits = ({ consent }: CustomerPrincipal, permission: Permission, resourceId: string): boolean =>
  !consent.listsOnly &&
  (consent.everywhere?.includes(permission) ??
    consent.grants?.some((grant) => grant.resourceId === resourceId && grant.permissions.includes(permission)) ??
    false);

/** Whether the principal's consent permits the owner's name of a resource: of everything, or of this one by name. */
export const showsOwner = ({ consent }: CustomerPrincipal, resourceId: string): boolean =>
  consent.ownerName ||
  (consent.grants?.some((grant) => grant.resourceId === resourceId && grant.permissions.includes('ownerName')) ?? false);
