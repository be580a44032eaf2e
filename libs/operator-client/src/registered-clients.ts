import type { AuthMethod, ClientPage, ClientView, CredentialRotation } from '@open-banking/contracts';
import { directoryInternal } from '@open-banking/spec';
import type { OperatorFile } from '@open-banking/installation/operator-file';
import { expectSuccess } from './exchange.js';
import { internalCall } from './internal-call.js';

type Bank = Pick<OperatorFile, 'internal' | 'operatorKey'>;

/** All clients of the bank, oldest first. */
export async function registeredClients(bank: Bank, after?: object): Promise<ClientView[]> {
  const { clients, next }: ClientPage = expectSuccess(
    'client list',
    await internalCall(bank, 'ais-pis', directoryInternal.listClients, { ...(after && { after }) }),
  );
  return [...clients, ...(next ? await registeredClients(bank, next) : [])];
}

export const rotateClient = async (bank: Bank, clientId: string, changes: Readonly<Record<string, unknown>>): Promise<CredentialRotation> =>
  expectSuccess('client rotate', await internalCall(bank, 'ais-pis', directoryInternal.rotateClient, changes, { clientId }));

export const suspendClient = async (bank: Bank, clientId: string, reason: string): Promise<void> =>
  expectSuccess('client suspend', await internalCall(bank, 'ais-pis', directoryInternal.suspendClient, { reason }, { clientId }));

export const resumeClient = async (bank: Bank, clientId: string, reason: string): Promise<void> =>
  expectSuccess('client resume', await internalCall(bank, 'ais-pis', directoryInternal.resumeClient, { reason }, { clientId }));

/** Removes a client; answers a proposal where that needs a second operator. */
export const removeClient = async (bank: Bank, clientId: string): Promise<{ readonly proposalId: string } | undefined> =>
  expectSuccess('client remove', await internalCall(bank, 'ais-pis', directoryInternal.removeClient, undefined, { clientId }));

/** The authentication method of a client. */
export const authMethodOf = async (bank: Bank, clientId: string): Promise<AuthMethod> =>
  expectSuccess<{ authMethod: AuthMethod }>(
    'client',
    await internalCall(bank, 'ais-pis', directoryInternal.findClient, undefined, { clientId }),
  ).authMethod;
