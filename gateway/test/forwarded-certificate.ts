import { request } from 'node:https';
import type { Shown } from './authority.js';

/** The service's view of the certificate that a client shows at a TLS listener. */
export interface ForwardedCertificate {
  /** The `Client-Cert` header as received by the service; undefined if absent. */
  readonly clientCert: string | undefined;
  readonly many: number;
}

interface Showing {
  readonly port: number;
  /** The authority that the client trusts. */
  readonly ca: string;
  readonly shown: Partial<Shown>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The ciphers of the client, whose own security level refuses weak certificates. */
  readonly ciphers?: string;
}

export function forwardedCertificate({ port, ca, shown, headers, ciphers }: Showing): Promise<ForwardedCertificate> {
  return new Promise((resolve, reject) => {
    request(
      {
        port,
        host: '127.0.0.1',
        path: '/v1.7/cards',
        ca,
        cert: shown.certificate,
        key: shown.privateKey,
        headers: { 'x-request-id': crypto.randomUUID(), ...headers },
        ...(ciphers !== undefined && { ciphers }),
      },
      (answer) => {
        let text = '';
        answer
          .on('data', (chunk: Buffer) => {
            text += chunk.toString();
          })
          .on('end', () => {
            // Node itself answers 400 to a certificate with an invalid CA signature.
            const raw = (JSON.parse(text) as { headers?: string[] }).headers ?? [];
            const found = raw.filter((_, at) => at % 2 === 1 && raw[at - 1]!.toLowerCase() === 'client-cert');
            resolve({ clientCert: found[0], many: found.length });
          });
      },
    )
      .on('error', reject)
      .end();
  });
}
