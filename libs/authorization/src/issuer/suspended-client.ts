import { suspendedText } from '@open-banking/access';
import { errors, type Client as ProviderClient } from 'oidc-provider';

/** Whether the bank has stopped a client for now (`client-adapter.ts`). */
export const isSuspended = (client: ProviderClient | undefined): boolean => client?.['suspended'] === true;

/** No tokens and no approvals for a client that is suspended. What it shows is not used up: it counts when the client goes on. */
export function refuseSuspended(client: ProviderClient | undefined): void {
  if (isSuspended(client)) throw new errors.UnauthorizedClient(suspendedText);
}
