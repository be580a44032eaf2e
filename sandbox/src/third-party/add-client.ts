import {
  addClient as addClientWith,
  createCredential as createCredentialWith,
  type ClientCredential,
  type NewClient,
} from '@open-banking/operator-client';
import type { OperatorFile, OwnClient } from '@open-banking/installation/operator-file';
import { clientCertificate } from '@open-banking/simulators/client-certificate';

type Bank = Pick<OperatorFile, 'internal' | 'operatorKey' | 'profile' | 'caFolder'>;

/** Adds a client to a sandbox. Its certificate, if it needs one, is of the sandbox's authority. */
export const addClient = (bank: Bank, client: NewClient): Promise<OwnClient> => addClientWith(bank, client, clientCertificate);

/** Generates a new credential of a sandbox's client; empty if the bank issues a secret. */
export const createCredential = (
  bank: Bank,
  auth: NonNullable<NewClient['auth']>,
  tokenBinding?: NewClient['tokenBinding'],
): Promise<ClientCredential> => createCredentialWith(bank, auth, { tokenBinding, certificates: clientCertificate });
