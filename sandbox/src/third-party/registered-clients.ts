import { directoryInternal } from '@open-banking/spec';
import type { OperatorFile } from '../bank/operator-file.js';
import type { NewClient } from './add-client.js';
import { succeeded } from './exchange.js';
import { internalCall } from './internal-call.js';

type Bank = Pick<OperatorFile, 'internal' | 'operatorKey'>;

/** A client as the bank shows it to operators: with nothing that opens anything. */
export interface RegisteredClient {
  readonly clientId: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly authMethod: string;
  readonly redirectUris: readonly string[];
  readonly organization?: string;
  readonly tlsSubject?: string;
  readonly jwksUri?: string;
  /** In the sandbox, with nobody's help. */
  readonly registeredItself: boolean;
  readonly createdAt: string;
  readonly formerUntil?: string;
  readonly suspendedAt?: string;
  readonly suspensionReason?: string;
}

interface Page {
  readonly clients: readonly RegisteredClient[];
  readonly next?: object;
}

/** All clients of the bank, the oldest first. */
export async function registeredClients(bank: Bank, after?: object): Promise<RegisteredClient[]> {
  const { clients, next }: Page = succeeded(
    'client list',
    await internalCall(bank, 'ais-pis', directoryInternal.listClients, { ...(after && { after }) }),
  );
  return [...clients, ...(next ? await registeredClients(bank, next) : [])];
}

/** What a client shows itself by from now on; `former_until` where the former one counts besides. */
export interface Renewed {
  readonly client_id: string;
  readonly client_secret?: string;
  readonly former_until?: string;
}

export const rotateClient = async (bank: Bank, clientId: string, asked: Readonly<Record<string, unknown>>): Promise<Renewed> =>
  succeeded('client rotate', await internalCall(bank, 'ais-pis', directoryInternal.rotateClient, asked, { clientId }));

export const suspendClient = async (bank: Bank, clientId: string, reason: string): Promise<void> =>
  succeeded('client suspend', await internalCall(bank, 'ais-pis', directoryInternal.suspendClient, { reason }, { clientId }));

export const resumeClient = async (bank: Bank, clientId: string, reason: string): Promise<void> =>
  succeeded('client resume', await internalCall(bank, 'ais-pis', directoryInternal.resumeClient, { reason }, { clientId }));

export const removeClient = async (bank: Bank, clientId: string): Promise<void> =>
  succeeded('client remove', await internalCall(bank, 'ais-pis', directoryInternal.removeClient, undefined, { clientId }));

/** How a client shows who it is. */
export const authMethodOf = async (bank: Bank, clientId: string): Promise<NonNullable<NewClient['auth']>> =>
  succeeded<{ authMethod: NonNullable<NewClient['auth']> }>(
    'client',
    await internalCall(bank, 'ais-pis', directoryInternal.findClient, undefined, { clientId }),
  ).authMethod;
