import type { RequestContext } from '@open-banking/http';
import type { Operation } from '@open-banking/spec';

/** What an issuer creates from the `authorization_details` (RFC 9396) of a pushed request: the same as an operation does, by its rules. */
export abstract class AuthorizationDetails {
  /** The operation that creates the same: its limits count. */
  abstract readonly operation: Operation;

  /** Creates it for this client and returns its id. `fields`: all of the entry but its `type`. Throws a Refusal where it cannot be created. */
  abstract create(clientId: string, context: RequestContext, fields: Readonly<Record<string, unknown>>): Promise<string>;
}
