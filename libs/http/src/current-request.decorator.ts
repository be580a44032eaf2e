import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Who asks: the reader that the steps before the handler found (`Reader` of libs/access). */
export const CurrentReader = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>().bank.reader,
);

/** The whole context of the request, for what needs its id, address or raw body. */
export const CurrentRequest = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>().bank,
);
