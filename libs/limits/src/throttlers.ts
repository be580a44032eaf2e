import type { ExecutionContext } from '@nestjs/common';
import type { ThrottlerModuleOptions } from '@nestjs/throttler';
import { windows, type Operation } from '@open-banking/spec';
import type { FastifyRequest } from 'fastify';
import type { RateLimitsService } from './rate-limits.service.js';

/** One throttler a window, with the operation's number from table and plan; left out where the operation has none. */
export const throttlers = (limits: RateLimitsService): ThrottlerModuleOptions => ({
  throttlers: Object.entries(windows).map(([name, seconds]) => {
    const limitOf = (context: ExecutionContext) => limits.windowsOf(operationOf(context)).find((window) => window.name === name)?.limit;
    return { name, ttl: seconds * 1_000, limit: (context) => limitOf(context)!, skipIf: (context) => limitOf(context) === undefined };
  }),
});

const operationOf = (context: ExecutionContext): Operation => context.switchToHttp().getRequest<FastifyRequest>().bank.operation!;
