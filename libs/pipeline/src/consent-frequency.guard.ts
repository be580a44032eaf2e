import { Injectable, Optional, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { countedRead, listStartedAt, type CountedRead } from '@open-banking/access';
import { ReadCountsService } from '@open-banking/access/read-counts';
import { Cursors } from '@open-banking/database';
import { currentRequest } from '@open-banking/http';
import type { FastifyRequest } from 'fastify';

/**
 * Limits how often a consent is read while its customer is absent (PSD2 RTS art. 36(5)(b)). Passes at once where nothing is
 * counted. A read is counted only once it has succeeded, before its answer is sent.
 */
@Injectable()
export class ConsentFrequencyGuard implements CanActivate {
  constructor(
    private readonly cursors: Cursors,
    /** Absent in services none of whose operations are counted (`pipelineProviders`). */
    @Optional() private readonly counts?: ReadCountsService,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = currentRequest(context);
    const read = this.counted(request);
    return read ? this.admitted(read, request) : true;
  }

  private counted({ bank: { operation, principal }, params, query }: FastifyRequest): CountedRead | undefined {
    if (!operation?.token?.consent || !principal || principal.attended) return undefined;
    const given = params as Record<string, string>;
    return countedRead(
      operation,
      principal,
      given,
      listStartedAt(this.cursors, principal, operation, given, query as Record<string, string>),
    );
  }

  private async admitted(read: CountedRead, { bank }: FastifyRequest): Promise<boolean> {
    const { counts } = this;
    if (!counts) throw new Error(`${read.operation} is counted, and this service has no ReadCountsService`);
    const seen = await counts.room(read);
    bank.beforeAnswer = () => counts.count(read, seen);
    return true;
  }
}
