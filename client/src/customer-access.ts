import type { CallOptions, SharedOptions } from './call-options.js';
import type { AnyInput, Caller } from './caller.js';
import type { CustomerTokens } from './customer-tokens.js';
import { operations, type Operations } from './generated/operations.js';
import type { AccessToken, Grant } from './grant.js';
import type { Answer, CustomerOperationId, Input, Issuer, OperationFacts, OperationId, PagedOperationId } from './operation-ids.js';
import { pagesOf } from './pages.js';
import { accessTokenOf } from './token.js';

/** What a customer has approved: the operations that its token opens. */
export type CustomerAccess<I extends Issuer> = Pick<Operations, CustomerOperationId<I>> & {
  /** The grant as it is now: what `saveGrant` was given last. */
  readonly grant: Grant<I>;
  /** The access token for a call that another program sends, refreshed where it ends soon. */
  accessToken(): Promise<AccessToken>;
  /** The same access, with options for all its calls: `access.with({ psuIpAddress })` while the customer is present. */
  with(options: SharedOptions): CustomerAccess<I>;
  /** All pages of a list, each read when it is asked for. A `requestId` is that of the first page. */
  pages<Id extends PagedOperationId & CustomerOperationId<I>>(
    id: Id,
    input?: Input<Id>,
    options?: CallOptions,
  ): AsyncGenerator<Answer<Id>, void>;
};

/** A method for each of the operations that `includes` names. */
export function methodsOf(caller: Caller, includes: (facts: OperationFacts) => boolean): object {
  const ids = (Object.keys(operations) as OperationId[]).filter((id) => includes(operations[id]));
  return Object.fromEntries(ids.map((id) => [id, (input?: AnyInput, options?: CallOptions) => caller.call(id, input, options)]));
}

export function customerAccess<I extends Issuer>(caller: Caller, tokens: CustomerTokens<I>): CustomerAccess<I> {
  const { issuer } = tokens.grant;
  const access = {
    ...methodsOf(caller, (facts) => facts.issuer === issuer && facts.token !== 'client'),
    get grant() {
      return tokens.grant;
    },
    accessToken: async () => accessTokenOf(await tokens.current()),
    with: (options: SharedOptions) => customerAccess(caller.with(options), tokens),
    pages: (id: OperationId, input?: AnyInput, options?: CallOptions) => pagesOf(caller, id, input, options),
  };
  return access as unknown as CustomerAccess<I>;
}
