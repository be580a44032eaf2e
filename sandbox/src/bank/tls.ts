import { unwatchFile, watchFile } from 'node:fs';
import { join } from 'node:path';
import type { Gateway, TlsListener } from '@open-banking/gateway';
import type { Addresses } from '@open-banking/installation/addresses';
import type { DataFolder } from '@open-banking/installation/data-folder';

/** Options of the listener that requests client certificates, signed by the sandbox's authority; undefined if no port is set. */
export async function tlsListener({ tlsPort }: Pick<Addresses, 'tlsPort'>, folder: DataFolder): Promise<TlsListener | undefined> {
  if (tlsPort === undefined) return undefined;
  const { SandboxCa } = await import('@open-banking/simulators/sandbox-ca');
  const ca = await SandboxCa.open(folder.ca);
  return { port: tlsPort, ...(await ca.serverCertificate(folder.ca)), clientAuthority: ca.trusted };
}

const watchedEveryMs = 500;

/** Gives the gateway its certificate and authorities again when their files have changed. Returns what ends that. */
export function followTlsFiles(gateway: Pick<Gateway, 'renewTls'>, addresses: Pick<Addresses, 'tlsPort'>, folder: DataFolder): () => void {
  if (addresses.tlsPort === undefined) return () => undefined;
  const files = ['ca.pem', 'server.pem'].map((name) => join(folder.ca, name));
  const renew = (): void => {
    // A file that is just being replaced is read at its next change.
    tlsListener(addresses, folder).then(
      (tls) => {
        if (tls) gateway.renewTls(tls);
      },
      () => undefined,
    );
  };
  for (const file of files) watchFile(file, { interval: watchedEveryMs, persistent: false }, renew);
  return () => {
    for (const file of files) unwatchFile(file, renew);
  };
}
