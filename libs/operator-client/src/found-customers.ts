import type { FoundCustomer } from '@open-banking/contracts';
import { lookupsInternal } from '@open-banking/spec';
import type { OperatorFile } from '@open-banking/installation/operator-file';
import { expectSuccess } from './exchange.js';
import { internalCall } from './internal-call.js';

/** The owners of an account, or who signs in with a name. */
export async function findCustomers(
  bank: Pick<OperatorFile, 'internal' | 'operatorKey' | 'operatorName'>,
  by: { readonly iban: string } | { readonly login: string },
): Promise<readonly FoundCustomer[]> {
  const answer = await internalCall(bank, 'ais-pis', lookupsInternal.findCustomers, by);
  return expectSuccess<{ customers: readonly FoundCustomer[] }>('customers', answer).customers;
}
