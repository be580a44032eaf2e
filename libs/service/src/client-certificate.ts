import type { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { clientCertForms, clientCertHeaders, type ServiceSettings } from '@open-banking/config';
import { certificateIn, otherContent, type OtherContent } from '@open-banking/http/client-certificate-forms';
import { bareAddress, isInNetworks } from '@open-banking/http/trusted-networks';

/** Returns the certificate of the client behind a request; undefined if it has none, or if no trusted gateway forwarded it. */
export type ClientCertificate = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => X509Certificate | undefined;

/** A header of a trusted gateway about a certificate that was not read. */
export interface UnreadCertificate {
  /** The name of the header. */
  readonly header: string;
  readonly found: OtherContent;
  /** The gateway's address. */
  readonly from: string;
}

type CertificateSettings = Pick<ServiceSettings, 'clientCertProxies' | 'clientCertForm'>;

/** The headers of all forms; those that come beside them (a chain, a summary) are never read. */
const headersOfForms = new Set(Object.values(clientCertForms));
const lowerHeaders = clientCertHeaders.map((name) => name.toLowerCase());

/**
 * Reads the certificate that one of the gateways in CLIENT_CERT_PROXIES forwards in the form of CLIENT_CERT_FORM, and ignores it from any
 * other sender. It removes all headers about certificates from the request, so that nothing else reads them. `onUnread` is called for each
 * header of such a gateway that is not a certificate in that form.
 */
export function clientCertificate(
  { clientCertProxies, clientCertForm }: CertificateSettings,
  onUnread: (unread: UnreadCertificate) => void = () => undefined,
): ClientCertificate {
  const isTrusted = isInNetworks(clientCertProxies);
  const ownHeader = clientCertForms[clientCertForm];

  function certificateFrom(from: string, headers: IncomingMessage['headers']): X509Certificate | undefined {
    let certificate: X509Certificate | undefined;
    for (const header of headersOfForms) {
      const value = headers[header.toLowerCase()];
      if (value === undefined) continue;
      const read = header === ownHeader ? certificateIn(clientCertForm, String(value)) : undefined;
      if (read) certificate = read;
      else onUnread({ header, found: otherContent(String(value)), from });
    }
    return certificate;
  }

  return ({ headers, socket }) => {
    if (!lowerHeaders.some((name) => headers[name] !== undefined)) return undefined;
    const from = socket.remoteAddress;
    const certificate = from !== undefined && isTrusted(from) ? certificateFrom(bareAddress(from), headers) : undefined;
    for (const name of lowerHeaders) delete headers[name];
    return certificate;
  };
}
