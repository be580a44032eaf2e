import type { ServiceSettings } from '@open-banking/config';
import type { Telemetry } from '@open-banking/telemetry';
import type { UnreadCertificate } from './client-certificate.js';

/**
 * Counts headers of trusted gateways that are no certificate in the form of CLIENT_CERT_FORM, for `openbank doctor`, and logs each kind of
 * them once: without that, a gateway that writes another form looks like clients without a certificate. A value is not logged.
 */
export function unreadCertificates(
  { written, metrics }: Pick<Telemetry, 'written' | 'metrics'>,
  { clientCertProxies, clientCertForm }: Pick<ServiceSettings, 'clientCertProxies' | 'clientCertForm'>,
): (unread: UnreadCertificate) => void {
  if (clientCertProxies.length === 0) return () => undefined;
  const count = metrics.counter(
    {
      name: 'openbank_client_certificates_unread_total',
      help: 'Headers of CLIENT_CERT_PROXIES that were no certificate in the form of CLIENT_CERT_FORM, by what they were.',
      labels: ['form', 'header', 'found'],
    },
    // A series from the start says that none has come.
    { form: clientCertForm, header: 'none', found: 'nothing' },
  );
  const logged = new Set<string>();
  return ({ header, found, from }) => {
    count({ form: clientCertForm, header, found });
    const kind = `${header} ${found}`;
    if (logged.has(kind)) return;
    logged.add(kind);
    written.log.warn({ event: 'client certificate not read', header, found, expected: clientCertForm, proxy: from });
  };
}
