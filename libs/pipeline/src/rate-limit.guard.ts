import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
  type ThrottlerStorage,
} from '@nestjs/throttler';
import { SKIPS_THROTTLE, type RequestContext, replyOf, currentRequest } from '@open-banking/http';
import { RateLimitsService, type RateLimitSubject } from '@open-banking/limits';
import type { Operation } from '@open-banking/spec';

type Handler = ReturnType<ExecutionContext['getHandler']>;

/** Nest goes on at once where a guard returns a boolean; the library's class says that all return promises. */
const admitted = true as unknown as Promise<boolean>;
const isTrue = (): boolean => true;

/** Charges a request to its client, or to its address where its operation takes no token. */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  private readonly skipping = new WeakMap<Handler, boolean>();

  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() storage: ThrottlerStorage,
    reflector: Reflector,
    private readonly limits: RateLimitsService,
  ) {
    super(options, storage, reflector);
  }

  /**
   * In place of the library's loop, which calls `increment` of the storage once per throttler: what the first windows have
   * counted cannot be taken back when a later one refuses, and concurrent requests come in between. Here all windows of the
   * operation are decided by one call (docs/decisions/0003-limits.md).
   */
  override canActivate(context: ExecutionContext): Promise<boolean> {
    const { bank } = currentRequest(context);
    const { operation } = bank;
    if (!operation || this.skips(context.getHandler())) return admitted;
    return this.limits.charge(operation, limitSubject(operation, bank), replyOf(context))?.then(isTrue) ?? admitted;
  }

  /** Whether it carries `@SkipThrottle()`: what a handler carries never changes. */
  private skips(handler: Handler): boolean {
    let skips = this.skipping.get(handler);
    if (skips === undefined) this.skipping.set(handler, (skips = this.reflector.get<true | undefined>(SKIPS_THROTTLE, handler) === true));
    return skips;
  }
}

function limitSubject({ id, token }: Operation, { clientId, developerId, address }: RequestContext): RateLimitSubject {
  if (developerId !== undefined) return { client: `developer ${developerId}` };
  if (!token) return { address };
  // AuthenticateGuard answers 401 to a request without a known client; letting one pass here would bypass the limits.
  if (!clientId) throw new Error(`${id} is reached without a client`);
  return { client: clientId };
}
