import type { ArgumentsHost } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

// `switchToHttp()` makes three functions and an object at each call, and a request passes seven guards.

/** The request that a guard or a handler of Nest runs for. */
export const currentRequest = (host: ArgumentsHost): FastifyRequest => host.getArgByIndex<FastifyRequest>(0);

/** Its reply. */
export const replyOf = (host: ArgumentsHost): FastifyReply => host.getArgByIndex<FastifyReply>(1);
