import { Injectable, type CanActivate, type ExecutionContext, type Provider } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { countedRead, listStartedAt, type CountedRead, type Reader } from '@open-banking/access';
import { ReadCountsService } from '@open-banking/access/read-counts';
import { Cursors } from '@open-banking/database';
import { operationsOf, type Service } from '@open-banking/spec';
import type { FastifyRequest } from 'fastify';

declare module '@open-banking/http' {
  interface RequestContext {
    /** What must have happened before the handler's answer is sent; where it throws, that is the answer. */
    beforeAnswer?: () => Promise<void>;
  }
}

/** How often a consent is read while its customer is away. Nothing is done where the read is free; one that fails is not counted. */
@Injectable()
export class ConsentFrequencyGuard implements CanActivate {
  constructor(
    private readonly counts: ReadCountsService,
    private readonly cursors: Cursors,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const read = this.counted(request);
    return read ? this.counting(read, request) : true;
  }

  private counted({ bank, params, query }: FastifyRequest): CountedRead | undefined {
    const { operation, reader } = bank as typeof bank & { reader?: Reader };
    if (!operation?.token?.consent || !reader || reader.attended) return undefined;
    const given = params as Record<string, string>;
    return countedRead(operation, reader, given, listStartedAt(this.cursors, reader, operation, given, query as Record<string, string>));
  }

  private async counting(read: CountedRead, { bank }: FastifyRequest): Promise<boolean> {
    const seen = await this.counts.room(read);
    bank.beforeAnswer = () => this.counts.count(read, seen);
    return true;
  }
}

/** Of the services that read customers' data; the others have nothing to count. */
export const consentFrequencyProviders = (service: Service): Provider[] =>
  operationsOf(service).some(({ token }) => token?.consent)
    ? [ReadCountsService, { provide: APP_GUARD, useClass: ConsentFrequencyGuard }]
    : [];
