import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
  type ThrottlerRequest,
  type ThrottlerStorage,
} from '@nestjs/throttler';
import type { RequestContext } from '@open-banking/http';
import { windows, type Operation, type Window } from '@open-banking/spec';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimitsService } from './limits.js';
import type { RateLimitSubject } from './subject.js';
import type { LimitWindow } from './window-store.js';

/**
 * Charges a request to its client, or to its address where its operation takes no token.
 *
 * The library finds out which of its throttlers (one a window) hold for a request; but it would count them one after
 * the other, charging the first even if the last refuses. Here they are gathered and decided at once
 * (docs/decisions/0003-limits.md).
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  private readonly gathered = new WeakMap<ExecutionContext, LimitWindow[]>();
  /** What the library found for a handler: it asks decorators and table, which stay as they are. */
  private readonly found = new WeakMap<Function, readonly LimitWindow[]>();

  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() storage: ThrottlerStorage,
    reflector: Reflector,
    private readonly limits: RateLimitsService,
  ) {
    super(options, storage, reflector);
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const bank = bankOf(context);
    const { operation } = bank;
    if (!operation) return true;
    const windowsHere = this.found.get(context.getHandler()) ?? (await this.windowsFor(context));
    await this.limits.charge(operation, subjectOf(operation, bank), context.switchToHttp().getResponse<FastifyReply>(), windowsHere);
    return true;
  }

  private async windowsFor(context: ExecutionContext): Promise<readonly LimitWindow[]> {
    const windowsHere: LimitWindow[] = [];
    this.gathered.set(context, windowsHere);
    await super.canActivate(context);
    this.found.set(context.getHandler(), windowsHere);
    return windowsHere;
  }

  protected override async shouldSkip(context: ExecutionContext): Promise<boolean> {
    const { operation } = bankOf(context);
    return !operation || this.limits.windowsOf(operation).length === 0;
  }

  protected override async handleRequest({ context, throttler, limit, ttl }: ThrottlerRequest): Promise<boolean> {
    this.gathered.get(context)!.push({ name: throttler.name as Window, limit, seconds: ttl / 1_000 });
    return true;
  }
}

/** One throttler a window, with the operation's number from table and plan; left out where the operation has none. */
export const throttlers = (limits: RateLimitsService): ThrottlerModuleOptions => ({
  throttlers: Object.entries(windows).map(([name, seconds]) => {
    const limitOf = (context: ExecutionContext) =>
      limits.windowsOf(bankOf(context).operation!).find((window) => window.name === name)?.limit;
    return { name, ttl: seconds * 1_000, limit: (context) => limitOf(context)!, skipIf: (context) => limitOf(context) === undefined };
  }),
});

const bankOf = (context: ExecutionContext): RequestContext => context.switchToHttp().getRequest<FastifyRequest>().bank;

function subjectOf({ id, token }: Operation, { clientId, address }: Pick<RequestContext, 'clientId' | 'address'>): RateLimitSubject {
  if (!token) return { address };
  // Whoever has no known client was answered 401 a step earlier; passing here would be a hole in the order of steps.
  if (!clientId) throw new Error(`${id} is reached without a client`);
  return { client: clientId };
}
