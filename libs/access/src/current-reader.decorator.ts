import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { requestOf } from '@open-banking/http';
import type { Introspection } from './introspection.js';
import type { Reader } from './reader.js';

declare module '@open-banking/http' {
  interface RequestContext {
    /** The issuer's description of the token. Set once, by AuthenticateGuard. */
    introspection?: Introspection;
    /** The client, and the customer and consent it acts for. Set once, by ConsentGuard. */
    reader?: Reader;
  }
}

/** The reader of the request. Throws where there is none: only operations that take a token have one. */
export const CurrentReader = createParamDecorator((_: unknown, context: ExecutionContext): Reader => {
  const { reader, operation } = requestOf(context).bank;
  if (!reader) throw new Error(`${operation?.id ?? 'This route'} takes no token, so it has no reader`);
  return reader;
});
