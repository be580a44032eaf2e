import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { allowStandby, Database } from '@open-banking/database';
import { currentRequest } from '@open-banking/http';

/**
 * Lets reads of a present customer be answered by a standby that has the customer's own last change. Refuses nothing. Reads without the
 * customer stay at the primary: their count commits there with the answer.
 */
@Injectable()
export class StandbyReadGuard implements CanActivate {
  constructor(private readonly database: Database) {}

  canActivate(context: ExecutionContext): boolean {
    if (!this.database.standby) return true;
    const { method, bank } = currentRequest(context);
    const { principal, introspection } = bank;
    if (method === 'GET' && principal?.attended && principal.psuId !== undefined)
      allowStandby({ lastChange: introspection?.lastChange ?? 0 });
    return true;
  }
}
