import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { authorizeRead } from '@open-banking/access';
import type { Introspection } from '@open-banking/contracts';
import { BankClock } from '@open-banking/database';
import type { Fault } from '@open-banking/messages';
import { nilUuid, currentRequest } from '@open-banking/http';
import { isReadAhead } from './read-ahead.js';
import { approvedParameter, customerScopeFor, inCode, type Operation } from '@open-banking/spec';

declare module '@open-banking/http' {
  interface RequestContext {
    /** Faults found before validation, reported together with those it finds. */
    faults?: readonly Fault[];
  }
}

/**
 * Checks that a customer's token is for what the path names, and that the consent behind the token covers this operation, and finds which
 * resources it grants.
 */
@Injectable()
export class ConsentGuard implements CanActivate {
  constructor(private readonly clock: BankClock) {}

  canActivate(context: ExecutionContext): boolean {
    const { bank, headers, params } = currentRequest(context);
    const { operation, introspection } = bank;
    if (!operation?.token) return true;
    if (!introspection) throw new Error(`${operation.id} reaches ConsentGuard without an authenticated client`);
    if (isReadAhead(bank)) {
      bank.principal = bank.ahead!.principal;
      return true;
    }
    const inPath = params as Record<string, string>;
    hideOthers(operation, introspection, inPath);
    const given = { headers, repeated: bank.repeatedHeaders };
    const { principal, faults } = authorizeRead(operation, introspection, given, inPath, this.clock.now());
    bank.principal = principal;
    bank.faults = faults;
    return true;
  }
}

/**
 * A customer's token is for what that customer approved, and for nothing else of the same client (docs/decisions/0017): the id of anything else
 * is answered as the id of nobody, whatever the service behind looks up. A client's own token is for all that the client has.
 */
function hideOthers(row: Operation, { psuId, scope = '' }: Introspection, params: Record<string, string>): void {
  const name = psuId === undefined ? undefined : resourceParameter(row);
  if (name === undefined) return;
  // A UUID is the same in capitals.
  const wanted = customerScopeFor(row.token!, params[name]!).toLowerCase();
  if (!scope.toLowerCase().split(' ').includes(wanted)) params[name] = nilUuid;
}

/** As handlers know the parameter; looked for once a row, as most rows have none and are asked most. */
function resourceParameter(row: Operation): string | undefined {
  if (!names.has(row)) {
    const name = approvedParameter(row);
    names.set(row, name === undefined ? undefined : inCode(name));
  }
  return names.get(row);
}
const names = new WeakMap<Operation, string | undefined>();
