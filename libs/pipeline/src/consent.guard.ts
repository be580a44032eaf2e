import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { authorizeRead } from '@open-banking/access';
import { BankClock } from '@open-banking/database';
import type { Fault } from '@open-banking/messages';
import { requestOf } from '@open-banking/http';

declare module '@open-banking/http' {
  interface RequestContext {
    /** Faults found before validation, reported together with those it finds. */
    faults?: readonly Fault[];
  }
}

/** Checks that the consent behind the token covers this operation, and finds which resources it grants. */
@Injectable()
export class ConsentGuard implements CanActivate {
  constructor(private readonly clock: BankClock) {}

  canActivate(context: ExecutionContext): boolean {
    const { bank, headers, params } = requestOf(context);
    const { operation, introspection } = bank;
    if (!operation?.token) return true;
    if (!introspection) throw new Error(`${operation.id} reaches ConsentGuard without an authenticated client`);
    const { reader, faults } = authorizeRead(
      operation,
      introspection,
      { headers, repeated: bank.repeatedHeaders },
      params as Record<string, string>,
      this.clock.now(),
    );
    bank.reader = bank.ahead?.introspection === introspection ? bank.ahead.reader : reader;
    bank.faults = faults;
    return true;
  }
}
