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
import type { Operation, Window } from '@open-banking/spec';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type LimitWindow, RateLimitsService, type RateLimitSubject } from '@open-banking/limits';

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

const bankOf = (context: ExecutionContext): RequestContext => context.switchToHttp().getRequest<FastifyRequest>().bank;

function subjectOf({ id, token }: Operation, { clientId, address }: Pick<RequestContext, 'clientId' | 'address'>): RateLimitSubject {
  if (!token) return { address };
  // Whoever has no known client was answered 401 a step earlier; passing here would be a hole in the order of steps.
  if (!clientId) throw new Error(`${id} is reached without a client`);
  return { client: clientId };
}
