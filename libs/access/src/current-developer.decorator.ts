import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { currentRequest } from '@open-banking/http';

/** The developer whose sandbox key the request presents. Throws if there is none: only operations for developers have one. */
export const CurrentDeveloper = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { developerId, operation } = currentRequest(context).bank;
  if (developerId === undefined) throw new Error(`${operation?.id ?? 'This route'} is not for developers`);
  return developerId;
});
