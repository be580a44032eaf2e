import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
  type ThrottlerStorage,
} from '@nestjs/throttler';
import { SKIPS_THROTTLE, type RequestContext, replyOf, requestOf } from '@open-banking/http';
import { RateLimitsService, type RateLimitSubject } from '@open-banking/limits';
import type { Operation } from '@open-banking/spec';

/** Charges a request to its client, or to its address where its operation takes no token. */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
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
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const { bank } = requestOf(context);
    const { operation } = bank;
    if (!operation || this.reflector.get<boolean | undefined>(SKIPS_THROTTLE, context.getHandler())) return true;
    await this.limits.charge(operation, subjectOf(operation, bank), replyOf(context));
    return true;
  }
}

function subjectOf({ id, token }: Operation, { clientId, address }: RequestContext): RateLimitSubject {
  if (!token) return { address };
  // AuthenticateGuard answers 401 to a request without a known client; letting one pass here would bypass the limits.
  if (!clientId) throw new Error(`${id} is reached without a client`);
  return { client: clientId };
}
