import type { Principal } from '@open-banking/access';
import type { Introspection } from '@open-banking/contracts';
import type { RequestContext } from '@open-banking/http';

declare module '@open-banking/http' {
  interface RequestContext {
    /** The result of the steps taken ahead: it holds only if the token is what was remembered of it. */
    ahead?: { readonly introspection: Introspection; readonly principal: Principal };
  }
}

/** Whether a request has passed the steps that `ReadsAheadService` takes ahead, with the token that it turned out to have. */
export const isReadAhead = ({ ahead, introspection }: RequestContext): boolean =>
  ahead !== undefined && ahead.introspection === introspection;
