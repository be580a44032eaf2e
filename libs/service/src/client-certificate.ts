import { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';

/** Returns the certificate of the client behind a request; undefined if it has none, or if no trusted gateway forwarded it. */
export type ClientCertificate = (request: IncomingMessage) => X509Certificate | undefined;

/** RFC 9440 §2.2: one certificate, its DER as a byte sequence of RFC 8941. */
const byteSequence = /^:([A-Za-z0-9+/]+={0,2}):$/;

/** Accepts `Client-Cert` from these gateways only, and ignores it from any other sender. */
export function clientCertificate(proxies: readonly string[]): ClientCertificate {
  const believed = new BlockList();
  for (const proxy of proxies) {
    const [address = '', prefix] = proxy.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    believed.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return ({ headers, socket }) => {
    const header = headers['client-cert'];
    const from = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    if (header === undefined || from === '' || !believed.check(from, isIPv6(from) ? 'ipv6' : 'ipv4')) return undefined;
    const [, text] = byteSequence.exec(String(header)) ?? [];
    return text === undefined ? undefined : parsed(Buffer.from(text, 'base64'));
  };
}

/** Node also takes PEM, and bytes behind a certificate: neither is the DER of one. */
function parsed(der: Buffer): X509Certificate | undefined {
  try {
    const certificate = new X509Certificate(der);
    return certificate.raw.equals(der) ? certificate : undefined;
  } catch {
    return undefined;
  }
}
