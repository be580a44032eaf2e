import type { Answer, RequestContext } from '@open-banking/http';
import type { Warnings } from '@open-banking/messages';
import type { Operation } from '@open-banking/spec';

export interface CreatedFromDetails {
  readonly id: string;
  /** The operation's own answer, of which the pushed request's answer has the warnings and what is said of notifications. */
  readonly answer: Answer<Warnings>;
}

/** Creates what the `authorization_details` (RFC 9396) of a pushed request ask for: the same as an operation does, by its rules. */
export abstract class AuthorizationDetails {
  /** The operation that creates the same: its limits count. */
  abstract readonly operation: Operation;

  /** Creates it for this client. `fields`: all of the entry but its `type`. Throws a Refusal where it cannot be created. */
  abstract create(clientId: string, context: RequestContext, fields: Readonly<Record<string, unknown>>): Promise<CreatedFromDetails>;
}
