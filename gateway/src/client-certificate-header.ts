import type { IncomingMessage } from 'node:http';
import { clientCertForms, type ClientCertForm } from '@open-banking/config';
import { asByteSequence, certificateIn, otherContent } from '@open-banking/http/client-certificate-forms';
import { isInNetworks } from '@open-banking/http/trusted-networks';
import { ownCertificate } from './tls.js';

/** The proxies in front of the gateway that check certificates of TLS clients, and the form in which they forward them. */
export interface CertificateFront {
  /** Addresses (CIDR). None by default: such a header of any other sender is removed. */
  readonly clientCertProxies?: readonly string[];
  readonly clientCertForm?: ClientCertForm;
}

/** The value in place of one that the gateway does not read, by its kind: a service logs it once and reports it to `openbank doctor`. */
const unread: Readonly<Record<string, string>> = { nothing: '(null)', placeholder: '{placeholder}' };
const unreadable = 'unreadable';

/**
 * Returns what a service gets of a client's certificate, as name and value: `Client-Cert` (RFC 9440 §2.2) with the certificate of the
 * connection, or with the one that a proxy in front forwards. No value of another form goes on, because the service might read it.
 */
export function clientCertificateHeader({
  clientCertProxies = [],
  clientCertForm = 'rfc9440',
}: CertificateFront): (request: IncomingMessage) => string[] {
  const isTrusted = isInNetworks(clientCertProxies);
  const ownHeader = clientCertForms[clientCertForm].toLowerCase();
  const allHeaders = Object.values(clientCertForms).map((name) => name.toLowerCase());

  function forwarded(headers: IncomingMessage['headers']): string | undefined {
    const value = headers[ownHeader];
    if (value === undefined) return allHeaders.some((name) => headers[name] !== undefined) ? unreadable : undefined;
    const certificate = certificateIn(clientCertForm, String(value));
    return certificate ? asByteSequence(certificate) : (unread[otherContent(String(value))] ?? unreadable);
  }

  return (request) => {
    const certificate = ownCertificate(request);
    if (certificate) return ['Client-Cert', asByteSequence(certificate)];
    const value = isTrusted(request.socket.remoteAddress) ? forwarded(request.headers) : undefined;
    return value === undefined ? [] : ['Client-Cert', value];
  };
}
