import { bounds } from './bounds.js';
import type { SecureContextOptions, TLSSocket, TlsOptions } from 'node:tls';
import type { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** A listener that requests client certificates but admits clients without one. All three values are PEM. */
export interface TlsListener {
  readonly port: number;
  readonly certificate: string;
  readonly privateKey: string;
  /** The CAs accepted for client certificates. */
  readonly clientAuthority: string;
}

/** RFC 9325 §4.2, as FAPI 2.0 §5.2.2 asks: Node's own list offers CBC and plain RSA to TLS 1.2. */
export const tlsSuites = {
  of13: ['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256'],
  of12: ['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES128-GCM-SHA256', 'ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-RSA-AES256-GCM-SHA384'],
} as const;
const ciphers = [...tlsSuites.of13, ...tlsSuites.of12].join(':');

export const tlsOptions = ({ certificate, privateKey, clientAuthority }: TlsListener): SecureContextOptions & TlsOptions => ({
  cert: certificate,
  key: privateKey,
  ca: clientAuthority,
  requestCert: true,
  rejectUnauthorized: false,
  minVersion: 'TLSv1.2',
  ciphers,
  honorCipherOrder: true,
  // Node itself waits two minutes.
  handshakeTimeout: bounds.handshakeMs,
});

/** The certificate of the connection, only if it is signed by our CA and currently valid. */
export function ownCertificate({ socket }: IncomingMessage): X509Certificate | undefined {
  const { authorized, getPeerX509Certificate } = socket as Partial<TLSSocket>;
  return authorized ? getPeerX509Certificate?.call(socket) : undefined;
}
