import type { TlsListener } from '@open-banking/gateway';
import { SandboxCa } from '../ca/index.js';
import type { Addresses } from './addresses.js';
import type { DataFolder } from '../data-folder/data-folder.js';

/** Options of the listener that requests client certificates, signed by the sandbox's authority; undefined if no port is set. */
export async function tlsListener({ tlsPort }: Pick<Addresses, 'tlsPort'>, folder: DataFolder): Promise<TlsListener | undefined> {
  const ca = await SandboxCa.open(folder.ca);
  if (tlsPort === undefined) return undefined;
  return { port: tlsPort, ...(await ca.serverCertificate(folder.ca)), clientAuthority: ca.certificate };
}
