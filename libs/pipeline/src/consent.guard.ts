import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { authorizeRead, type Introspection } from '@open-banking/access';
import { BankClock } from '@open-banking/database';
import type { Fault } from '@open-banking/messages';
import type { FastifyRequest } from 'fastify';

declare module '@open-banking/http' {
  interface RequestContext {
    /** Faults found before validation and told with what it finds. */
    faults?: readonly Fault[];
  }
}

/** Whether the consent behind the token covers this operation, and which resources of it. */
@Injectable()
export class ConsentGuard implements CanActivate {
  constructor(private readonly clock: BankClock) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { operation, reader } = request.bank;
    if (!operation?.token) return true;
    const found = authorizeRead(
      operation,
      reader as Introspection,
      request.headers,
      request.params as Record<string, string>,
      this.clock.now(),
    );
    request.bank.reader = found.reader;
    request.bank.faults = found.faults;
    return true;
  }
}
