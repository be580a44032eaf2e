import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Introspection } from '@open-banking/contracts';
import { currentRequest } from '@open-banking/http';
import type { Principal } from './principal.js';

declare module '@open-banking/http' {
  interface RequestContext {
    /** The issuer's description of the token. Set once, by AuthenticateGuard. */
    introspection?: Introspection;
    /** The client, and the customer and consent it acts for. Set once, by ConsentGuard. */
    principal?: Principal;
  }
}

/** The principal of the request. Throws where there is none: only operations that take a token have one. */
export const CurrentPrincipal = createParamDecorator((_: unknown, context: ExecutionContext): Principal => {
  const { principal, operation } = currentRequest(context).bank;
  if (!principal) throw new Error(`${operation?.id ?? 'This route'} takes no token, so it has no principal`);
  return principal;
});
