import { stoppedClient, type RegisterStanding } from '@open-banking/access';
import { errors, type Client as ProviderClient } from 'oidc-provider';

/** Whether the bank has stopped a client for now, or goes by a register that does not let it act (`client-adapter.ts`). */
export const isSuspended = (client: ProviderClient | undefined): boolean => client?.['suspended'] === true;

/** The register's standing that stops it, if it is the register. */
export const stoppedBy = (client: ProviderClient | undefined): RegisterStanding | undefined =>
  client?.['register_standing'] as RegisterStanding | undefined;

/** No tokens and no approvals for a client that is suspended. What it shows is not used up: it counts when the client goes on. */
export function refuseSuspended(client: ProviderClient | undefined): void {
  if (isSuspended(client)) throw new errors.UnauthorizedClient(stoppedClient(stoppedBy(client)).faults[0]!.text);
}
