import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { RequestContext } from './request-context.js';

/** The context of the request, for a handler that needs its id, address or raw body. */
export const CurrentRequest = createParamDecorator(
  (_: unknown, context: ExecutionContext): RequestContext => context.switchToHttp().getRequest<FastifyRequest>().bank,
);
