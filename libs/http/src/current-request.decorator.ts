import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { currentRequest } from './handler-arguments.js';
import type { RequestContext } from './request-context.js';

/** The context of the request, for a handler that needs its id, address or raw body. */
export const CurrentRequest = createParamDecorator((_: unknown, context: ExecutionContext): RequestContext => currentRequest(context).bank);
